"""Positions of The Estates for tests: a city written as text, and auctions in one line."""

import re
from collections.abc import Mapping, Sequence

from kvartal.engine.deal import ToldDeal
from kvartal.engine.match import Match
from kvartal.engine.position import derived
from kvartal.games import game
from kvartal.games.estates.rules.positions import past

COLOURS = ("blue", "green", "yellow", "red", "purple", "grey")
CUBES = [f"{colour} {value}" for colour in COLOURS for value in range(1, 7)]
LOTS = [f"{row}{lot}" for row in "ABC" for lot in range(1, 11)]


def at_table(
    players: int = 4,
    options: Mapping[str, object] | None = None,
    *,
    rows: Mapping[str, str] | None = None,
    barriers: Mapping[int, str] | None = None,
    certificates: Mapping[str, int] | None = None,
    mayor: str = "beside",
    cancel: str = "beside",
    hands: Sequence[int] | None = None,
    boxes: Sequence[int] | None = None,
    starts: Sequence[int] | None = None,
    offer: Sequence[str] | None = None,
    left: int | None = None,
    totals: Sequence[int] | None = None,
    wins: Sequence[int] | None = None,
    active: int = 0,
    data: Mapping[str, object] | None = None,
    **table: object,
) -> Match:
    """A match with seat `active` about to choose. Chance is told.

    `rows`: buildings from the street, e.g. {"A": "green6+1 red5,blue3+4"} (+N is a roof, - nothing built).
    `barriers`: {2: "A shorter"}. `offer`: cubes that lie at the left ends. `left`: how many cubes the offer still has
    (the others of the 24 must then be on the board). Everything else follows. Only its past may be impossible, as in
    many an example: cheques paid before the first turn, boxes fuller than there were turns.
    """
    setup = game("estates").set_up(players, options or {}, data, stored=True)
    where = dict.fromkeys(CUBES, "out")
    roofs = [0] * 30
    for row, text in (rows or {}).items():
        for place, building in enumerate(text.split()):
            lot = "ABC".index(row) * 10 + place
            floors, _, roof = building.partition("+")
            for name in (re.sub(r"(\d)", r" \1", floor) for floor in floors.split(",")):
                assert where[name] == "out", f"{name} twice"
                where[name] = LOTS[lot]
            roofs[lot] = int(roof or 0)
    on_board = [cube for cube in CUBES if where[cube] != "out"]
    in_offer = list(offer or ()) + [cube for cube in CUBES if where[cube] == "out" and cube not in (offer or ())]
    in_offer = in_offer[: 24 - len(on_board) if left is None else left]
    for cube in in_offer:
        where[cube] = "offer"
    holders = [-1] * 6
    for cube in on_board:
        holders[COLOURS.index(cube.split()[0])] = 0
    for colour, seat in (certificates or {}).items():
        holders[COLOURS.index(colour)] = seat
    written = setup.layout.write(list(setup.start().cells)) | {
        "active": active,
        "actor": active,
        "phase": "choosing",
        "cancel": cancel,
        "mayor": mayor,
        "barriers": [(barriers or {}).get(value, "beside") for value in (1, 2, 3)],
        "certificates": holders,
        "offer": _laid_out(in_offer),
        "cubes": [where[cube] for cube in CUBES],
        "roofs_on": roofs,
    }
    written |= table
    cheques = [setup.tables.cheques] * players
    for seat, block in enumerate(written["seats"]):
        block["hand"], block["box"] = (hands or cheques)[seat], (boxes or [0] * players)[seat]
        block["start"] = (starts or cheques)[seat]
        block["total"], block["wins"] = (totals or [0] * players)[seat], (wins or [0] * players)[seat]
    problems: list[str] = []
    cells = setup.layout.read(written, problems)
    assert not problems, problems
    match = Match(setup, ToldDeal(), position=setup.state(derived(setup, cells)))
    told = past.problems(setup.tables, list(match.state.cells), match.state)
    assert set(match.problems()) <= set(told), match.problems()
    return match


def _laid_out(cubes: Sequence[str]) -> list[str]:
    """Three rows: the first cubes at the left ends, the rest behind them in turn."""
    rows = [list(cubes[row::3]) for row in range(3)]
    return [cube for row in rows for cube in row + ["none"] * (8 - len(row))]


def play(match: Match, *moves: str) -> Match:
    """Moves of whoever is on turn, with `= 4` for what chance brings: play(m, "offer roof", "= 4", "pass")."""
    for move in moves:
        if move.startswith("= "):
            match.happen(move[2:])
        else:
            match.play(match.waiting[0], move)
    return match


def get_free(match: Match, piece: str, roof: int | None = None) -> Match:
    """The auctioneer puts a piece up, everybody passes: it is the auctioneer's."""
    play(match, f"offer {piece}", *([f"= {roof}"] if roof else []))
    while match.to_json()["table"]["phase"] == "bidding":
        play(match, "pass")
    assert match.to_json()["table"]["phase"] == "placing"
    return match


def legal(match: Match, start: str = "") -> list[str]:
    """What whoever is on turn may do, as far as it begins with a word."""
    return [str(move) for move in match.moves(match.waiting[0]) if str(move).startswith(start)]


def why(match: Match, move: str) -> str | None:
    """The rule that forbids a move to whoever is on turn."""
    rule = match.why(match.waiting[0], move)
    return rule.id if rule else None


def table(match: Match) -> dict[str, object]:
    return dict(match.to_json()["table"])


def length(match: Match, row: str) -> int:
    return int(match.to_json()["table"]["length"]["ABC".index(row)])


def hands(match: Match) -> list[int]:
    return [seat["hand"] for seat in match.to_json()["table"]["seats"]]


def scores(match: Match) -> list[int]:
    return [score.total for score in match.scores()]
