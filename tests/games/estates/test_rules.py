"""The rules of The Estates one by one: what is refused, what happens, when a round ends. Corner cases included."""

import pytest

from games.estates.table import at_table, get_free, hands, legal, length, play, scores, table, why
from kvartal.engine.deal import ToldDeal
from kvartal.engine.match import Match
from kvartal.engine.rule import RefusedMove
from kvartal.games import game, new
from kvartal.games.estates.rules import ids as rules
from kvartal.games.estates.text.catalogue import RULES


def test_numbers_and_texts_belong_together() -> None:
    numbers = {name: value for name, value in vars(rules).items() if isinstance(value, int)}
    ids = [rule.id for rule in RULES]
    for name, number in numbers.items():
        assert ids[number] == "estates." + name.lower().replace("_", ".", 1), name
    assert sorted(numbers.values()) == list(range(len(numbers)))


# Setting up -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.rule("estates.setup.offer", "estates.setup.money", "estates.setup.first")
def test_setup(players: int) -> None:
    match = Match(game("estates").set_up(players), ToldDeal())
    cubes = []
    while match.chance and match.chance.stream == "cubes":
        assert set(match.chance.outcomes.values()) == {1}
        assert len(match.chance.outcomes) == 36 - len(cubes)
        cubes.append(list(match.chance.outcomes)[-1])
        match.happen(cubes[-1])
    assert len(set(cubes)) == 24
    assert table(match)["offer"] == cubes
    assert match.chance is not None
    assert match.chance.stream == "first player"
    assert list(match.chance.outcomes) == [str(seat) for seat in range(players)]
    match.happen("1")
    assert match.waiting == (1,)
    assert hands(match) == [12] * players
    ends = {cubes[0], cubes[7], cubes[8], cubes[15], cubes[16], cubes[23]}
    assert {move[6:] for move in legal(match, "offer ")} == ends | {
        *("barrier 1", "barrier 2", "barrier 3", "mayor", "cancel")
    }


@pytest.mark.parametrize("players", [1, 6, 0, True, 2.0, "3"])
def test_wrong_number_of_players(players: object) -> None:
    with pytest.raises(ValueError, match="estates is for 2 to 5 players"):
        game("estates").set_up(players)


# Choosing ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("estates.box.empty", "estates.box.once")
def test_the_box_needs_a_cheque_and_is_used_once() -> None:
    assert why(at_table(hands=[0, 16, 16, 16]), "box") == "estates.box.empty"
    match = play(at_table(), "box")
    assert why(match, "box") == "estates.box.once"
    assert legal(match, "offer")  # a piece must still be chosen


@pytest.mark.rule("estates.phase.offer", "estates.phase.bid", "estates.phase.decide", "estates.phase.place")
def test_every_move_has_its_phase() -> None:
    match = at_table()
    assert {why(match, move) for move in ("pass", "bid 1")} == {"estates.phase.bid"}
    assert {why(match, move) for move in ("sell", "keep")} == {"estates.phase.decide"}
    assert {why(match, move) for move in ("place A1", "place A", "discard")} == {"estates.phase.place"}
    play(match, "offer mayor")
    assert {why(match, move) for move in ("box", "offer cancel")} == {"estates.phase.offer"}
    play(match, "bid 1", "pass", "pass")
    assert {why(match, move) for move in ("box", "offer cancel")} == {"estates.phase.offer"}
    assert why(match, "bid 2") == "estates.phase.bid"
    play(match, "sell")
    assert why(match, "box") == "estates.phase.offer"
    assert why(match, "sell") == "estates.phase.decide"


@pytest.mark.rule("estates.offer", "estates.offer.end", "estates.offer.gone")
def test_cubes_come_from_the_ends_of_the_rows() -> None:
    match = at_table()
    offer = table(match)["offer"]
    assert why(match, f"offer {offer[0]}") is None
    assert why(match, f"offer {offer[7]}") is None
    assert why(match, f"offer {offer[1]}") == "estates.offer.end"
    play(get_free(match, offer[0]), "place A1")
    assert why(match, f"offer {offer[1]}") is None  # now the first of its row
    assert why(match, f"offer {offer[0]}") == "estates.offer.gone"
    unused = next(cube for cube in ("grey 6", "grey 5") if cube not in offer)
    assert why(match, f"offer {unused}") == "estates.offer.gone"
    assert table(match)["offer"][0] == "none"  # the gap stays


def test_a_row_with_one_cube_left_gives_one_candidate() -> None:
    rows = {
        "A": "blue6 red6,red5,red4,red3,red2,red1 blue5 blue4",
        "B": "green6,green5,green4,green3,green2,green1 yellow6,yellow5,yellow4,yellow3,yellow2 yellow1",
    }
    match = at_table(rows=rows, left=3)
    assert len(legal(match, "offer ")) == 3 + 6  # cubes; roof, barriers, mayor, cancel cube


@pytest.mark.rule("estates.offer.fits")
def test_a_cube_without_a_lot_cannot_be_put_up() -> None:
    """B and C are full but not roofed; A is complete. Only the unroofed, not white tops take lower cubes."""
    rows = {
        "A": "blue6+1 green6+1 yellow6+2 red6+2",
        "B": "blue2 green2 yellow2 red3+3",
        "C": "blue3+3 green1 yellow1 red2+4",
    }
    match = at_table(rows=rows, offer=["grey 1", "grey 2", "grey 6"])
    assert why(match, "offer grey 1") is None
    assert why(match, "offer grey 2") == "estates.offer.fits"
    assert why(match, "offer grey 6") == "estates.offer.fits"
    get_free(match, "grey 1")
    assert legal(match) == ["place B1", "place B2"]  # B3 is white; C3 shows a 1


@pytest.mark.rule("estates.offer.roof", "estates.roof.turned", "estates.roof")
def test_a_roof_needs_an_open_building_and_is_turned_before_the_bidding() -> None:
    assert why(at_table(), "offer roof") == "estates.offer.roof"
    assert why(at_table(rows={"B": "blue6+1"}), "offer roof") == "estates.offer.roof"
    match = play(at_table(rows={"B": "blue6+1 blue5"}), "offer roof")
    assert match.chance is not None
    assert match.chance.stream == "roofs"
    assert match.chance.outcomes == {"1": 1, "2": 2, "3": 2, "4": 2, "5": 2, "6": 2}
    match.happen("5")
    assert table(match)["roof_turned"] == 5
    assert match.waiting == (1,)
    with pytest.raises(RefusedMove, match="draw is never taken back"):
        match.undo(0)


@pytest.mark.parametrize("piece", ["barrier 1", "barrier 2", "barrier 3", "mayor", "cancel"])
@pytest.mark.rule("estates.offer.gone", "estates.discard")
def test_special_pieces_are_used_once_and_may_be_removed(piece: str) -> None:
    match = at_table()
    play(get_free(match, piece), "discard")
    assert why(match, f"offer {piece}") == "estates.offer.gone"
    assert [length(match, row) for row in "ABC"] == [4, 4, 4]
    assert match.problems() == []


# The auction ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("estates.bid", "estates.pass")
def test_once_around_from_the_left_of_the_auctioneer() -> None:
    match = play(at_table(active=2), "offer mayor")
    seen = []
    for move in ("pass", "bid 2", "pass"):
        seen.append(match.waiting[0])
        play(match, move)
    assert seen == [3, 0, 1]
    assert match.waiting == (2,)
    assert legal(match) == ["sell", "keep"]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("bid 0", "estates.bid.whole"),
        ("bid -1", "estates.bid.whole"),
        ("bid 2.5", "estates.bid.whole"),
        ("bid 3,5", "estates.bid.whole"),
        ("bid 1e1", "estates.bid.whole"),
        ("bid +3", "estates.bid.whole"),
        ("bid 03", "estates.bid.whole"),
        ("bid ٣", "estates.bid.whole"),
        ("bid three", "estates.bid.whole"),
        ("bid NaN", "estates.bid.whole"),
        ("bid", "estates.bid.whole"),
        ("bid 13", "estates.bid.hand"),
        ("bid 48", "estates.bid.hand"),
        ("bid 49", "estates.bid.hand"),
        ("bid 99", "estates.bid.hand"),
        ("bid 9" * 40, "estates.bid.whole"),
        ("bidd 3", "engine.move.unknown"),
        ("", "engine.move.unknown"),
    ],
)
@pytest.mark.rule("estates.bid.whole", "estates.bid.hand")
def test_bids_that_are_none(text: str, rule: str) -> None:
    match = play(at_table(), "offer mayor")
    before = match.state.encode()
    assert why(match, text) == rule
    with pytest.raises(RefusedMove) as refused:
        match.play(1, text)
    assert refused.value.rule.id == rule
    assert match.state.encode() == before


@pytest.mark.parametrize("move", [0.5, None, -1, 10_000, True, ["bid 3"], float("nan"), b"bid 3"])
def test_moves_of_strange_types(move: object) -> None:
    match = play(at_table(), "offer mayor")
    with pytest.raises(RefusedMove) as refused:
        match.play(1, move)  # type: ignore[arg-type]
    assert refused.value.rule.id == "engine.move.unknown"


def test_bids_out_of_turn() -> None:
    match = play(at_table(), "offer mayor")
    for seat in (0, 2, 3):
        assert match.why(seat, "bid 1").id == "engine.move.waiting"
    with pytest.raises(RefusedMove) as refused:
        match.play(0, "bid 1")  # the auctioneer does not bid
    assert refused.value.rule.id == "engine.move.waiting"


@pytest.mark.rule("estates.keep", "estates.keep.pay")
def test_keeping_with_exactly_enough() -> None:
    match = play(at_table(2, hands=[5, 19]), "offer mayor", "bid 5")
    assert legal(match) == ["sell", "keep"]
    assert hands(play(match, "keep")) == [0, 24]
    poor = play(at_table(2, hands=[4, 20]), "offer mayor", "bid 5")
    assert legal(poor) == ["sell"]


def test_two_players_and_an_auctioneer_without_cheques() -> None:
    match = play(at_table(2, hands=[0, 24]), "offer mayor", "bid 24", "sell", "place C")
    assert hands(match) == [24, 0]
    play(match, "offer cancel")
    assert why(match, "bid 24") is None
    play(match, "pass", "discard")
    assert match.waiting == (0,)


# Placing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("estates.place.kind", "estates.discard.never")
def test_each_piece_has_its_own_places() -> None:
    cube = get_free(at_table(offer=["blue 6"]), "blue 6")
    assert {why(cube, move) for move in ("place A longer", "place A", "place on barrier 1")} == {"estates.place.kind"}
    assert why(cube, "discard") == "estates.discard.never"
    roof = get_free(at_table(rows={"B": "blue6"}), "roof", 3)
    assert {why(roof, move) for move in ("place A longer", "place A", "place on barrier 1")} == {"estates.place.kind"}
    assert why(roof, "discard") == "estates.discard.never"
    for piece, other in (("barrier 1", "place A"), ("mayor", "place A longer"), ("cancel", "place A")):
        match = get_free(at_table(), piece)
        assert why(match, other) == "estates.place.kind"
        assert why(match, "place A1") == "estates.place.kind"
        assert why(match, "discard") is None


@pytest.mark.rule("estates.roof", "estates.roof.building", "estates.roof.one")
def test_roofs_go_on_open_buildings_of_anybody() -> None:
    match = get_free(at_table(rows={"B": "blue6+1 red5,green3", "C": "yellow6"}), "roof", 4)
    assert why(match, "place A1") == "estates.roof.building"
    assert why(match, "place B1") == "estates.roof.one"
    assert legal(match) == ["place B2", "place C1"]
    play(match, "place B2")
    assert table(match)["values"][11] == 5 + 3 + 4


@pytest.mark.rule("estates.certificate", "estates.cube")
def test_the_certificate_goes_to_whoever_places_the_first_cube() -> None:
    match = at_table(offer=["blue 6", "red 5", "blue 4"])
    play(match, "offer blue 6", "pass", "bid 2", "pass", "sell", "place B1")
    assert table(match)["certificates"] == [2, -1, -1, -1, -1, -1]
    play(get_free(match, "blue 4"), "place C1")  # seat 1 places another blue one
    assert table(match)["certificates"][0] == 2
    play(get_free(match, "red 5"), "place B1")  # seat 2 has both now, and the building changes hands
    assert table(match)["certificates"] == [2, -1, -1, 2, -1, -1]


def test_a_building_belongs_to_its_top_colour() -> None:
    match = at_table(rows={"B": "blue6"}, certificates={"blue": 1}, offer=["red 2"])
    assert scores(match) == [0, -6, 0, 0]
    play(get_free(match, "red 2"), "place B1")
    assert scores(match) == [-8, 0, 0, 0]


def test_six_floors_at_most() -> None:
    match = at_table(rows={"B": "blue6,red5,blue4,red3,blue2"}, offer=["grey 1"])
    play(get_free(match, "grey 1"), "place B1")
    assert table(match)["values"][10] == 21


@pytest.mark.rule("estates.mayor")
def test_the_mayor_stands_before_any_row() -> None:
    match = get_free(at_table(rows={"B": "blue6"}), "mayor")
    assert legal(match) == ["place A", "place B", "place C", "discard"]
    assert scores(play(match, "place B"))[0] == -12


@pytest.mark.rule("estates.barrier.built", "estates.barrier.least", "estates.barrier.board")
def test_a_barrier_that_fits_nowhere_is_removed() -> None:
    """Length 9 in C with a corrected start: every row is too long and too full."""
    match = at_table(
        data={"start.length": 9},
        rows={"A": "blue6 green6 green5 green4 green3 green2 red1 red2", "B": "", "C": ""},
    )
    get_free(match, "barrier 3")
    assert why(match, "place A longer") == "estates.barrier.board"
    assert why(match, "place A shorter") == "estates.barrier.built"
    assert legal(match) == ["place B shorter", "place C shorter", "discard"]


def test_shortening_to_what_is_built_is_allowed() -> None:
    match = get_free(at_table(rows={"B": "blue6 green6"}), "barrier 2")
    assert why(match, "place B shorter") is None
    play(match, "place B shorter")
    assert scores(match)[0] == -12  # full, but not roofed


@pytest.mark.rule("estates.cancel.none", "estates.cancel.least")
def test_what_the_cancel_cube_cannot_do() -> None:
    match = get_free(at_table(barriers={2: "removed"}), "cancel")
    assert why(match, "place on barrier 1") == "estates.cancel.none"
    assert why(match, "place on barrier 2") == "estates.cancel.none"
    assert legal(match) == ["discard"]
    zero = get_free(at_table(barriers={1: "A longer", 3: "A shorter", 2: "A shorter"}), "cancel")
    assert why(zero, "place on barrier 1") == "estates.cancel.least"
    assert legal(zero) == ["place on barrier 2", "place on barrier 3", "discard"]


@pytest.mark.rule("estates.cancel.least")
def test_min_length_holds_for_the_cancel_cube_too() -> None:
    """4 − 3 − 1 + 2 = 2, and without the 2 it would be 0."""
    barriers = {3: "A shorter", 1: "A shorter", 2: "A longer"}
    allowed = get_free(at_table(barriers=barriers), "cancel")
    assert length(play(allowed, "place on barrier 2"), "A") == 0
    refused = get_free(at_table(options={"min_length": 1}, barriers=barriers), "cancel")
    assert why(refused, "place on barrier 2") == "estates.cancel.least"
    assert legal(refused) == ["place on barrier 1", "place on barrier 3", "discard"]


@pytest.mark.rule("estates.cancel", "estates.barrier.stack")
def test_cancelling_one_of_three_barriers() -> None:
    barriers = {1: "B longer", 2: "B shorter", 3: "B longer"}
    for value, left in ((1, 5), (2, 8), (3, 3)):
        match = get_free(at_table(barriers=barriers), "cancel")
        assert length(play(match, f"place on barrier {value}"), "B") == left


def test_removing_a_shortening_barrier_is_always_possible() -> None:
    barriers = {1: "C shorter", 2: "C longer", 3: "C longer"}
    match = get_free(at_table(barriers=barriers), "cancel")
    assert length(play(match, "place on barrier 1"), "C") == 9


# The end ----------------------------------------------------------------------------------------------------------

FEW_ROOFS = {f"roofs.{value}": 0 for value in (3, 4, 5, 6)}


@pytest.mark.rule("estates.end.roofs")
def test_the_last_roof_ends_the_round() -> None:
    match = at_table(data=FEW_ROOFS | {"roofs.2": 1}, rows={"B": "blue6+1 green6+1 yellow6"})
    play(get_free(match, "roof", 2), "place B3")
    assert match.over
    assert match.outcome().rule.id == "estates.end.roofs"
    assert scores(match)[0] == -(7 + 7 + 8)  # no row is complete: all against


FULL = {
    "A": "blue6+1 red6,red5,red4,red3,red2,red1+1 blue5+2 grey6",
    "B": "green6,green5,green4,green3,green2,green1+2 yellow6,yellow5,yellow4,yellow3,yellow2+3 yellow1+3 blue4+4",
    "C": "blue3+4",
}


@pytest.mark.rule("estates.end.closed")
def test_no_cubes_and_everything_roofed_ends_the_round() -> None:
    """Although barriers and the cancel cube could still complete a row."""
    rows = FULL | {"B": FULL["B"].rsplit(" ", 1)[0], "C": "blue3+4 blue4+4 blue2+5"}
    match = at_table(rows=rows, left=0)
    assert legal(match, "offer roof") == ["offer roof"]
    assert legal(match, "offer barrier")
    play(get_free(match, "roof", 5), "place A4")
    assert match.over
    assert match.outcome().rule.id == "estates.end.closed"


def test_no_cubes_but_an_open_building_plays_on() -> None:
    rows = FULL | {"B": FULL["B"].rsplit(" ", 1)[0], "C": "blue3+4 blue4 blue2+5"}
    match = at_table(rows=rows, left=0)
    play(get_free(match, "roof", 5), "place A4")
    assert not match.over
    assert "offer roof" in legal(match)


@pytest.mark.rule("estates.end.either")
def test_end_when_cubes_gone() -> None:
    rows = {"A": FULL["A"], "B": FULL["B"].rsplit(" ", 1)[0], "C": "blue3+4 blue4"}
    for option, over in (({"end_when_cubes_gone": True}, True), ({}, False)):
        match = at_table(options=option, rows=rows, left=1, offer=["blue 1"])
        play(get_free(match, "blue 1"), "place C3")
        assert match.over is over
    match = at_table(options={"end_when_cubes_gone": True}, rows=rows, left=1, offer=["blue 1"])
    play(get_free(match, "blue 1"), "place C3")
    assert match.outcome().rule.id == "estates.end.either"


@pytest.mark.rule("estates.end.rows")
def test_one_complete_row_does_not_end_the_round() -> None:
    match = at_table(rows={"A": "blue6+1 green6+1 yellow6+2 red6"})
    play(get_free(match, "roof", 4), "place A4")
    assert not match.over


def test_lowest_negative_total_wins() -> None:
    match = at_table(
        data=FEW_ROOFS | {"roofs.2": 1},
        rows={"B": "blue6+1 green5+1 yellow6"},
        certificates={"blue": 0, "green": 1, "yellow": 2},
        hands=[12, 12, 12, 12],
    )
    play(get_free(match, "roof", 2), "place B3")
    assert scores(match) == [-7, -6, -8, 0]
    assert match.ranking() == [(3,), (1,), (0,), (2,)]


# Data and options -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("corrections", "told"),
    [
        ({"start.cheques": 0}, "start.cheques"),
        ({"start.length": 10}, "start.length"),
        ({"board.rows": 4}, "shape of the box"),
        ({"roofs.1": -1}, "roofs.1"),
        ({f"roofs.{value}": 0 for value in range(1, 7)}, "1 to 30 are possible"),
        ({"white.A": [0, 11, "x", True]}, "white.A"),
    ],
)
def test_bad_corrections(corrections: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        game("estates").set_up(3, {}, corrections)


def test_corrected_numbers_are_played_with() -> None:
    match = new("estates", 3, seed=1, data={"start.cheques": 20, "white.B": []})
    assert hands(match) == [20, 20, 20]
    assert match.setup.notation[-1] == "bid 60"
    assert not match.setup.tables.white[12]


@pytest.mark.parametrize(
    "options", [{"max_length": 8}, {"max_length": 11}, {"min_length": 2}, {"rounds": 0}, {"rounds": 10}, {"money": "x"}]
)
def test_bad_options(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="is not possible; it can be"):
        game("estates").set_up(3, options)
