"""What happens by itself in Mr House, and how contradictions of the rulebook are read (`RULINGS`)."""

from typing import Any

import pytest

from games.house.table import base_of, cell, finish, names, play, refused, store, table
from kvartal.engine.match import Match
from kvartal.engine.state import NOBODY, UNKNOWN
from kvartal.games import game
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.keys import PLACE_KEYS

ALL_GOODS = {"wood": 5, "metal": 5, "brick": 5, "cement": 5, "window": 3, "door": 3}


def here(match: Match) -> str:
    return PLACE_KEYS[match.setup.tables.kind[match.state.cells[at.HERE]]]


def decline(match: Match) -> None:
    play(match, "take 0" if "take 0" in names(match) else "done")


def until(match: Match, building: str) -> Match:
    while match.state.cells[at.PHASE] == at.BUYING and here(match) != building:
        decline(match)
    return match


def through_purchases(match: Match) -> Match:
    while match.state.cells[at.PHASE] == at.BUYING:
        decline(match)
    return match


def lacks(match: Match, seat: int = 0) -> str:
    return match.view(seat).notes()[0].removeprefix(f"Player {seat + 1}: ")


# Town -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("house.setup.first")
def test_the_first_player_is_drawn_and_the_lead_goes_clockwise() -> None:
    match = table(3)
    assert match.setup.streams[0].outcomes == ("0", "1", "2")
    fresh = Match(game("house").set_up(3))
    assert fresh.entries[0].seat == NOBODY
    assert fresh.waiting == (fresh.entries[0].code,)
    match = finish(table(3, "building", starter=2))
    assert match.waiting == (0,)


@pytest.mark.rule("house.move.never_stuck")
@pytest.mark.parametrize(
    "options",
    [{"variant": "basic"}, {"variant": "expert"}, {"variant": "expert", "centre": "one"}],
    ids=["basic", "expert", "centre=one"],
)
def test_nobody_is_ever_stuck(options: dict[str, str]) -> None:
    """Every set of buildings that up to four chips can occupy leaves a free neighbour."""
    match = table(2, **options)
    state, positions = match.state, 0
    seen: set[tuple[int, ...]] = set()
    todo: list[tuple[int, ...]] = [()]
    while todo:
        occupied = todo.pop()
        trial = state.copy()
        for place in range(match.setup.tables.places):
            trial.cells[base_of(0) + at.CHIP + place] = -1
        for place in occupied:
            trial.cells[base_of(0) + at.CHIP + place] = 0
        reach = {code % at.PLACES for code in trial.moves(0, at.MOVES) if code < at.TAKE}
        # chips of value 0 run out in this trial, but other values remain in hand
        assert reach, occupied
        positions += 1
        if len(occupied) < 4:
            for place in reach:
                following = tuple(sorted((*occupied, place)))
                if following not in seen:
                    seen.add(following)
                    todo.append(following)
    if options == {"variant": "basic"}:
        assert sum(1 for each in seen if len(each) <= 4) == 79


@pytest.mark.rule("house.reveal", "house.buy.order")
def test_basic_chips_turn_up_one_by_one_and_expert_towers_at_once() -> None:
    chips = {"cement": [(0, 2), (1, 1), (2, 3)]}
    for variant, seen in (("basic", [2, UNKNOWN, UNKNOWN]), ("expert", [2, 1, 3])):
        match = until(table(3, "buying", chips=chips, variant=variant), "cement")
        known = match.view(None).known
        place = match.state.cells[at.HERE]
        assert [known.cells[base_of(seat) + at.CHIP + place] for seat in range(3)] == seen
        later = [known.cells[base_of(seat) + at.CHIP + 8] for seat in range(3)]
        assert set(later) <= {UNKNOWN, -1}


@pytest.mark.rule("house.chip.zero", "house.bank", "house.office.basic")
def test_basic_bank_and_office() -> None:
    chips = {"bank": [(0, 0), (1, 1), (2, 3)], "office": [(1, 0), (2, 1), (0, 3)]}
    match = table(3, "buying", {2: {"permit": 1}}, chips=chips)
    assert [cell(match, seat, at.COINS) for seat in range(3)] == [0, 1, 1]  # the value does not matter
    # seat 1 came first with a 0, seat 2 has a permit: the third chip gets it
    assert [cell(match, seat, at.PERMIT) for seat in range(3)] == [1, 0, 1]
    assert match.to_json()["table"]["permits"] == 2


@pytest.mark.rule("house.chip.zero", "house.fair", "house.decline", "house.office.choice")
def test_fair_and_office_serve_two_and_who_declines_uses_no_place() -> None:
    chips = {
        "fair": [(0, 0), (1, 1), (2, 1), (3, 2)],
        "office": [(3, 1), (2, 2), (1, 3), (0, 3)],
    }
    match = table(4, "buying", chips=chips, fair=["solar", "gym"], variant="expert")
    assert match.waiting == (1,)  # the chip of 0 gets nothing
    play(match, "1: done", "2: choose gym", "3: choose solar")
    assert here(match) == "office"
    play(match, "3: done", "2: office quality")
    assert [name for name in names(match) if name.startswith("office")] == ["office permit", "office money"]
    play(match, "1: office permit")
    assert here(match) != "office"  # two were served; the fourth chip comes too late
    assert (cell(match, 2, at.QUALITY), cell(match, 1, at.PERMIT)) == (-2, 1)


@pytest.mark.rule("house.hire.basic")
def test_basic_exchange() -> None:
    chips = {"exchange": [(0, 3), (1, 1), (2, 2)]}
    match = until(table(3, "buying", {0: {"crews": ["card1"] * 4}}, chips=chips), "exchange")
    assert match.waiting == (1,)  # four slots are full: nothing to ask seat 0
    play(match, "take 1")
    assert (match.waiting, here(match)) == ((2,), "exchange")
    play(match, "take 0")
    through_purchases(match)
    assert [cell(match, seat, at.SLOT) for seat in (1, 2)] == [0, -1]
    short = until(table(2, "buying", chips={"exchange": [(0, 1), (1, 1)]}), "exchange")
    play(short, "take 1")
    assert here(short) != "exchange"  # one card for two players


@pytest.mark.rule("house.order", "house.order.next", "house.build.order")
def test_a_new_order_counts_from_the_next_round_and_building_keeps_the_old_leader() -> None:
    match = table(3, "buying", chips={"order": [(2, 1), (1, 0), (0, 3)]}, track=[1, 0, 2], variant="expert", seed=1)
    through_purchases(match)
    assert list(match.state.cells[at.TRACK : at.TRACK + 3]) == [2, 0, 1]
    order = []
    while match.state.cells[at.PHASE] == at.BUILDING:
        order.append(match.waiting[0])
        play(match, "done")
    assert order == [1, 2, 0]  # clockwise from whoever led
    assert match.waiting == (2,)


@pytest.mark.rule("house.hire.push", "house.crew.rest")
def test_slots() -> None:
    def hired(crews: list[str | None]) -> list[str]:
        seats = {0: {"crews": crews, "privileges": ["boiler"]}}
        match = play(table(2, "building", seats, variant="expert"), "use boiler", "= card8")
        found: list[str] = match.to_json()["table"]["seats"][0]["crews"]
        return found

    assert hired([None, "card1", None, None]) == ["card8", "card1", "none", "none"]
    assert hired(["card1", None, "card2", None]) == ["card8", "card1", "card2", "none"]
    assert hired(["card1", "card2", None, "card4"]) == ["card8", "card1", "card2", "card4"]
    assert hired(["card1", "card2", "card4", "card5"]) == ["card8", "card1", "card2", "card4"]
    seats = {0: {"crews": ["card1", None, "card4", "card5"], "tired": [0, 1]}}
    match = finish(table(2, "building", seats, variant="expert", seed=1))
    after = match.to_json()["table"]
    assert after["seats"][0]["crews"] == ["none", "card1", "none", "card4"]
    assert after["seats"][0]["tired"] == [0] * 5
    assert after["builders_gone"]["card5"] == 1


# Money, coins, privileges ---------------------------------------------------------------------------------------------


@pytest.mark.rule("house.coins", "house.coins.back", "house.any_time")
def test_coins_at_any_decision_of_ones_own() -> None:
    seats = {0: {"coins": 3}}
    for match in (
        table(2, seats=seats),
        table(2, "buying", seats, chips={"cement": [(0, 1)]}),
        table(2, "building", seats),
    ):
        coins = match.state.cells[at.COIN_POOL]
        play(match, "change wood")
        assert store(match)["wood"] == 2
        assert (cell(match, 0, at.COINS), match.state.cells[at.COIN_POOL]) == (2, coins + 1)
    arranging = play(table(2, "arranging", seats), "change wood", "done", "done")
    assert (store(arranging)["wood"], cell(arranging, 0, at.COINS)) == (2, 2)


@pytest.mark.rule("house.any_time.order", "house.pool.short")
@pytest.mark.parametrize("starter", [0, 1])
def test_coins_while_arranging_are_served_in_building_order(starter: int) -> None:
    """One cement in the pool, both ask for it; whoever builds later keeps the coin and loses the group."""
    goods = {"brick": 1}
    seats: dict[int, dict[str, Any]] = {0: {"coins": 1, "store": goods}, 1: {"coins": 1, "store": goods}}
    match = table(3, "arranging", seats, pool={"cement": 1}, starter=starter)
    for seat in (0, 1):
        play(match, f"{seat}: change cement", f"{seat}: group chimney", f"{seat}: done")
    assert match.state.cells[at.POOL + at.CEMENT] == 1  # nothing happens before all are ready
    play(match, "2: done")
    late = 1 - starter
    assert (cell(match, starter, at.COINS), cell(match, late, at.COINS)) == (0, 1)
    assert match.to_json()["table"]["seats"][starter]["groups"] == {"chimney": 1}
    assert match.to_json()["table"]["seats"][late]["groups"] == {}
    assert match.to_json()["table"]["seats"][late]["laid_out"] == {}
    assert match.state.cells[at.POOL + at.CEMENT] == 0


@pytest.mark.rule("house.loan.repay", "house.any_time")
def test_loans_are_repaid_at_any_decision() -> None:
    seats = {0: {"money": 45, "loans": 3}}
    for match in (
        table(2, seats=seats, variant="expert"),
        table(2, "buying", seats, chips={"office": [(0, 1)]}, variant="expert"),
        table(2, "building", seats, variant="expert"),
    ):
        play(match, "repay", "repay")
        assert (cell(match, 0, at.MONEY), cell(match, 0, at.LOANS)) == (5, 1)
        refused(match, "repay", "house.loan.money")


@pytest.mark.rule("house.privilege.goods", "house.privilege.leaves")
@pytest.mark.parametrize(
    ("card", "good"), [("insulation", "brick"), ("fence", "wood"), ("fireplace", "cement"), ("grill", "metal")]
)
def test_goods_for_nothing(card: str, good: str) -> None:
    match = table(2, "building", {0: {"store": {}, "privileges": [card], "money": 50}}, variant="expert")
    play(match, f"use {card}")
    assert store(match) == {good: 2}
    assert cell(match, 0, at.MONEY) == 50
    assert match.to_json()["table"]["privileges"][card] == "box"


@pytest.mark.rule("house.privilege.short", "house.pool.short")
def test_a_short_pool_and_the_end_of_the_quality_track() -> None:
    seats = {0: {"store": {}, "privileges": ["fence", "solar"], "quality": 9}}
    match = play(table(2, "building", seats, pool={"wood": 1}, variant="expert"), "use fence", "use solar")
    assert store(match) == {"wood": 1}
    assert cell(match, 0, at.QUALITY) == 9
    coins = table(4, "buying", {0: {"coins": 19}}, chips={"bank": [(1, 1), (2, 2), (3, 1)]})
    assert [cell(coins, seat, at.COINS) for seat in range(4)] == [19, 1, 0, 0]


@pytest.mark.rule("house.privilege.buy", "house.loan")
@pytest.mark.parametrize(
    ("card", "good", "price"),
    [("eco_windows", "window", 2), ("pond", "window", 2), ("gazebo", "door", 5), ("gym", "door", 5)],
)
def test_windows_and_doors_at_a_fixed_price(card: str, good: str, price: int) -> None:
    seats = {0: {"store": {}, "privileges": [card], "money": price}}
    match = play(table(2, "building", seats, variant="expert"), f"use {card}")
    assert store(match) == {good: 1}
    assert (cell(match, 0, at.MONEY), cell(match, 0, at.LOANS)) == (20, 1)


@pytest.mark.rule("house.privilege.quality", "house.quality.start")
@pytest.mark.parametrize("card", ["solar", "driveway", "sauna"])
def test_one_step_of_quality(card: str) -> None:
    match = table(2, "building", {0: {"privileges": [card]}}, variant="expert")
    assert cell(match, 0, at.QUALITY) == -3
    assert cell(play(match, f"use {card}"), 0, at.QUALITY) == -2


@pytest.mark.rule("house.privilege.hire")
@pytest.mark.parametrize("card", ["boiler", "plants"])
def test_the_top_builder_card(card: str) -> None:
    seats = {0: {"privileges": [card], "money": 50, "store": {"wood": 2, "metal": 1}}}
    match = play(table(2, "building", seats, variant="expert"), f"use {card}", "= card6")
    assert (cell(match, 0, at.MONEY), cell(match, 0, at.QUALITY)) == (48, -1)  # 2 for it, two stars at once
    play(match, "build wood wall", "crew 1", "at right")  # the crew is fresh


@pytest.mark.rule("house.any_time", "house.privilege.time")
def test_privileges_during_purchases_and_building_only() -> None:
    seats = {0: {"privileges": ["solar"]}}
    assert "use solar" not in names(table(2, seats=seats, variant="expert"))
    assert "use solar" in names(table(2, "buying", seats, chips={"office": [(0, 1)]}, variant="expert"))
    assert "use solar" in names(table(2, "building", seats, variant="expert"))


# Building -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("house.group.commit", "house.group")
def test_groups_are_committed_and_one_without_a_place_has_failed() -> None:
    match = table(2, "arranging", {0: {"store": ALL_GOODS}})
    play(match, "0: group wood wall", "0: group window", "0: done")
    assert match.view(1).known.cells[base_of(0) + at.GROUPS] == 0  # nobody sees it yet
    assert match.view(0).known.cells[base_of(0) + at.GROUPS] == 1
    play(match, "1: done", "build wood wall", "= 6")
    refused(match, "build window", "house.prerequisite")
    refused(match, "build wood wall", "house.group.none")  # not committed twice, though there are materials
    assert store(match) == ALL_GOODS
    play(match, "done")
    assert match.to_json()["table"]["seats"][0]["locked"] == {"wood": 2, "metal": 1, "cement": 1, "window": 1}
    play(match, "done")
    assert match.to_json()["table"]["seats"][0]["locked"] == {}


@pytest.mark.rule("house.build.one_by_one")
def test_one_by_one_needs_no_laying_out() -> None:
    match = table(2, "buying", {0: {"store": {"wood": 4, "metal": 2}}}, chips={}, commit="one_by_one")
    through_purchases(match)
    play(match, "build wood wall", "= 6", "build wood wall", "= 1", "at left")
    refused(match, "build wood wall", "house.material.locked")


@pytest.mark.rule("house.quality.basic", "house.die")
@pytest.mark.parametrize(("option", "hired", "quality"), [("two", 0, 2), ("two", 1, 3), ("two", 4, 6), ("one", 1, 2)])
def test_quality_is_the_highest_roll_that_builds(option: str, hired: int, quality: int) -> None:
    for roll in range(1, 7):
        seats = {0: {"store": {"wood": 2, "metal": 1}, "crews": ["card1"] * hired}}
        match = table(2, "building", seats, quality=option, commit="one_by_one")
        play(match, "build wood wall", f"= {roll}")
        assert ("at right" in names(match)) == (roll <= quality)


@pytest.mark.rule("house.mount", "house.at.once")
@pytest.mark.parametrize("kind", ["window", "door"])
def test_windows_and_doors_are_mounted_and_their_tokens_stay_in_the_house(kind: str) -> None:
    seats = {0: {"store": {kind: 1, "cement": 1}, "house": ["w"]}}
    match = table(2, "building", seats, commit="one_by_one")
    pool = match.to_json()["table"]["pool"]
    play(match, f"build {kind}", "= 1", "at 1.1")
    after = match.to_json()["table"]["pool"]
    assert after["cement"] == pool["cement"] + 1
    assert after[kind] == pool[kind]
    assert store(match) == {}
    lacking = table(2, "building", {0: {"store": {kind: 1}, "house": ["w"]}}, commit="one_by_one")
    refused(lacking, f"build {kind}", "house.material")
    no_mount = {f"basic.recipe.{kind}.cement": 0}
    free = table(2, "building", {0: {"store": {kind: 1}, "house": ["w"]}}, data=no_mount, commit="one_by_one")
    play(free, f"build {kind}", "= 1", "at 1.1")


@pytest.mark.rule("house.roof.basic")
def test_basic_roofs_come_from_one_stock() -> None:
    assert table(2).to_json()["table"]["pieces"]["metal roof"] == 40
    assert table(2, variant="expert").to_json()["table"]["pieces"]["metal roof"] == 20


@pytest.mark.rule("house.storeys")
def test_walls_at_either_end_and_on_top() -> None:
    goods = {"wood": 4, "metal": 2, "brick": 2, "cement": 1}
    seats = {0: {"store": goods, "house": ["b1 /m^"]}}
    match = table(2, "building", seats, commit="one_by_one")
    play(match, "build wood wall", "= 1", "at left")
    play(match, "build brick wall", "= 1", "at 1")
    play(match, "build wood wall", "= 2", "at right")
    now = match.to_json()["table"]["seats"][0]
    assert now["walls"] == {"1.1": "wood", "1.2": "brick", "2.1": "brick, window", "3.1": "wood"}
    assert (now["roofs"][:3], now["chimneys"][:3]) == (["none", "metal", "none"], [0, 1, 0])


@pytest.mark.rule("house.demolish", "house.demolish.pool")
def test_a_wall_takes_all_it_carries_and_the_row_closes_up() -> None:
    seats = {0: {"house": ["w1", "b2 wD b1 /t^", "w /m"], "garage": "b2/t^", "store": {}}}
    match = table(2, "building", seats, variant="expert")
    play(match, "demolish wall 2.2")
    assert match.to_json()["table"]["seats"][0]["walls"]["2.1"] == "brick, 2 windows"
    play(match, "demolish opening 2.1")
    assert match.to_json()["table"]["seats"][0]["walls"]["2.1"] == "brick, window"
    play(match, "demolish wall 2.1")
    now = match.to_json()["table"]["seats"][0]
    assert now["walls"] == {"1.1": "wood, window", "2.1": "wood"}
    assert now["roofs"][:2] == ["none", "metal"]
    play(match, "demolish garage door", "demolish garage chimney", "demolish garage roof", "demolish garage")
    play(match, "demolish roof 2", "demolish wall 2.1", "demolish wall 1.1")
    fresh = table(2, "building", {0: {"store": {}}}, variant="expert")
    for part in ("pool", "pieces"):
        assert match.to_json()["table"][part] == fresh.to_json()["table"][part]
    assert store(match) == {}


@pytest.mark.rule("house.refill", "house.pool.short")
def test_refill_tops_up_and_never_removes() -> None:
    match = finish(table(2, "building", shops={"wood": 9, "metal": 1, "brick": 0}, pool={"brick": 2}))
    shops = match.to_json()["table"]["shops"]
    assert (shops["wood"], shops["metal"], shops["brick"]) == (9, 4, 2)


@pytest.mark.rule("house.builders.deck")
def test_an_empty_deck_leaves_the_display_short() -> None:
    few = {f"expert.builders.card{n}.copies": 0 for n in range(1, 9)} | {"expert.builders.card7.copies": 1}
    match = finish(table(2, "building", data=few, variant="expert", seed=1))
    assert match.to_json()["table"]["display"].count("none") == 4
    two = finish(table(4, "building", data={"pool.builder": 28}, seed=1))
    assert two.to_json()["table"]["display"].count("none") == 2


# Complete or not ------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "house.complete.walls",
    "house.complete.roofs",
    "house.complete.chimney",
    "house.complete.door",
    "house.complete.windows",
    "house.complete.permit",
)
@pytest.mark.parametrize(
    ("house", "permit", "basic", "expert"),
    [
        (["wD /m^", "b1 /m"], 1, "", ""),
        (["wD /m^", "b1 /m"], 0, "no permit", "no permit"),
        (["wD b1 /m^"], 1, "", "1 roof is missing"),
        (["wD /m", "b1 /m"], 1, "no chimney", "no chimney"),
        (["w1 /m^", "b1 /m"], 1, "no door; no wall is free for the door", "no door; no wall is free for the door"),
        (["w /m^", "b1 /m"], 1, "no door", "no door"),
        (["wD /m^", "b1 /m", "b w /m"], 1, "2 walls without a window", "2 walls without a window"),
        (["wD /m^", "b /m"], 1, "1 wall without a window", "1 wall without a window"),
        (["wD /m^", "b1"], 1, "1 roof is missing", "1 roof is missing"),
        (["wD /m^"], 1, "1 wall is missing", "1 wall is missing; 1 roof is missing"),
        (
            [],
            0,
            "2 walls are missing; no door; 1 roof is missing; no chimney; no permit",
            "2 walls are missing; no door; 2 roofs are missing; no chimney; no permit",
        ),
    ],
)
def test_what_a_house_lacks(house: list[str], permit: int, basic: str, expert: str) -> None:
    for variant, expected in (("basic", basic), ("expert", expert)):
        match = table(2, "building", {0: {"house": house, "permit": permit}}, round_=6, variant=variant)
        assert lacks(match) == (expected or "the house is complete")
        assert match.view(0).facts()["notes"] == match.view(0).notes()
        finish(match)
        assert (match.state.place(0) > 0) == (variant == "basic" or not expected)
        complete = any(line.rule.id == "house.score.complete" for line in match.scores()[0].lines)
        assert complete == (variant == "basic" and not expected)


@pytest.mark.rule("house.end.nobody", "house.end.incomplete")
def test_nobody_wins_without_a_house() -> None:
    match = finish(table(3, "building", round_=6, variant="expert"))
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.winners == ()
    assert [match.state.place(seat) for seat in range(3)] == [0, 0, 0]
    assert [score.total for score in match.scores()] == [-2, -2, -2]  # shown all the same: −3 and no loans


HOUSE = ["wD /m^", "b1 /m"]
LARGE = ["wD w1 /m^", "b1 /m"]


@pytest.mark.rule("house.tie.expert", "house.tie.size")
@pytest.mark.parametrize(
    ("one", "two"),
    [
        ({"loans": 0, "quality": 0, "money": 5}, {"loans": 1, "quality": 2, "money": 90}),
        ({"money": 20}, {"money": 19}),
        ({"quality": 2, "house": HOUSE}, {"quality": 0, "house": LARGE}),
        ({"house": HOUSE, "garage": ""}, None),
    ],
    ids=["loans", "money", "quality", "shared"],
)
def test_expert_ties(one: dict[str, Any], two: dict[str, Any] | None) -> None:
    frame: dict[str, Any] = {"permit": 1, "quality": 0, "money": 30, "house": HOUSE}
    match = table(2, "building", {0: frame | (two or one), 1: frame | one}, round_=6, variant="expert")
    finish(match)
    assert match.scores()[0].total == match.scores()[1].total
    assert match.ranking() == ([(0, 1)] if two is None else [(1,), (0,)])


@pytest.mark.rule("house.tie.size")
def test_the_garage_does_not_make_a_house_larger() -> None:
    frame: dict[str, Any] = {"permit": 1, "quality": 0, "money": 30}
    # equal points, loans, money and quality: a garage wall (1) against a second window (1)
    seats = {0: frame | {"house": HOUSE, "garage": "w"}, 1: frame | {"house": ["wD /m^", "b2 /m"]}}
    assert finish(table(2, "building", seats, round_=6, variant="expert")).ranking() == [(0, 1)]
    # a third wall with its window against a second chimney and a second window: the larger house wins
    seats = {0: frame | {"house": ["wD /m^", "b2 /m^"]}, 1: frame | {"house": ["wD /m^", "b1 w1 /m"]}}
    match = finish(table(2, "building", seats, round_=6, variant="expert"))
    assert match.scores()[0].total == match.scores()[1].total
    assert match.ranking() == [(1,), (0,)]
