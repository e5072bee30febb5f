"""Laws of Mr House on random games: nothing is lost, scores have a second opinion, chips stay secret."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import sqrt

import pytest

from games.house import naive as house_naive
from games.house.table import base_of, play, table
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.state import UNKNOWN, State
from kvartal.games import game
from kvartal.games.house.rules import cells as at

VARIANTS = [{"variant": "basic"}, {"variant": "basic", "commit": "one_by_one"}, {"variant": "expert"}]
IDS = ["basic", "one_by_one", "expert"]
TIMID = ("demolish",)
BUILDING = ("build", "group", "take 3", "take 2", "office permit")


def random_game(players: int, seed: int, options: dict[str, str], timid: bool = True) -> Iterator[Match]:
    """A match after every step. Timid players never demolish and build when they can: houses get somewhere."""
    match = Match(game("house").set_up(players, options), SeededDeal(seed))
    rng = random.Random(seed)
    while not match.over:
        seat = rng.choice(match.waiting)
        moves = [str(move) for move in match.moves(seat)]
        if timid:
            moves = [move for move in moves if not move.startswith(TIMID)] or moves
            building = [
                move for move in moves if move.startswith(("build", "group", "take 3", "take 2", "office permit"))
            ]
            moves = building or moves
        match.play(seat, rng.choice(moves))
        yield match


@pytest.mark.parametrize("options", VARIANTS, ids=IDS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_ever_lost(players: int, options: dict[str, str]) -> None:
    setup = game("house").set_up(players, options)
    whole = setup.game.census(setup, setup.start())
    for seed, timid in ((players, True), (players + 10, False)):
        for match in random_game(players, seed, options, timid):
            assert match.setup.game.census(match.setup, match.state) == whole
            assert match.problems() == []
    printed = {"wood": 25, "metal": 25, "brick": 20, "cement": 20, "window": 24, "door": 12, "coin": 20, "permit": 4}
    assert {key: whole[key] for key in printed} == printed
    assert sum(count for key, count in whole.items() if key.startswith("builder")) == 28
    assert (whole["wood wall"] + whole["brick wall"], whole["metal roof"] + whole["tile roof"]) == (40, 40)
    assert (whole["chimney"], whole["privilege"]) == (16, 15)


@pytest.mark.parametrize("options", VARIANTS, ids=IDS)
def test_a_second_scorer_agrees(options: dict[str, str]) -> None:
    expert = options["variant"] == "expert"
    best = 0
    for seed in range(12):
        players = 2 + seed % 3
        for step, match in enumerate(random_game(players, seed, options)):
            if step % 10 == 0 or match.over:
                position = match.to_json()["table"]
                scores = [house_naive.score(position, expert, seat) for seat in range(players)]
                assert scores == [score.total for score in match.scores()]
                assert scores == [match.state.score(seat) for seat in range(players)]
        assert [match.state.place(seat) for seat in range(players)] == house_naive.places(position, expert)
        best = max(best, *scores)
    assert best >= 5  # the houses were worth looking at


def test_a_second_opinion_on_places_of_finished_houses() -> None:
    """Random players hardly finish a house: these are laid out."""
    rng = random.Random(5)
    houses = [
        ["wD /m^", "b1 /m"],
        ["wD b1 /m^", "b1 /t"],
        ["wD /m^", "b2 /m^"],
        ["w /m"],
        ["wD /m^", "b1 /t^", "b1 /m"],
    ]
    for _ in range(40):
        seats = {
            seat: {
                "house": rng.choice(houses),
                "garage": rng.choice(["", "w", "b2", "w1/m^"]),
                "permit": rng.choice([0, 1, 1, 1]),
                "money": rng.randint(1, 3),
                "loans": rng.randint(0, 2),
                "quality": rng.randint(-3, 1),
            }
            for seat in range(3)
        }
        match = table(3, "building", seats, round_=6, variant="expert")
        play(match, "done", "done", "done")
        position = match.to_json()["table"]
        assert [match.state.place(seat) for seat in range(3)] == house_naive.places(position, True)
        assert [match.state.score(seat) for seat in range(3)] == [
            house_naive.score(position, True, seat) for seat in range(3)
        ]


@pytest.mark.rule("house.move", "house.reveal")
@pytest.mark.parametrize("options", VARIANTS, ids=IDS)
def test_face_down_chips_are_secret(options: dict[str, str]) -> None:
    """Swap two face-down values of a rival: view, facts, log and export of everybody else stay the same."""
    swapped = 0
    for match in random_game(3, 4, options):
        if match.state.cells[at.PHASE] != at.MOVING or match.state.cells[at.ROUND] > 1:
            break
        for owner in range(3):
            for other in (None, *(seat for seat in range(3) if seat != owner)):
                assert all(
                    "?" in line.text or line.seat != owner or "at" not in line.text for line in match.log(other)
                ), [line.text for line in match.log(other)]
            placed = [n for n in range(at.PLACES) if match.state.cells[base_of(owner) + at.CHIP + n] >= 0]
            if len(placed) >= 2:
                twin = match.state.copy()
                one, two = (base_of(owner) + at.CHIP + n for n in placed[:2])
                twin.cells[one], twin.cells[two] = twin.cells[two], twin.cells[one]
                swapped += twin.cells[one] != twin.cells[two]
                for other in range(3):
                    same = twin.known(other).encode() == match.state.known(other).encode()
                    assert same == (other != owner or twin.cells[one] == twin.cells[two])
                assert twin.known(-1).encode() == match.state.known(-1).encode()
    assert swapped > 10


def test_a_move_reads_differently_for_owner_and_others() -> None:
    match = play(table(2), "place 3 at bank")
    own, theirs = match.said(0, 0), match.said(0, 1)
    assert own is not None
    assert theirs is not None
    assert (own.text, theirs.text, theirs.code) == ("place 3 at bank", "place ? at bank", None)
    assert "place 3" not in match.export(1)
    assert "place 3 at bank" in match.export(0)


PLACED = ("bank", "office", "cement", "windows", "bricks")


def chips_at(match: Match, state: State, seat: int) -> tuple[int, ...]:
    """The chips of a seat, building by building; −1 where there is none."""
    return tuple(state.cells[base_of(seat) + at.CHIP : base_of(seat) + at.CHIP + match.setup.tables.places])


@pytest.mark.rule("house.move")
def test_a_face_down_chip_may_be_any_of_the_five_however_many_are_laid() -> None:
    """Any of five chips, in any order: a 1 with two chances in five, whether it is alone or the others lie as well."""
    match = table(2)
    for laid, place in enumerate(PLACED, 1):
        play(match, f"place {(3, 1, 0, 2, 1)[laid - 1]} at {place}")
        ways = Counter(tuple(order[:laid]) for order in permutations((0, 1, 1, 2, 3)))
        view = match.view(1)
        places = [n for n, chip in enumerate(chips_at(match, match.state, 0)) if chip >= 0]
        deals = Counter()
        rng = random.Random(laid)
        samples = 40 * len(ways)
        for _ in range(samples):
            state = view.imagine(rng)
            deals[tuple(state.cells[base_of(0) + at.CHIP + n] for n in places)] += 1
            assert chips_at(match, state, 1) == chips_at(match, match.state, 1)
        assert deals.keys() == ways.keys()
        chi = sum((deals[way] - samples * n / 120) ** 2 / (samples * n / 120) for way, n in ways.items())
        assert chi < len(ways) + 5 * sqrt(2 * len(ways))
        play(match, f"place {(0, 1, 1, 2, 3)[laid - 1]} at {place}")


def test_what_a_chip_may_be_changes_only_when_others_are_turned_up() -> None:
    chips = {"bank": [(0, 3), (1, 1)], "office": [(0, 0)], "cement": [(1, 3), (0, 1)], "windows": [(0, 1)]}
    match = table(2, "buying", chips=chips)  # 3 and 0 are up: 1, 1 and 2 are left, and three lie face down
    view, cement, rng = match.view(1), match.state.cells[at.HERE], random.Random(3)
    found = Counter(view.imagine(rng).cells[base_of(0) + at.CHIP + cement] for _ in range(3000))
    assert found.keys() == {1, 2}
    assert 1850 < found[1] < 2150  # two of three


@pytest.mark.parametrize(("third", "rest"), [(2, {1}), (1, {UNKNOWN})])
def test_chips_that_follow_from_those_turned_up_are_shown(third: int, rest: set[int]) -> None:
    """3, 0 and 2 are up: both others are 1. With 3, 0 and 1 a 1 and a 2 are left, and who can tell them apart?"""
    match = table(2, "buying", chips={"bank": [(0, 3)], "office": [(0, 0)], "cement": [(0, third), (1, 3)]})
    shown = chips_at(match, match.view(1).known, 0)
    assert shown[:3] == (3, 0, third)
    assert {chip for chip in shown[3:] if chip != -1} == rest
    assert {chip for chip in chips_at(match, match.view(0).known, 1)[3:] if chip != -1} == {UNKNOWN}


@pytest.mark.rule("house.reveal")
def test_the_log_tells_a_chip_when_it_is_turned_up_not_when_it_is_certain() -> None:
    match = table(2, "buying", chips={"bank": [(0, 3)], "office": [(0, 0)], "cement": [(1, 3), (0, 2)]})
    play(match, "1: take 0")  # now the 2 is up, and two 1 follow from it
    assert 1 in chips_at(match, match.view(None).known, 0)
    told = [line.text for line in match.log(None) if "turned up" in line.text]
    assert told == ["Cement: chip 2 of Player 1 is turned up."]


def test_revealed_chips_are_imagined_as_they_are() -> None:
    chips = {"bank": [(0, 3), (1, 1)], "office": [(0, 0)], "cement": [(1, 3), (0, 1)]}
    match = table(2, "buying", chips=chips)  # waits for seat 1 at the cement: its 3 is up, the chip behind is not
    known = match.view(1).known
    cement = match.state.cells[at.HERE]
    assert known.cells[base_of(0) + at.CHIP + cement] == UNKNOWN
    seen = set()
    for seed in range(60):
        state = match.view(1).imagine(seed)
        own = [state.cells[base_of(0) + at.CHIP + n] for n in range(at.PLACES)]
        assert (own[0], own[1]) == (3, 0)
        assert sorted(value for value in own if value >= 0) == [0, 1, 1, 2, 3]
        seen.add(own[cement])
    assert seen == {1, 2}


def test_unfinished_groups_are_secret_and_commute() -> None:
    goods = {"wood": 4, "metal": 2, "brick": 2, "cement": 2}
    seats = {seat: {"store": goods, "coins": 1} for seat in range(3)}
    script = [
        "0: group roof",
        "0: change wood",
        "0: done",
        "1: group wood wall",
        "1: done",
        "2: change brick",
        "2: done",
    ]
    rng = random.Random(3)
    ends = set()
    for _ in range(12):
        mixed = [step[0] for step in script]
        rng.shuffle(mixed)
        queues = {seat: [step for step in script if step[0] == seat] for seat in "012"}
        match = table(3, "arranging", seats)
        before = {seat: match.state.known(seat).encode() for seat in range(3)}
        for number, seat in enumerate(mixed):
            play(match, queues[seat].pop(0))
            if number == 0:
                for other in range(3):
                    if other != int(seat):
                        assert match.state.known(other).encode() == before[other]
        ends.add(match.state.encode())
    assert len(ends) == 1


def test_a_confirmed_group_can_be_withdrawn_until_all_are_ready() -> None:
    match = table(2, "arranging", {0: {"store": {"wood": 2, "metal": 1}}})
    play(match, "0: group wood wall", "0: done")
    assert match.waiting == (1,)
    match.undo(0)
    match.undo(0)
    assert match.to_json()["table"]["seats"][0]["groups"] == {}
    assert match.waiting == (0, 1)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"table.chips": [0, 1, 1, 2, 4]}, "five numbers"),
        ({"basic.place.cement": 5}, "each once"),
        ({"expert.map.borders": ["1-2"]}, "reachable"),
        ({"basic.map.borders": ["1:2"]}, "two numbers"),
        ({"expert.privileges.solar.colour": "red"}, "none of"),
        ({"expert.privileges.solar.effect": "magic"}, "none of"),
        ({"expert.builders.card1.copies": 90}, "more than"),
        ({"expert.setup.builder.p4": 6}, "at most 5"),
        ({"expert.price.wood.lowest": 4}, "does not hold"),
        ({"basic.recipe.door.door": 2}, "exactly one"),
        ({"basic.recipe.chimney.brick": 0, "basic.recipe.chimney.cement": 0}, "chimney: at least one good"),
        ({"start.wood": 7}, "four stores"),
        ({"plot.columns": 7}, "between 1 and 6"),
        ({"pool.permit": 3}, "four players"),
        ({"expert.quality.start": -9}, "between -8"),
    ],
)
def test_corrected_data_that_cannot_be(changes: dict[str, object], word: str) -> None:
    from kvartal.engine.data import BadData

    with pytest.raises(BadData, match=word):
        game("house").set_up(2, {}, changes)


def test_house_values_are_marked() -> None:
    sources = Counter(value.source for value in game("house").data.values())
    assert sources["house"] > 100
    assert game("house").data["expert.points.metal_roof"].source == "house"
    assert game("house").data["expert.points.brick_wall"].source == "house"
    assert game("house").data["basic.build.quality"].source == "house"
    assert game("house").data["expert.place.office"].source == "derived"  # its number is said of the basic side
    assert game("house").data["basic.stock.brick.p2"].source == "rulebook"
    assert game("house").data["basic.stock.brick.p4"].source == "house"
