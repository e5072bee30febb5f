"""Welcome To… positions for tests: sheets written as text, pairs and hands as wanted, chance told."""

from collections.abc import Mapping, Sequence
from typing import Any

from kvartal.engine.deal import ToldDeal
from kvartal.engine.match import Match
from kvartal.games import game
from kvartal.games.welcome.paper.reading import Sheet, fill
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.keys import EFFECT_KEYS, card_names
from kvartal.games.welcome.rules.queries import count_estates

WELCOME = game("welcome")
EASY = (("8", "fence"), ("7", "value"), ("9", "park"))


def row(houses: int, text: str = "") -> str:
    """A street from its beginning, the rest empty."""
    written = len([token for token in text.replace("|", " ").split() if token])
    return " ".join([text, *["."] * (houses - written)])


def at_table(
    players: int = 2,
    pairs: Sequence[tuple[str, str]] = EASY,
    sheets: Mapping[int, Mapping[str, Any]] | None = None,
    hands: Sequence[Sequence[str]] | None = None,
    flipped: Sequence[int] = (0, 0, 0),
    version: int | None = None,
    **options: object,
) -> Match:
    """A match at the beginning of a round. `sheets[seat]` has streets, parks, values, temps, refusals, plans, spent.

    `pairs` are (number, effect); `hands` are three cards each, "8 fence". Plans are chosen with plan1=… and so on.
    """
    chosen = {"plan1": "e44", "plan2": "e36", "plan3": "e126"} | options
    setup = WELCOME.set_up(players, chosen, version=version, stored=True)
    state: Any = setup.start()
    cells, tables = state.cells, state.tables
    for place in range(3):
        cells[at.PLANS_AT + place] = tables.fixed[place]
        cells[at.FLIPPED + place] = flipped[place]
    cells[at.PHASE], cells[at.WAIT], cells[at.WAIT_AT] = at.PLAYING, at.NOTHING, 0
    cells[at.ROUND], cells[at.PENDING] = 1, players
    names = card_names(tables)

    def take(fits: Any, low: bool = True) -> int:
        order = range(tables.kinds) if low else reversed(range(tables.kinds))
        kind = next(k for k in order if cells[at.CARDS + k] and fits(names[k].split()))
        cells[at.CARDS + kind] -= 1
        cells[at.DECK_SIZE] -= 1
        return kind

    if tables.hand:
        for seat in range(players):
            hand = tables.seats + seat * tables.stride + tables.hand_at
            wanted = hands[seat] if hands and seat < len(hands) else ("8 fence", "7 value", "9 park")
            for slot, card in enumerate(wanted):
                kind = take(lambda name, card=card: " ".join(name) == card)
                cells[hand + slot], cells[hand + 3 + slot] = kind, tables.effect[kind]
        kind = next(k for k in range(tables.kinds) if cells[at.CARDS + k])
        cells[at.DECK_TOP] = tables.effect[kind]
    else:
        for pile, (number, _) in enumerate(pairs):
            cells[at.TOP + pile] = take(lambda name, number=number: name[0] == number)
        for pile, (_, effect) in enumerate(pairs):
            cells[at.TURNED + pile] = take(lambda name, effect=effect: name[1] == effect, low=False)
    for seat, given in (sheets or {}).items():
        put_sheet(setup, state, seat, given)
    return Match(setup, ToldDeal(), position=state)


def put_sheet(setup: Any, state: Any, seat: int, given: Mapping[str, Any]) -> None:
    """`streets` may be shorter than three and each shorter than its street; `spent` names estates by first house."""
    cells, tables = state.cells, state.tables
    lengths = [tables.past[s] - tables.first[s] for s in range(3)]
    streets = [*given.get("streets", ()), "", "", ""][:3]
    sheet = Sheet(streets=[row(length, text) for length, text in zip(lengths, streets, strict=True)])
    for key in ("parks", "values", "temps", "refusals", "plans"):
        if key in given:
            setattr(sheet, key, given[key])
    problems = fill(state, seat, sheet, setup.game.words("en"))
    assert not problems, problems
    base = tables.seats + seat * tables.stride
    for place in given.get("spent", ()):
        house = spot(setup, place)
        cells[base + tables.marks + house] = at.SPENT
        while not cells[base + tables.fences + house]:
            house += 1
            cells[base + tables.marks + house] = at.SPENT
    for place in given.get("marked", ()):
        cells[base + tables.marks + spot(setup, place)] = at.MARKED
    count_estates(state, seat)


def spot(setup: Any, place: str) -> int:
    street, house = map(int, place.split("."))
    return int(setup.tables.first[street - 1]) + house - 1


def play(match: Match, seat: int, *moves: str) -> Match:
    for move in moves:
        match.play(seat, move)
    return match


def legal(match: Match, seat: int = 0) -> set[str]:
    return {str(move) for move in match.moves(seat)}


def starting_with(match: Match, word: str, seat: int = 0) -> set[str]:
    """What follows the word in every legal move that begins with it."""
    return {move.removeprefix(word + " ") for move in legal(match, seat) if move.split()[0] == word}


def why(match: Match, move: str, seat: int = 0) -> str | None:
    rule = match.why(seat, move)
    return rule.id if rule else None


def seat_facts(match: Match, seat: int = 0) -> dict[str, Any]:
    return dict(match.to_json()["table"]["seats"][seat])


def table_facts(match: Match) -> dict[str, Any]:
    return dict(match.to_json()["table"])


def points(match: Match, rule: str, seat: int = 0) -> list[int]:
    """The points of all score lines of a rule."""
    return [line.points for line in match.scores()[seat].lines if line.rule.id == f"welcome.score.{rule}"]


def tell(match: Match, *outcomes: str) -> Match:
    for outcome in outcomes:
        match.happen(outcome)
    return match


def tell_any(match: Match) -> Match:
    """Whatever chance is waited for: the first outcome there is."""
    while match.chance:
        match.happen(next(iter(match.chance.outcomes)))
    return match


def house(match: Match, place: str, seat: int = 0) -> str:
    return str(seat_facts(match, seat)["houses"][spot(match.setup, place)])


__all__ = [
    "EFFECT_KEYS",
    "WELCOME",
    "at_table",
    "house",
    "legal",
    "play",
    "points",
    "put_sheet",
    "row",
    "seat_facts",
    "spot",
    "starting_with",
    "table_facts",
    "tell",
    "tell_any",
    "why",
]
