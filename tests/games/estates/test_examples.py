"""Worked examples of The Estates, by number."""

import pytest

from games.estates.table import at_table, get_free, hands, legal, length, play, scores, table, why

ROW_OF_FOUR = "blue6+1 green6+1 yellow6+2 red6+2"


@pytest.mark.rule("estates.barrier")
def test_example_1_barriers_on_fresh_rows() -> None:
    shorter = play(get_free(at_table(), "barrier 2"), "place A shorter")
    assert length(shorter, "A") == 2
    longer = play(get_free(at_table(), "barrier 1"), "place B longer")
    assert length(longer, "B") == 5


@pytest.mark.rule("estates.barrier.stack")
def test_example_2_barriers_add_up_and_move_together() -> None:
    match = play(get_free(at_table(barriers={2: "B shorter"}), "barrier 3"), "place B longer")
    assert length(match, "B") == 5
    assert table(match)["barriers"] == ["beside", "B shorter", "B longer"]


@pytest.mark.rule("estates.end.rows", "estates.score.complete", "estates.score.incomplete", "estates.mayor")
def test_example_3_final_picture() -> None:
    match = at_table(
        rows={
            "A": "blue6+1 green6+1",
            "B": "blue5+2 green5+2 red2+3 red5+3 purple2",
            "C": "yellow6,grey2+4 purple1",
        },
        barriers={2: "A shorter", 1: "B longer", 3: "C longer"},
        mayor="A",
        certificates={"blue": 0, "green": 1, "red": 2, "purple": 3, "yellow": 3, "grey": 3},
    )
    assert [length(match, row) for row in "ABC"] == [2, 5, 7]
    play(get_free(match, "roof", 5), "place B5")
    assert match.over
    assert match.outcome().rule.id == "estates.end.rows"
    assert scores(match) == [2 * 7 + 7, 2 * 7 + 7, 5 + 8, 7 - 12 - 1]


@pytest.mark.parametrize(
    ("row", "mayor", "points"),
    [
        ("red5,blue3+1 green6+1 red6+2 yellow6+2", "beside", 9),
        ("red5,blue3+1 green6+1 red6+2 yellow6", "beside", -9),
        ("red5,blue3+1 green6+1 red6+2 yellow6+2", "B", 18),
        ("red5,blue3+1 green6+1 red6+2 yellow6", "B", -18),
    ],
)
@pytest.mark.rule("estates.score.complete", "estates.score.incomplete", "estates.mayor")
def test_example_4_a_blue_building_of_nine(row: str, mayor: str, points: int) -> None:
    assert scores(at_table(rows={"B": row}, mayor=mayor, certificates={"blue": 1}))[1] == points


@pytest.mark.rule("estates.cancel")
def test_example_5_cancelling_the_only_barrier() -> None:
    match = play(get_free(at_table(barriers={2: "A shorter"}), "cancel"), "place on barrier 2")
    assert length(match, "A") == 4
    assert table(match)["barriers"] == ["beside", "removed", "beside"]
    assert table(match)["cancel"] == "removed"


@pytest.mark.parametrize("money", ["hidden", "open"])
@pytest.mark.rule("estates.bid", "estates.pass", "estates.sell", "estates.keep")
def test_example_6_selling_and_keeping(money: str) -> None:
    bids = ("offer mayor", "bid 3", "bid 5", "pass")
    sold = play(at_table(options={"money": money}), *bids, "sell")
    assert hands(sold) == [17, 12, 7, 12]
    assert sold.waiting == (2,)
    kept = play(at_table(options={"money": money}), *bids, "keep")
    assert hands(kept) == [7, 12, 17, 12]
    assert kept.waiting == (0,)
    play(sold, "place A")
    assert sold.waiting == (1,)  # next to the auctioneer, not to the buyer


@pytest.mark.rule("estates.keep.pay", "estates.sell.forced", "estates.free", "estates.certificate")
def test_example_7_forced_sale_and_free_piece() -> None:
    poor = at_table(hands=[2, 14, 16, 16])
    play(poor, "offer mayor", "bid 5", "pass", "pass")
    assert legal(poor) == ["sell"]
    assert why(poor, "keep") == "estates.keep.pay"
    open_hands = at_table(options={"money": "open"}, hands=[2, 14, 16, 16])
    play(open_hands, "offer mayor", "bid 5", "pass", "pass")
    assert table(open_hands)["phase"] == "placing"
    assert open_hands.waiting == (1,)
    assert hands(open_hands) == [7, 9, 16, 16]
    free = play(get_free(at_table(offer=["blue 5"]), "blue 5"), "place B1")
    assert hands(free) == [12, 12, 12, 12]
    assert table(free)["certificates"] == [0, -1, -1, -1, -1, -1]


@pytest.mark.rule("estates.bid.higher", "estates.bid.hand")
def test_example_8_illegal_bids() -> None:
    match = play(at_table(), "offer mayor", "bid 3")
    assert why(match, "bid 3") == "estates.bid.higher"
    assert why(match, "bid 2") == "estates.bid.higher"
    assert why(match, "bid 4") is None
    assert why(match, "bid 13") == "estates.bid.hand"
    boxed = play(at_table(hands=[12, 9, 12, 12], boxes=[0, 3, 0, 0]), "offer mayor")
    assert why(boxed, "bid 9") is None
    assert why(boxed, "bid 10") == "estates.bid.hand"


@pytest.mark.rule("estates.cube", "estates.cube.lower", "estates.cube.roofed", "estates.cube.white")
def test_example_9_stacking() -> None:
    base = {"B": "blue5"}
    assert why(get_free(at_table(rows=base, offer=["red 5"]), "red 5"), "place B1") == "estates.cube.lower"
    assert why(get_free(at_table(rows=base, offer=["red 6"]), "red 6"), "place B1") == "estates.cube.lower"
    match = play(get_free(at_table(rows=base, offer=["red 4", "red 1"]), "red 4"), "place B1")
    play(get_free(match, "red 1"), "place B1")
    assert table(match)["tops"][10] == "red 1"
    closed = at_table(rows={"B": "blue5,red4+1"}, offer=["red 1"])
    assert why(get_free(closed, "red 1"), "place B1") == "estates.cube.roofed"


@pytest.mark.parametrize(
    ("lot", "rows"),
    [
        ("A1", {"A": "blue6"}),
        ("B3", {"B": "red6+1 red5+1 blue6"}),
        ("C2", {"C": "red6 blue6"}),
        ("B5", {"B": "red6 red5 red4 red3 blue6"}),
        ("A7", {"A": "red6 red5 red4 red3 red2 green2 blue6"}),
    ],
)
@pytest.mark.rule("estates.cube.white", "estates.roof")
def test_example_9_white_dirt(lot: str, rows: dict[str, str]) -> None:
    barriers = {"B5": {1: "B longer"}, "A7": {3: "A longer"}}.get(lot, {})
    assert why(get_free(at_table(rows=rows, barriers=barriers, offer=["grey 1"]), "grey 1"), f"place {lot}") == (
        "estates.cube.white"
    )
    roofed = play(get_free(at_table(rows=rows, barriers=barriers), "roof", 6), f"place {lot}")
    assert not roofed.problems()


@pytest.mark.rule("estates.cube.gap", "estates.cube.length")
def test_example_10_gaps_and_the_end_of_a_row() -> None:
    match = get_free(at_table(rows={"B": "blue6"}, offer=["grey 6"]), "grey 6")
    assert why(match, "place B2") is None
    assert why(match, "place B3") == "estates.cube.gap"
    assert why(match, "place B5") == "estates.cube.length"
    full = get_free(at_table(rows={"B": ROW_OF_FOUR}, offer=["grey 6"]), "grey 6")
    assert why(full, "place B5") == "estates.cube.length"


@pytest.mark.rule("estates.barrier.built")
def test_example_11_shortening_a_row_of_three() -> None:
    rows = {"B": "blue6+1 green6+1 yellow6+2"}
    assert why(get_free(at_table(rows=rows), "barrier 2"), "place B shorter") == "estates.barrier.built"
    assert why(get_free(at_table(rows=rows), "barrier 3"), "place B shorter") == "estates.barrier.built"
    match = get_free(at_table(rows=rows), "barrier 1")
    before = scores(match)[0]
    play(match, "place B shorter")
    assert length(match, "B") == 3
    assert (before, scores(match)[0]) == (-22, 22)  # complete at once


@pytest.mark.rule("estates.cancel", "estates.cancel.built")
def test_example_12_cancelling_inside_a_stack() -> None:
    barriers = {2: "B shorter", 3: "B longer"}
    assert length(play(get_free(at_table(barriers=barriers), "cancel"), "place on barrier 2"), "B") == 7
    two = at_table(barriers=barriers, rows={"B": "blue6 green6"})
    assert length(play(get_free(two, "cancel"), "place on barrier 3"), "B") == 2
    three = at_table(barriers=barriers, rows={"B": "blue6 green6 yellow6"})
    assert why(get_free(three, "cancel"), "place on barrier 3") == "estates.cancel.built"
    assert legal(three) == ["place on barrier 2", "discard"]


@pytest.mark.rule("estates.cancel.built")
def test_example_13_cancelling_a_longer_row() -> None:
    five = at_table(barriers={1: "B longer"}, rows={"B": "blue6 green6 yellow6 red6 grey6"})
    assert why(get_free(five, "cancel"), "place on barrier 1") == "estates.cancel.built"
    assert legal(five) == ["discard"]
    four = at_table(barriers={1: "B longer"}, rows={"B": "blue6 green6 yellow6 red6"})
    assert length(play(get_free(four, "cancel"), "place on barrier 1"), "B") == 4


@pytest.mark.rule("estates.barrier.board")
def test_example_14_the_longest_row() -> None:
    nine = play(get_free(at_table(barriers={3: "A longer"}), "barrier 2"), "place A longer")
    assert length(nine, "A") == 9
    get_free(nine, "barrier 1")
    assert why(nine, "place A longer") == "estates.barrier.board"
    assert length(play(nine, "place A shorter"), "A") == 8
    ten = at_table(options={"max_length": 10}, barriers={3: "A longer", 2: "A longer"})
    assert length(play(get_free(ten, "barrier 1"), "place A longer"), "A") == 10


@pytest.mark.rule("estates.barrier.least", "estates.end.rows")
def test_example_15_a_row_that_requires_nothing() -> None:
    for first, second in ((3, 1), (1, 3)):
        match = get_free(at_table(barriers={first: "A shorter"}), f"barrier {second}")
        play(match, "place A shorter")
        assert length(match, "A") == 0
    signs = get_free(at_table(barriers={1: "A longer", 3: "A shorter"}), "barrier 2")
    assert length(play(signs, "place A shorter"), "A") == 0
    # it counts as complete: the next complete row ends the round
    rest = at_table(barriers={3: "A shorter", 1: "A shorter"}, rows={"B": "blue6+1 green6+1 yellow6+2 red6"})
    assert play(get_free(rest, "roof", 4), "place B4").over
    below = get_free(at_table(barriers={3: "A shorter"}), "barrier 2")
    assert why(below, "place A shorter") == "estates.barrier.least"
    at_least_one = get_free(at_table(options={"min_length": 1}, barriers={3: "A shorter"}), "barrier 1")
    assert why(at_least_one, "place A shorter") == "estates.barrier.least"


@pytest.mark.rule("estates.barrier")
def test_example_16_lengthening_a_complete_row() -> None:
    match = get_free(at_table(rows={"B": ROW_OF_FOUR}), "barrier 1")
    assert scores(match)[0] == 30
    play(match, "place B longer")
    assert scores(match)[0] == -30
    built = at_table(rows={"B": ROW_OF_FOUR}, barriers={1: "B longer"}, offer=["grey 6"])
    play(get_free(built, "grey 6"), "place B5")
    assert scores(built)[0] == -36  # not yet roofed
    play(get_free(built, "roof", 3), "place B5")
    assert scores(built)[0] == 30 + 9


@pytest.mark.rule("estates.score.complete", "estates.score.incomplete", "estates.score.box", "estates.mayor")
def test_example_17_scoring() -> None:
    match = at_table(
        3,
        rows={"A": "green6+1 red5,blue3+4", "C": "yellow4"},
        barriers={2: "A shorter"},
        mayor="A",
        certificates={"blue": 0, "yellow": 0, "green": 1, "red": 2},
        hands=[9, 12, 12],
        boxes=[3, 0, 0],
    )
    assert scores(match) == [24 - 4 + 3, 14, 0]
    assert [line.points for line in match.scores()[0].lines] == [24, -4, 3]


@pytest.mark.parametrize(("hands_", "winners"), [([6, 4, 20], (0,)), ([4, 6, 20], (1,)), ([5, 5, 20], (0, 1))])
@pytest.mark.rule("estates.tie")
def test_example_18_ties(hands_: list[int], winners: tuple[int, ...]) -> None:
    """10 : 10 points; nine cheques beat seven; equal cheques share the win."""
    match = at_table(
        3,
        rows={"A": "blue6+1", "B": "green5+2 red1"},
        barriers={3: "A shorter", 2: "B shorter"},
        certificates={"blue": 0, "green": 1, "red": 2},
        hands=hands_,
        boxes=[3, 3, 0],
    )
    play(get_free(match, "roof", 1), "place B2")
    assert match.over
    assert scores(match) == [10, 10, 2]
    assert match.outcome().winners == winners
    assert match.ranking()[-1] == (2,)


@pytest.mark.rule("estates.end.rows")
def test_example_19_a_barrier_or_the_cancel_cube_ends_the_round() -> None:
    roofed = "blue5+3 green5+3 red2+4"
    by_barrier = get_free(at_table(rows={"A": ROW_OF_FOUR, "B": roofed}), "barrier 1")
    assert play(by_barrier, "place B shorter").over
    assert by_barrier.waiting == ()
    longer = at_table(rows={"A": ROW_OF_FOUR, "B": f"{roofed} red4+4"}, barriers={2: "B longer"})
    assert play(get_free(longer, "cancel"), "place on barrier 2").over
    assert longer.outcome().rule.id == "estates.end.rows"


@pytest.mark.rule("estates.box", "estates.box.once")
def test_example_20_one_cheque_into_the_box_on_each_own_turn() -> None:
    """The invariants themselves are checked after every move in test_laws.py."""
    match = play(at_table(), "box")
    assert why(match, "box") == "estates.box.once"
    play(get_free(match, "mayor"), "place A")
    assert match.waiting == (1,)
    assert why(match, "box") is None
    assert table(match)["seats"][0]["box"] == 1
    assert hands(match) == [11, 12, 12, 12]
