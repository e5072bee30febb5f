"""Laws of Mr House on random games: nothing is lost, scores have a second opinion, chips stay secret."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import house_naive
from house_table import base_of, play, table
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.state import UNKNOWN
from kvartal.games import game
from kvartal.games.house import cells as at

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


def test_every_way_rival_chips_can_lie_is_imagined_equally_often() -> None:
    match = play(table(2), "place 1 at bank", "place 0 at bank", "place 2 at office", "place 1 at office")
    rng = random.Random(1)
    deals = Counter()
    for _ in range(2600):
        state = match.view(1).imagine(rng)
        bank, office = (state.cells[base_of(0) + at.CHIP + n] for n in (0, 1))
        deals[bank, office] += 1
        assert list(state.cells[base_of(1) : base_of(1) + at.STRIDE]) == list(
            match.state.cells[base_of(1) : base_of(1) + at.STRIDE]
        )
    ways = {(a, b) for a in range(4) for b in range(4) if a != b or a == 1}
    assert set(deals) == ways
    assert all(130 < count < 280 for count in deals.values())  # 200 expected


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
