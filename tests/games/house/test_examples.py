"""Worked cases by number: B1–B14 of the basic game, E1–E23 of the expert one."""

from itertools import permutations

import pytest

from games.house.table import base_of, cell, element_counts, finish, names, play, refused, store, table
from kvartal.engine.match import Match
from kvartal.games import game
from kvartal.games.house.rules import cells as at

YELLOW = ["wD /m^", "b1 /m^", "b2 /m"]
RED = ["wD b1 /m^", "b1 w1 /m"]
BLUE = ["wD /m^", "b1 /m", "b1 /m", "w /m"]


def end_of_basic() -> Match:
    """The worked example: yellow, red, blue after the last round."""
    seats = {
        0: {"store": {}, "permit": 1, "house": YELLOW},
        1: {"store": {"brick": 1}, "permit": 1, "coins": 1, "house": RED},
        2: {"store": {}, "permit": 1, "house": BLUE},
    }
    return finish(table(3, "building", seats, round_=6))


def lines(match: Match, seat: int, rule: str) -> int:
    return sum(line.points for line in match.scores()[seat].lines if line.rule.id == rule)


@pytest.mark.rule("house.score.elements", "house.score.complete", "house.score.coins", "house.end.rounds")
@pytest.mark.parametrize(
    ("seat", "elements", "coins", "complete"), [(0, 15, 0, 4), (1, 13, 2, 4), (2, 16, 0, 0)], ids=["B1", "B2", "B3"]
)
def test_B1_B2_B3_the_worked_example(seat: int, elements: int, coins: int, complete: int) -> None:
    match = end_of_basic()
    assert lines(match, seat, "house.score.elements") == elements
    assert lines(match, seat, "house.score.coins") == coins
    assert lines(match, seat, "house.score.complete") == complete
    assert match.scores()[seat].total == elements + coins + complete
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.rule.id == "house.end.rounds"


@pytest.mark.rule("house.tie.size", "house.tie.goods")
def test_B4_equal_points_and_size_then_fewer_goods_left() -> None:
    match = end_of_basic()
    assert [match.scores()[seat].total for seat in range(3)] == [19, 19, 16]
    assert match.ranking() == [(0,), (1,), (2,)]
    larger = {0: {"store": {}, "house": ["w1 /m"]}, 1: {"store": {}, "house": ["w w w w"]}}
    assert finish(table(2, "building", larger, round_=6)).ranking() == [(1,), (0,)]
    shared = {0: {"store": {}, "house": ["w1"]}, 1: {"store": {}, "house": ["b1"]}}
    assert finish(table(2, "building", shared, round_=6)).ranking() == [(0, 1)]


@pytest.mark.rule("house.score.coins")
@pytest.mark.parametrize(
    ("coins", "points"),
    [((3, 3, 1), (2, 2, 0)), ((3, 1, 1, 0), (2, 1, 1, 0)), ((0, 0, 0), (0, 0, 0))],
    ids=["B5", "B6", "B7"],
)
def test_B5_B6_B7_coins_at_the_end(coins: tuple[int, ...], points: tuple[int, ...]) -> None:
    seats = {seat: {"coins": count, "store": {}} for seat, count in enumerate(coins)}
    match = finish(table(len(coins), "building", seats, round_=6))
    assert tuple(score.total for score in match.scores()) == points


@pytest.mark.rule("house.buy.order", "house.buy")
def test_B8_first_to_arrive_is_first_served() -> None:
    match = table(3, "buying", chips={"wood": [(2, 1), (0, 1), (1, 1)]})
    served = []
    while match.waiting and match.state.cells[at.PHASE] == at.BUYING:
        if match.setup.tables.kind[match.state.cells[at.HERE]] == at.WOOD:
            served.append(match.waiting[0])
        play(match, "take 0")
    assert served == [2, 0, 1]


@pytest.mark.rule("house.map", "house.move", "house.move.adjacent")
def test_B9_neighbours_of_the_windows() -> None:
    match = table(2)
    play(match, "place 0 at windows", "place 0 at bank")
    places = {name.split(" at ")[1] for name in names(match) if name.startswith("place")}
    assert places == {"cement", "bricks", "bank"}
    refused(match, "place 1 at exchange", "house.move.adjacent")


@pytest.mark.rule("house.die", "house.lock", "house.quality.basic", "house.material.locked")
@pytest.mark.parametrize("commit", ["all", "one_by_one"])
def test_B10_a_failed_and_a_successful_roll(commit: str) -> None:
    goods = {"wood": 2, "metal": 1, "brick": 2, "cement": 1}
    seats = {0: {"store": goods, "crews": ["card1"]}}
    if commit == "all":
        match = table(2, "arranging", seats)
        play(match, "group wood wall", "group brick wall", "done", "done")
    else:
        match = table(2, "building", seats, commit=commit)
    pool = list(match.state.cells[at.POOL : at.POOL + at.GOODS])
    play(match, "build wood wall", "= 5")
    assert match.to_json()["table"]["seats"][0]["locked"] == {"wood": 2, "metal": 1}
    refused(match, "build wood wall", "house.group.none" if commit == "all" else "house.material.locked")
    play(match, "build brick wall", "= 3", "at right")
    assert store(match) == {"wood": 2, "metal": 1}
    assert element_counts(match, 0) == {"brick wall": 1}
    pool[at.BRICK] += 2
    pool[at.CEMENT] += 1
    assert list(match.state.cells[at.POOL : at.POOL + at.GOODS]) == pool
    finish(match)
    assert match.to_json()["table"]["seats"][0]["locked"] == {}


@pytest.mark.rule("house.group", "house.material")
def test_B11_materials_of_a_plan() -> None:
    plan = ("group wood wall", "group roof", "group chimney")
    goods = {"wood": 4, "metal": 2, "brick": 2, "cement": 1}
    match = play(table(2, "arranging", {0: {"store": goods}}), *plan, seat=0)
    laid_out = match.to_json()["table"]["seats"][0]["laid_out"]
    assert laid_out == goods
    for good in goods:
        short = {key: count - (key == good) for key, count in goods.items()}
        for order in permutations(plan):
            match = table(2, "arranging", {0: {"store": short}})
            for step in order:
                if match.why(0, step) is None:
                    match.play(0, step)
            assert sum(match.to_json()["table"]["seats"][0]["groups"].values()) < 3


@pytest.mark.rule("house.demolish", "house.demolish.pool", "house.storeys", "house.at.roofed")
def test_B12_a_roof_makes_way_for_a_second_storey() -> None:
    seats = {0: {"store": {"wood": 2, "metal": 1}, "house": ["w1 /m", "b"]}}
    match = play(table(2, "arranging", seats), "group wood wall", "done", "done")
    roofs = match.state.cells[at.PIECE + at.ROOF]
    play(match, "demolish roof 1")
    assert match.state.cells[at.PIECE + at.ROOF] == roofs + 1
    assert store(match) == {"wood": 2, "metal": 1}  # what it cost is lost
    play(match, "build wood wall", "= 1", "at 1")
    walls = match.to_json()["table"]["seats"][0]["walls"]
    assert walls == {"1.1": "wood, window", "1.2": "wood", "2.1": "brick"}


@pytest.mark.rule("house.setup.goods")
@pytest.mark.parametrize(("players", "bricks"), [(2, 3), (3, 4)])
def test_B13_bricks_at_the_set_up(players: int, bricks: int) -> None:
    match = table(players)
    assert match.to_json()["table"]["shops"]["brick"] == bricks
    assert store(match) == {"wood": 1, "metal": 1, "brick": 1, "cement": 1}


@pytest.mark.rule("house.setup.builders")
@pytest.mark.parametrize(("players", "cards"), [(2, 1), (3, 2), (4, 3)])
def test_B14_builder_cards_at_the_set_up(players: int, cards: int) -> None:
    shown = table(players).to_json()["table"]["display"]
    assert sum(card != "none" for card in shown) == cards


# Expert ---------------------------------------------------------------------------------------------------------------

E_YELLOW = ["wD /m^", "b1 /m^", "b1 /m"]  # 3 walls, 3 roofs, 2 chimneys, 2 windows, 1 door: 14
E_RED = ["wD b1 /m^", "b1 w1 /t"]  # 4 walls, 2 roofs, 1 chimney, 3 windows, 1 door: 13


def end_of_expert(**changes: object) -> Match:
    seats = {
        0: {"permit": 1, "quality": 0, "privileges": ["fence", "sauna"], "house": E_YELLOW},
        1: {"permit": 1, "quality": 1, "loans": 2, "privileges": ["gym"], "house": E_RED, "garage": "w2"},
        2: {"quality": 2, "privileges": ["pond", "grill", "solar"], "house": ["w", "w"]},
    }
    return finish(table(3, "building", seats, round_=6, variant="expert", **changes))


@pytest.mark.rule("house.score.quality", "house.score.loans", "house.score.garage", "house.end.incomplete")
def test_E1_E2_the_worked_example() -> None:
    match = end_of_expert()
    assert lines(match, 0, "house.score.elements") == 14
    assert lines(match, 1, "house.score.elements") == 13
    assert lines(match, 1, "house.score.garage") == 5
    assert [match.scores()[seat].total for seat in (0, 1)] == [16, 17]
    assert match.ranking() == [(1,), (0,), (2,)]
    assert match.state.place(2) == 0
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)


@pytest.mark.rule("house.score.privileges")
def test_E3_privileges_of_an_unfinished_player_still_block_a_colour() -> None:
    match = end_of_expert()
    assert [lines(match, seat, "house.score.privileges") for seat in range(3)] == [1, 0, 2]
    green = [line.text for line in match.scores()[0].lines if line.rule.id == "house.score.privileges"]
    assert green == ["Most privileges: green"]
    tied = {0: {"privileges": ["pond"]}, 1: {"privileges": ["gym"]}}
    match = finish(table(2, "building", tied, round_=6, variant="expert"))
    assert [lines(match, seat, "house.score.privileges") for seat in range(2)] == [1, 1]


@pytest.mark.rule("house.score.loans", "house.loan")
@pytest.mark.parametrize(
    ("loans", "points"), [(0, 1), (1, -1), (2, -2), (3, -4), (4, -6), (5, -9), (6, -12), (7, -12), (13, -12)]
)
def test_E4_E22_loans_at_the_end(loans: int, points: int) -> None:
    match = finish(table(2, "building", {0: {"loans": loans}}, round_=6, variant="expert"))
    assert lines(match, 0, "house.score.loans") == points


@pytest.mark.rule("house.buy", "house.money")
def test_E5_goods_cost_their_price() -> None:
    seats = {0: {"money": 50}}
    match = table(2, "buying", seats, chips={"wood": [(0, 3)]}, prices={"wood": 4}, variant="expert")
    while match.setup.tables.kind[match.state.cells[at.HERE]] != at.WOOD:
        play(match, "take 0" if "take 0" in names(match) else "done")
    play(match, "take 2")
    assert cell(match, 0, at.MONEY) == 42
    assert store(match)["wood"] == 3


@pytest.mark.rule("house.office.money")
def test_E6_money_at_the_office() -> None:
    match = table(2, "buying", {0: {"money": 50}}, chips={"office": [(0, 3)]}, variant="expert")
    play(match, "office money")
    assert cell(match, 0, at.MONEY) == 62


def at_exchange(match: Match) -> Match:
    while match.setup.tables.kind[match.state.cells[at.HERE]] != at.EXCHANGE:
        play(match, "take 0" if "take 0" in names(match) else "done")
    return match


@pytest.mark.rule("house.hire")
def test_E7_hiring_a_builder_card() -> None:
    chips = {"exchange": [(0, 3)]}
    match = table(
        2, "buying", {0: {"money": 50}}, chips=chips, display=["card6", "card1"], discount=[0, 1], variant="expert"
    )
    at_exchange(match)
    play(match, "hire 1")
    assert (cell(match, 0, at.MONEY), cell(match, 0, at.QUALITY), cell(match, 0, at.SLOT)) == (44, -1, 5)
    assert match.setup.tables.card_workers[5] == 2
    play(match, "hire 2")  # price 2 with one coin on it
    assert cell(match, 0, at.MONEY) == 43
    assert match.to_json()["table"]["discount"] == [0] * 5


@pytest.mark.rule("house.order")
def test_E8_the_turn_order_changes() -> None:
    match = table(3, "buying", chips={"order": [(1, 2)]}, track=[0, 1, 2], variant="expert", seed=1)
    while match.state.cells[at.PHASE] == at.BUYING:
        play(match, "take 0" if "take 0" in names(match) else "done")
    assert list(match.state.cells[at.TRACK : at.TRACK + 3]) == [1, 0, 2]


@pytest.mark.rule("house.prices")
def test_E9_a_scarce_good_becomes_dearer_up_to_the_end_of_its_track() -> None:
    match = table(3, "building", shops={"metal": 3, "wood": 6}, prices={"metal": 5}, variant="expert", seed=1)
    finish(match)
    assert match.to_json()["table"]["prices"]["metal"] == 6
    assert match.to_json()["table"]["prices"]["wood"] == 2  # plenty left: cheaper
    match = table(3, "building", shops={"metal": 4}, prices={"metal": 6, "wood": 1}, variant="expert", seed=1)
    finish(match)
    assert match.to_json()["table"]["prices"]["metal"] == 6
    assert match.to_json()["table"]["prices"]["wood"] == 1


@pytest.mark.rule("house.crew", "house.crew.tired")
def test_E10_two_walls_by_two_crews() -> None:
    goods = {"wood": 2, "metal": 1, "brick": 2, "cement": 1}
    seats = {0: {"store": goods, "crews": ["card4", "card7"]}}  # 2 and 3 workers, and the printed one
    match = table(2, "building", seats, variant="expert")
    play(match, "build wood wall", "crew 1", "at right")
    play(match, "build brick wall")
    refused(match, "crew 1", "house.crew.tired")
    play(match, "crew 2", "at right")
    assert match.to_json()["table"]["seats"][0]["tired"] == [0, 1, 1, 0, 0]


@pytest.mark.rule("house.workers.few", "house.material")
def test_E11_what_a_brick_wall_takes() -> None:
    seats = {0: {"store": {"brick": 2, "cement": 1}, "crews": ["card4"]}}
    match = play(table(2, "building", seats, variant="expert"), "build brick wall")
    assert store(match) == {}
    assert names(match) == ["crew 1"]
    alone = table(2, "building", {0: {"store": {"brick": 2, "cement": 1}}}, variant="expert")
    refused(alone, "build brick wall", "house.workers.few")
    poor = table(2, "building", {0: {"store": {"brick": 1, "cement": 1}, "crews": ["card4"]}}, variant="expert")
    refused(poor, "build brick wall", "house.material")


@pytest.mark.rule("house.privilege.cash", "house.fair", "house.step.cash")
def test_E12_the_windmill_is_cashed_on_receipt() -> None:
    chips = {"fair": [(0, 3)]}
    match = table(2, "buying", {0: {"money": 50}}, chips=chips, fair=["windmill", "gym"], variant="expert")
    play(match, "choose windmill")
    refused(match, "done", "house.step.cash")
    assert names(match) == ["keep", "cash"]
    other = play(match.at(1), "keep")
    play(match, "cash")
    assert cell(match, 0, at.MONEY) == 65
    assert match.to_json()["table"]["privileges"]["windmill"] == "box"
    assert other.to_json()["table"]["privileges"]["windmill"] == "seat 0"
    assert cell(other, 0, at.MONEY) == 50


@pytest.mark.rule("house.setup.order")
def test_E13_money_by_position() -> None:
    match = Match(game("house").set_up(4, {"variant": "expert"}))
    track = match.state.cells[at.TRACK : at.TRACK + 4]
    assert sorted(track) == [0, 1, 2, 3]
    assert [cell(match, seat, at.MONEY) for seat in track] == [84, 86, 88, 90]


@pytest.mark.rule("house.refill.levels", "house.refill")
@pytest.mark.parametrize(("players", "setup", "refill"), [(2, 4, 5), (3, 7, 6), (4, 9, 8)])
def test_E14_wood_at_the_set_up_and_at_the_refill(players: int, setup: int, refill: int) -> None:
    match = table(players, variant="expert")
    assert match.to_json()["table"]["shops"]["wood"] == setup
    for left in (0, refill - 1, refill, refill + 1):
        match = finish(table(players, "building", shops={"wood": left}, variant="expert", seed=1))
        assert match.to_json()["table"]["shops"]["wood"] == max(left, refill)


@pytest.mark.rule("house.setup.goods")
def test_E15_start_prices() -> None:
    prices = table(2, variant="expert").to_json()["table"]["prices"]
    assert prices == {"brick": 3, "wood": 3, "metal": 4, "cement": 3, "window": 7, "door": 10}


@pytest.mark.rule("house.setup.builders")
@pytest.mark.parametrize(("players", "cards"), [(2, 3), (3, 4), (4, 5)])
def test_E16_builder_cards_on_display(players: int, cards: int) -> None:
    shown = table(players, variant="expert").to_json()["table"]["display"]
    assert sum(card != "none" for card in shown) == cards


@pytest.mark.rule("house.builders.coin", "house.builders.free")
def test_E17_a_card_gets_cheaper_and_leaves() -> None:
    match = table(2, "building", display=["card1", "card4", "card7"], variant="expert", seed=1)
    finish(match)
    assert match.to_json()["table"]["discount"][:3] == [1, 1, 1]
    assert match.to_json()["table"]["display"][:3] == ["card1", "card4", "card7"]
    match = table(2, "building", display=["card1", "card4", "card7"], discount=[1, 1, 1], variant="expert", seed=1)
    finish(match)
    gone = match.to_json()["table"]
    assert gone["builders_gone"] == {"card1": 1}
    assert gone["discount"][:3] == [0, 2, 2]
    assert gone["display"][0] != "none"  # replaced in the same refill


@pytest.mark.rule("house.loan", "house.money")
@pytest.mark.parametrize(
    ("money", "cost", "loans", "left"),
    [(5, 8, 1, 17), (5, 5, 1, 20), (6, 5, 0, 1), (1, 60, 3, 1)],
    ids=["E18", "E19", "enough", "several"],
)
def test_E18_E19_loans_come_by_themselves(money: int, cost: int, loans: int, left: int) -> None:
    from kvartal.games.house.rules.crews import pay

    match = table(2, seats={0: {"money": money}}, variant="expert")
    state = match.state.copy()
    pay(state.cells, base_of(0), match.setup.tables, cost)
    assert (state.cells[base_of(0) + at.LOANS], state.cells[base_of(0) + at.MONEY]) == (loans, left)


@pytest.mark.rule("house.centre", "house.centre.neighbours", "house.map")
def test_E20_neighbours_of_the_windows() -> None:
    match = table(2, variant="expert")
    play(match, "place 0 at windows", "place 0 at fair")
    places = {name.split(" at ")[1] for name in names(match) if name.startswith("place")}
    assert places == {"cement", "bricks", "fair", "order"}
    play(match, "place 1 at fair")
    assert "place 1 at order" in names(match)  # beside the fair, and a place of its own


@pytest.mark.rule("house.score.garage", "house.garage.begun", "house.garage")
@pytest.mark.parametrize(
    ("garage", "points", "elements"), [("w", 1, 0), ("w1", 1, 0), ("b2", 5, 0), ("w2/m^", 5, 3), ("w/t", 1, 2)]
)
def test_E21_the_garage(garage: str, points: int, elements: int) -> None:
    match = table(2, "building", {0: {"house": [], "garage": garage}}, variant="expert")
    scored = lines(match, 0, "house.score.garage") + lines(match, 0, "house.garage.begun")
    assert (scored, lines(match, 0, "house.score.elements")) == (points, elements)


@pytest.mark.rule("house.fair.turn", "house.setup.privileges")
def test_E23_the_fair_moves_on() -> None:
    match = table(
        2, "building", {0: {"privileges": ["solar"]}}, fair=["gym"], coming=["pond", "lawn"], variant="expert", seed=1
    )
    finish(match)
    where = match.to_json()["table"]["privileges"]
    assert (where["gym"], where["pond"], where["lawn"], where["solar"]) == ("box", "current", "current", "seat 0")
    assert list(where.values()).count("next") == 2
