"""Section 6 of the fact sheet: every difference between the editions, once for each of them."""

from collections import Counter

import pytest

from games.welcome.table import WELCOME, at_table, legal, play, points, seat_facts, table_facts, why
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.games.welcome.rules import cells as at

NUMBERS_2018 = (3, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 3)
NUMBERS_2023 = (2, 2, 3, 4, 5, 6, 6, 7, 6, 6, 5, 4, 3, 2, 2)
NEW = {"edition": "2023", "plan3": "e235"}
OLD = {"edition": "2018"}


def finish_round(match: Match, *moves: str) -> None:
    for seat in match.waiting:
        play(match, seat, *moves)


def run_rounds(match: Match, rounds: int) -> None:
    """Everybody refuses or writes anywhere; sheets are wiped so that the game goes on."""
    tables = match.setup.tables
    while match.state.cells[at.ROUND] < rounds:
        for seat in match.waiting:
            base = tables.seats + seat * tables.stride
            for cell in range(base + at.NUMBERS, base + at.NUMBERS + tables.houses):
                match.state.cells[cell] = at.EMPTY
            match.state.cells[base + at.BUILT] = 0
            for cell in range(base + at.ESTATES, base + at.ESTATES + 12):
                match.state.cells[cell] = 0
            play(match, seat, "take 1")
            play(match, seat, next(m for m in sorted(legal(match, seat)) if m.startswith("write")), "done")


@pytest.mark.rule("welcome.setup.piles")
@pytest.mark.parametrize(
    ("edition", "numbers", "effects"),
    [("2018", NUMBERS_2018, (18, 18, 18, 9, 9, 9)), ("2023", NUMBERS_2023, (14, 14, 14, 7, 7, 7))],
)
def test_construction_deck(edition: str, numbers: tuple[int, ...], effects: tuple[int, ...]) -> None:
    setup = WELCOME.set_up(2, {"edition": edition})
    tables = setup.tables
    by_number, by_effect = Counter[int](), Counter[int]()
    for kind in range(tables.kinds):
        by_number[tables.number[kind]] += tables.count[kind]
        by_effect[tables.effect[kind]] += tables.count[kind]
    assert tuple(by_number[n] for n in range(1, 16)) == numbers
    assert tuple(by_effect[e] for e in range(6)) == effects
    assert tables.cards == sum(numbers)


@pytest.mark.rule("welcome.round")
@pytest.mark.parametrize("edition", ["2018", "2023"])
def test_this_rounds_number_card_is_the_next_rounds_effect(edition: str) -> None:
    match = Match(WELCOME.set_up(2, {"edition": edition}), SeededDeal(3))
    for _ in range(5):
        before = table_facts(match)["numbers"]
        for seat in match.waiting:
            play(match, seat, next(m for m in ("refuse", "take 1", "take 2", "take 3") if m in legal(match, seat)))
            play(match, seat, *[m for m in sorted(legal(match, seat)) if m.startswith("write")][:1], "done")
        assert table_facts(match)["effects"] == before


@pytest.mark.rule("welcome.piles.2018")
def test_2018_exhausted_piles_are_shuffled_together() -> None:
    match = Match(WELCOME.set_up(2, {}), SeededDeal(1))
    run_rounds(match, 26)
    facts = table_facts(match)
    assert (facts["deck_size"], facts["passes"]) == (0, 0), "26 rounds in a pass"
    run_rounds(match, 27)
    facts = table_facts(match)
    assert (facts["deck_size"], facts["passes"]) == (75, 1), "78 shuffled, three turned up; the effects stayed"
    assert facts["discard"] == {}


@pytest.mark.rule("welcome.piles.2023")
def test_2023_exhausted_piles_are_shuffled_each_on_its_own() -> None:
    match = Match(WELCOME.set_up(2, {"edition": "2023"}), SeededDeal(1))
    run_rounds(match, 20)
    facts = table_facts(match)
    assert (facts["deck_size"], facts["passes"]) == (0, 0), "20 rounds in a pass"
    piles = []
    for pile, zone in enumerate(("", "_2", "_3")):
        piles.append(Counter(facts[f"discard{zone}"]) + Counter([facts["numbers"][pile], facts["effects"][pile]]))
        assert piles[-1].total() == 21
    run_rounds(match, 21)
    facts = table_facts(match)
    assert (facts["deck_size"], facts["passes"]) == (19, 1), "20 in each rebuilt pile, one turned up"
    run_rounds(match, 30)
    facts = table_facts(match)
    for pile, zone in enumerate(("", "_2", "_3")):
        now = Counter(facts[f"discard{zone}"]) + Counter(facts[f"pool{zone}"])
        assert now + Counter([facts["numbers"][pile], facts["effects"][pile]]) == piles[pile], "its cards stay its own"


def test_plan_decks() -> None:
    assert len(WELCOME.plan_names(WELCOME.set_up(2, {}).tables)) == 18 + 10
    assert len(WELCOME.plan_names(WELCOME.set_up(2, {"edition": "2023"}).tables)) == 21 + 17


@pytest.mark.rule("welcome.bis.fence")
def test_bis_and_fences() -> None:
    sheets = {0: {"streets": ["5 | ."]}}
    pairs = [("8", "bis"), ("7", "value"), ("9", "park")]
    old = play(at_table(pairs=pairs, sheets=sheets, **OLD), 0, "take 1", "write 2.5")
    assert why(old, "bis 1.2 left") == "welcome.bis.fence"
    new = play(at_table(pairs=pairs, sheets=sheets, **NEW), 0, "take 1", "write 2.5")
    assert why(new, "bis 1.2 left") is None


@pytest.mark.parametrize("options", [OLD, NEW], ids=["2018", "2023"])
def test_temps_of_zero_score_nothing(options: dict[str, object]) -> None:
    match = at_table(3, sheets={0: {"temps": 2}}, **options)
    assert [sum(points(match, "temps", seat)) for seat in range(3)] == [7, 0, 0]


@pytest.mark.rule("welcome.tie")
def test_tie_breaks() -> None:
    """Two estates of one house against one estate of two: both are worth two points."""

    def places(options: dict[str, object], *streets: str) -> list[int]:
        sheets = {seat: {"streets": [text], "refusals": 3} for seat, text in enumerate(streets)}
        match = at_table(len(streets), sheets=sheets, **options)
        finish_round(match, "take 1", "write 3.5", "done")
        assert match.over
        return [match.state.place(seat) for seat in range(len(streets))]

    assert places(OLD, "1 | 2 |", "1 2 |") == [1, 2]
    assert places(NEW, "1 | 2 |", "1 2 |") == [1, 2]
    same_number = ("1 | 2 3 4 |", "1 2 | 3 4 |")  # four points, two estates each
    assert places(OLD, *same_number) == [1, 2], "2018: more estates of one house"
    assert places(NEW, *same_number) == [1, 1], "2023: shared"
    assert places(OLD, "1 2 |", "1 2 |") == [1, 1]
    assert places(OLD, "1 2 |", "1 | 2 |", "1 2 |", "1 |") == [2, 1, 2, 4]


def test_runs_of_seven_are_no_estates_in_a_tie() -> None:
    seven = at_table(sheets={0: {"streets": ["1 2 3 4 5 6 7 |"]}})
    assert seat_facts(seven)["estates"] == [0] * 6


def test_solo_draft_and_boards() -> None:
    assert WELCOME.set_up(1, {}).tables.mode == at.SOLO_2018
    assert WELCOME.set_up(1, {"edition": "2023"}).tables.mode == at.SOLO_2023
    assert WELCOME.set_up(2, {"draft": True}).tables.mode == at.DRAFT
    with pytest.raises(BadSetup, match="in the 2018 edition"):
        WELCOME.set_up(2, {"draft": True, "edition": "2023"})
    with pytest.raises(BadSetup, match="only the 2018 edition"):
        WELCOME.set_up(2, {"draft": True, "edition": "2023"}, stored=True)
    assert WELCOME.set_up(1, {"draft": True}, stored=True).tables.mode == at.SOLO_2018, (
        "alone there is nobody to pass to"
    )
    with pytest.raises(BadSetup, match="2 to 27 players"):
        WELCOME.set_up(28, {"draft": True})
    with pytest.raises(BadSetup, match="blueprint"):
        WELCOME.set_up(2, {"board": "blueprint"})
    blueprint = WELCOME.set_up(2, {"board": "blueprint", "edition": "2023"}).tables
    assert list(blueprint.pool_houses) == [1, 4, 8, 12, 15, 19, 21, 26, 32]
    assert list(blueprint.park_boxes) == [4, 4, 4]


def test_the_blueprint_is_marked_as_ours() -> None:
    house = [
        path for path, value in WELCOME.data.items() if path.startswith("sheet.blueprint.") and value.source == "house"
    ]
    assert len(house) > 10


@pytest.mark.parametrize("edition", ["2018", "2023"])
@pytest.mark.parametrize("players", [1, 2, 13, 100])
def test_one_to_a_hundred_players(edition: str, players: int) -> None:
    match = Match(WELCOME.set_up(players, {"edition": edition}), SeededDeal(2))
    for _ in range(2):
        for seat in match.waiting:
            while match.state.owes(seat) and not match.over:
                moves = match.moves(seat)
                match.play(seat, next((move for move in moves if str(move) == "done"), moves[0]))
                if str(moves[0]) == "done":
                    break
    assert match.state.cells[at.ROUND] == 3
    assert match.problems() == []


def test_corrected_data_is_checked() -> None:
    from kvartal.engine.data import BadData

    good = WELCOME.set_up(2, {"edition": "2023"}, {"plans_2023.c4.first": 9, "sheet.blueprint.houses": [11, 12, 13]})
    assert good.tables.plan_first[WELCOME.plan_names(good.tables).index("c4")] == 9
    for path, value in (
        ("deck_2018.n1", [1, 1, 1, 0, 0]),
        ("deck_2018.n1", [1, 1, 2, 0, 0, 0]),
        ("sheet.classic.houses", [10, 11]),
        ("sheet.classic.pools_1", [3, 7, 99]),
        ("sheet.classic.pools", [0, 3]),
        ("sheet.classic.temp_rank", [7]),
        ("sheet.classic.temp_boxes", 0),
        ("sheet.classic.bis", []),
        ("plans_2018.e44.sizes", [4, 7]),
        ("plans_2018.e44.kind", "nothing"),
        ("plans_2018.e44.deck", 4),
        ("plans_2018.street1.street", 4),
        ("plans_2018.e44.first", -1),
        ("rivals.r1.approves", [1]),
        ("rivals.r0.temp_places", [1]),
    ):
        with pytest.raises(BadData):
            WELCOME.set_up(2, {}, {path: value})


def test_a_corrected_board_and_deck_are_played() -> None:
    """Another number of houses, pools and cards: nothing in the code counts on 33, 9 or 81."""
    changes = {
        "sheet.blueprint.houses": [8, 12, 14],
        "sheet.blueprint.pools_1": [1],
        "sheet.blueprint.pools": [0, 3, 6, 9, 12, 15, 18, 21],
        "sheet.blueprint.refusals": [0, 2],
        "deck_2023.n8": [3, 1, 3, 1, 1, 1],
    }
    setup = WELCOME.set_up(2, {"edition": "2023", "board": "blueprint"}, changes)
    assert (setup.tables.houses, setup.tables.pools, setup.tables.cards) == (34, 7, 66)
    match = Match(setup, SeededDeal(4))
    while not match.over:
        for seat in match.waiting:
            match.play(seat, WELCOME.greedy(match.view(seat)))
    assert match.problems() == []
    assert len(match.view(0).draw("uk", 360)) > 10_000
