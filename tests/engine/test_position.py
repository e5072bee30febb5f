"""Positions as JSON: there and back, and everything wrong with a typed-in one said at once."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import kvartal
from engine.matches import HUGE, kind, played
from kvartal.engine.layout import OPEN, Field, Layout
from kvartal.engine.position import position_problems
from kvartal.engine.source import Seeded
from kvartal.engine.state import CHANCE, OVER, State
from kvartal.games import game

SHELF = f"there are: {', '.join(game.key for game in kvartal.games())}"
CHEAP = {f"cards.{card}.{price}": 1 for card in ("store", "hospital", "factory", "park") for price in ("buy", "up")}
LONG = CHEAP | {"table.bust": 9, "table.win_points": 40}
SETUPS: list[tuple[dict[str, object], dict[str, int]]] = [
    ({}, {}),
    ({"recycle": "flip", "supply": "fixed"}, LONG),
    ({"top_visible": False, "force_next": "park"}, LONG),
    ({"extra_build": "plant", "gift": False}, LONG),
    ({"must_play": False, "win_cards": 6, "solo_loss": "unpaid"}, CHEAP),
    ({"turn_cap": 4}, LONG | {"cards.mall.up": 1, "cards.church.up": 1, "cards.plant.up": 1, "cards.store.sad": 1}),
]


def walk(state: State, streams: int, seed: int, steps: int) -> list[State]:
    """The positions of a random game, those that wait for chance included."""
    draws, choices = Seeded(seed, streams, 20), random.Random(seed)
    seen = [state.copy()]
    while len(seen) < steps and state.turn() != OVER:
        if state.turn() == CHANCE:
            state.happen(state.pick(draws))
        else:
            state.play(state.turn(), choices.choice(state.moves(state.turn(), 60)))
        seen.append(state.copy())
    return seen


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_no_position_of_a_game_has_problems_and_each_reads_back(number: int, players: int) -> None:
    options, data = SETUPS[number]
    setup = game("flip").set_up(players, {"turn_cap": 30} | options, data, stored=True)
    for seed in range(2):
        for state in walk(setup.start(), setup.tables.streams, seed, 200):
            assert position_problems(setup, state) == []
            written = json.loads(json.dumps(setup.layout.write(list(state.cells))))
            problems: list[str] = []
            assert setup.state(setup.layout.read(written, problems)) == state
            assert problems == []


def test_a_position_written_as_json_is_a_match_of_its_own() -> None:
    match = played(kvartal.new("flip", players=3, seed=4, recycle="flip", data={"cards.plant.coins": 4}), most=40)
    text = json.dumps(match.to_json())
    again = kvartal.position(json.loads(text), seed=9)
    assert (again.state, again.setup.digest, again.waiting) == (match.state, match.setup.digest, match.waiting)
    assert again.to_json() == match.to_json()
    assert again.problems() == match.problems() == []
    assert len(again) == 0
    played(again)
    assert again.over


# Everything wrong, at once --------------------

BASE = played(kvartal.new("flip", players=2, seed=4), most=33).to_json()
SOLO = kvartal.new("flip", players=1, seed=4).to_json()


def problems_of(value: Any) -> list[str]:
    with pytest.raises(kvartal.BadPosition) as caught:
        kvartal.position(value)
    assert str(caught.value) == "; ".join(caught.value.problems)
    assert all(problem.isprintable() and len(problem) < 800 for problem in caught.value.problems)
    return caught.value.problems


def test_everything_wrong_with_the_form_is_listed_at_once() -> None:
    value = copy.deepcopy(BASE)
    table = value["table"]
    del table["coins"]
    table |= {
        "wind": 1,
        "sad": -1,
        "points": "many",
        "phase": "dancing",
        "active": True,
        "supply": {"store": 1.5, "moon": 2},
    }
    table["seats"][0]["deck"] = [1, 2]
    table["seats"][1] = "nobody"
    found = problems_of(value)
    for part in (
        "coins: missing",
        "unknown 'wind'",
        "sad: -1 is not between",
        "points: 'many' is not a whole number",
        "phase: 'dancing' is none of",
        "active: True is not",
        "supply: 1.5 is not a whole number",
        "supply: unknown 'moon'",
        "seats[0].deck: expected an object",
        "seats[1]: expected an object",
    ):
        assert any(part in problem for problem in found), part
    assert len(found) == 10


def test_everything_wrong_with_the_position_is_listed_at_once() -> None:
    value = copy.deepcopy(BASE)
    value["table"] |= {"cards_in_play": 7, "sad": 2, "points": 5, "winner": 1, "builds": 3}
    value["table"]["supply"]["store"] -= 1
    value["table"]["seats"][0]["deck_size"] += 1
    found = problems_of(value)
    for part in ("cards_in_play: 7", "sad: 2", "points: 5", "winner: 1", "builds: 3", "store:", "seats[0].deck_size"):
        assert any(problem.startswith(part) for problem in found), (part, found)


@pytest.mark.parametrize(
    "value",
    [
        None,
        5,
        "position",
        [],
        {},
        {"game": "flip"},
        {"game": [], "players": 2, "table": {}},
        {"game": "x", "players": 2, "table": {}},
    ],
    ids=kind,
)
def test_what_is_no_position_is_refused(value: Any) -> None:
    assert problems_of(value)


@pytest.mark.parametrize(
    ("key", "new", "part"),
    [
        ("game", "flap", SHELF),
        ("game", HUGE, SHELF),
        ("rules", 2, "up to version 1"),
        ("rules", HUGE, "up to version 1"),
        ("players", 9, "1 to 4"),
        ("players", 3, "list of 3 objects"),
        ("options", {"recycle": "burn"}, "turn or flip"),
        ("options", {"wind": "on"}, "unknown option"),
        ("options", [], "expected an object"),
        ("data", {"cards.plant.coins": HUGE}, "too large"),
        ("data", {"cards.plant.coins": float("nan")}, "a whole number"),
        ("data", {5: 1}, "dotted path"),
        ("data", "x", "expected an object"),
        ("table", None, "expected an object"),
        ("table", [], "expected an object"),
        ("wind", 1, "'wind': unknown"),
    ],
    ids=kind,
)
def test_a_wrong_frame_is_refused_with_what_exists(key: str, new: Any, part: str) -> None:
    found = problems_of(copy.deepcopy(BASE) | {key: new})
    assert any(part in problem for problem in found), found


@pytest.mark.parametrize(
    "odd", [None, HUGE, -HUGE, float("nan"), float("inf"), 1e300, "\u202ex", b"1", [], {}, [[1]], True], ids=kind
)
def test_a_hostile_value_in_any_field_is_a_listed_problem(odd: Any) -> None:
    for name in BASE["table"]:
        value = copy.deepcopy(BASE)
        value["table"][name] = odd
        if odd == {} and name in ("supply", "play_area", "gone"):
            continue  # an empty pile is nothing odd there
        assert any(problem.startswith(name) for problem in problems_of(value)), name
    for name in BASE["table"]["seats"][0]:
        value = copy.deepcopy(BASE)
        value["table"]["seats"][1][name] = odd
        if odd != {}:
            assert any(problem.startswith(f"seats[1].{name}") for problem in problems_of(value)), name


def nested() -> Any:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    return deep


def test_a_position_of_another_game_than_asked_for_is_refused() -> None:
    value = kvartal.new("flip", players=2, seed=1).to_json()
    assert kvartal.position(value, key="flip").setup.game.key == "flip"
    with pytest.raises(kvartal.BadPosition, match="game: a position of 'flip', but 'estates' was asked for"):
        kvartal.position(value, key="estates")


def test_endless_nesting_is_a_listed_problem() -> None:
    deep = nested()
    value = copy.deepcopy(BASE)
    value["table"]["coins"] = deep
    assert any(problem.startswith("coins") for problem in problems_of(value))
    while deep:  # taken apart by hand: Python itself would recurse
        deep = deep[0]


def edit(**changes: Any) -> Callable[[dict[str, Any]], None]:
    """Change fields of the table; `seat_0_…` reaches into a seat."""

    def apply(table: dict[str, Any]) -> None:
        for name, value in changes.items():
            if name.startswith("seat_"):
                table["seats"][int(name[5])][name[7:]] = value
            else:
                table[name] = value

    return apply


FRESH = {"cards_in_play": 0, "coins": 0, "sad": 0, "points": 0, "forced": 0, "play_area": {}}


@pytest.mark.parametrize(
    ("begin", "change", "part"),
    [
        (BASE, edit(phase="setting up"), "the first player is drawn while setting up"),
        (BASE, edit(phase="removing"), "only when playing alone"),
        (BASE, edit(phase="over"), "over, but nobody has won"),
        (BASE, edit(ended="flip.win.points"), "flip.win.points was given, but it follows from the rest that it is no"),
        (BASE, edit(phase="over", ended="flip.draw.cap"), "flip.draw.cap was given, but it follows"),
        (BASE, edit(phase="over", turns=400, play_area={"store": 1}), "a draw comes between two turns"),
        (BASE, edit(winner=0), "0 was given, but it follows from the rest that it is -1"),
        (BASE, edit(seat_0_discard={}), "has 0 of store, but starts with 1 and keeps them"),
        (BASE, edit(turns=0), "building actions, but it has finished 0 turns"),
        (BASE, edit(limit=0), "over by a bust"),
        (BASE, edit(limit=2), "limit: 2, but it is at least 3"),
        (BASE, edit(limit=99), "limit: 99, but it is at most"),
        (BASE, edit(coins=999), "coins: 999, but it is at most"),
        (BASE, edit(recycled_points=3, points=3), "recycled_points: 3, but it is at most 0"),
        (BASE, edit(recycled_points=8, points=8), "8 points win"),
        (BASE, edit(turns=400), "the game ends after 400"),
        (BASE, edit(waiting_for="mill"), "mill, but"),
        (BASE, edit(waiting_for="draw"), "does not fit the option top_visible"),
        (BASE, edit(waiting_for="reveal", waiting_seat=0), "has no unseen card on top"),
        (BASE, edit(waiting_for="first player"), "only then"),
        (BASE, edit(forced=1, play_area={}), "no card that forces"),
        (BASE, edit(gone={"store": 1}), "cards leave the game only when playing alone"),
        (BASE, edit(supply={"residential": 1}), "residential is never for sale"),
        (BASE, edit(seat_0_top="none"), "top card of a deck is seen"),
        (BASE, edit(seat_0_top="store turned"), "it cannot be recycled"),
        (BASE, edit(seat_0_discard={"mall turned": 1}, seat_1_discard={"mall turned": 1}), "only on one's own turn"),
        (BASE, edit(builds=0), "builds: 0"),
        (SOLO, edit(phase="setting up", waiting_for="first player"), "alone nobody draws"),
        (SOLO, edit(phase="removing", supply={}), "removing, but the supply is empty"),
        (SOLO, edit(phase="removing", seat_0_discard={"store": 1}, seat_0_discard_size=1), "right after a shuffle"),
        (SOLO, edit(phase="building", **FRESH), "at least one card is played"),
        (SOLO, edit(supply={}), "so the game is lost"),
        (SOLO, edit(phase="building", seat_0_top="residential"), "residential on top must be played first"),
    ],
)
def test_what_cannot_be_is_named(begin: dict[str, Any], change: Callable[[dict[str, Any]], None], part: str) -> None:
    value = copy.deepcopy(begin)
    change(value["table"])
    found = problems_of(value)
    assert any(part in problem for problem in found), found


def test_with_recycle_flip_no_card_is_turned() -> None:
    value = copy.deepcopy(BASE)
    value["options"]["recycle"] = "flip"
    value["table"]["seats"][0]["top"] = "mall turned"
    assert any("with recycle=flip no card is turned" in problem for problem in problems_of(value))


def test_without_visible_tops_no_top_is_seen() -> None:
    value = copy.deepcopy(BASE)
    value["options"]["top_visible"] = "off"
    assert any("no top card is seen" in problem for problem in problems_of(value))


def test_a_position_without_problems_plays_on_without_problems() -> None:
    """Change one number of a real position: either that is noticed, or the position is one that play can go on from."""
    choices = random.Random(7)
    noticed = 0
    for number in range(240):
        options, data = SETUPS[number % len(SETUPS)]
        players = 1 + number // 6 % 4
        setup = game("flip").set_up(players, {"turn_cap": 30} | options, data, stored=True)
        state = choices.choice(walk(setup.start(), setup.tables.streams, number, 90))
        cells = [int(cell) for cell in state.cells]
        _, field, base = choices.choice(setup.layout.placed())
        cells[base + field.at + choices.randrange(field.size)] = choices.randint(field.low, min(field.high, 12))
        changed = setup.state(cells)
        if position_problems(setup, changed):
            noticed += 1
            continue
        for later in walk(changed, setup.tables.streams, number, 60):
            assert position_problems(setup, later) == [], (number, field.name)
    assert noticed > 120


# Layouts --------------------


def test_a_layout_names_every_cell_exactly_once() -> None:
    for players in range(1, 5):
        setup = game("flip").set_up(players)
        assert setup.layout.flaws() == []
        assert setup.layout.size == len(setup.start().cells)
    twice = Layout([Field("a", 0, 2), Field("b", 1)])
    assert twice.flaws() == ["cell 1 belongs to a and to b", "cell 2 has no name"]
    beyond = Layout([Field("a", 0)], [Field("b", 0), Field("c", 2)], seats_at=1, stride=2, seats=1)
    assert beyond.flaws() == ["cell 2 has no name", "cell 3 of seats[0].c lies beyond the 3 cells"]


def test_cells_out_of_bounds_are_listed() -> None:
    setup = game("flip").set_up(2)
    cells = [int(cell) for cell in setup.start().cells]
    cells[0] = 7
    assert setup.layout.out_of_bounds(cells) == ["active: 7 is not between 0 and 1"]
    assert position_problems(setup, setup.state(cells)) == ["active: 7 is not between 0 and 1"]


def test_named_cells_of_zero_are_left_out_also_when_numbers_have_names() -> None:
    field = Field("walls", 0, 3, high=2, labels=("a", "b", "c"), values=("none", "wood", "brick"))
    written = field.write([0, 2, 1], 0)
    assert written == {"b": "brick", "c": "wood"}
    problems: list[str] = []
    assert field.read(written, "walls", problems) == [0, 2, 1]
    assert problems == []


def test_a_view_tells_the_notes_of_its_game() -> None:
    view = kvartal.new("flip", players=2, seed=1).view(0)
    assert view.notes() == []
    assert view.facts()["notes"] == []


@pytest.mark.parametrize("key", [game.key for game in kvartal.games()])
def test_what_a_move_has_changed_is_written_field_by_field(key: str) -> None:
    match = kvartal.new(key, players=max(2, game(key).seats.start), seed=3)
    layout, choices = match.setup.layout, random.Random(3)
    was = match.state.copy()
    for _ in range(40):
        seat = choices.choice(match.waiting)
        match.play(seat, choices.choice(match.moves(seat)))
        now = match.state.copy()
        cells = now.differing(was)
        old, new = list(was.cells), list(now.cells)
        assert cells == [cell for cell in range(layout.size) if old[cell] != new[cell]]
        fields = {name: (field.write(old, base), field.write(new, base)) for name, field, base in layout.placed()}
        assert layout.changes(cells, new) == {
            name: value for name, (before, value) in fields.items() if before != value
        }
        was = now
        if match.over:
            break


def test_what_is_derived_may_be_left_out_and_must_agree_when_given() -> None:
    layout = Layout(
        [Field("pool", 0, 2, high=9, labels=("oak", "elm")), Field("trees", 2, high=18, derived=True)],
        [Field("kept", 0, high=9), Field("left", 1, 6, low=-1, high=9, values=("none",), derived=True)],
        seats_at=3,
        stride=7,
        seats=1,
    )
    problems: list[str] = []
    cells = layout.read({"pool": {"elm": 2}, "seats": [{"kept": 1}]}, problems)
    assert (problems, cells) == ([], [0, 2, OPEN, 1, *[OPEN] * 6])
    assert layout.blank(cells) == [0, 2, 0, 1, *[0] * 6]
    derived = [0, 2, 2, 1, -1, 0, 1, 2, 3, 4]
    assert layout.disagreements(cells, derived) == []
    cells = layout.read({"pool": {}, "trees": 3, "seats": [{"kept": 1, "left": [-1, 0, 1, 2, 9, 4]}]}, problems)
    assert problems == []
    assert layout.disagreements(cells, derived) == [
        "trees: 3 was given, but it follows from the rest that it is 2",
        "seats[0].left[4]: 9 was given, but it follows from the rest that it is 3",
    ]
    assert layout.disagreements([0, 2, 2, 1, *[5] * 6], derived) == [
        "seats[0].left[0]: 5 was given, but it follows from the rest that it is none",
        *(
            f"seats[0].left[{number}]: 5 was given, but it follows from the rest that it is {number - 1}"
            for number in range(1, 5)
        ),
        "seats[0].left: 1 more that do not follow from the rest",
    ]
    layout.read({"trees": 1, "seats": [{}]}, problems)
    assert problems == ["pool: missing", "seats[0].kept: missing"]


def test_a_field_with_a_usual_value_may_be_left_out() -> None:
    layout = Layout([Field("phase", 0, high=3), Field("card", 1, 2, low=-1, high=3, absent=-1)])
    problems: list[str] = []
    assert layout.read({"phase": 2}, problems) == [2, -1, -1]
    assert layout.read({"phase": 2, "card": [0, 3]}, problems) == [2, 0, 3]
    assert problems == []
    layout.read({"card": [0, 3]}, problems)
    assert problems == ["phase: missing"]
