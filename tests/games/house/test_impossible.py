"""Mr House positions typed in: what follows need not be told, and what cannot be is named."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

import kvartal
from kvartal.games import game

HOUSE = game("house")
Table = dict[str, Any]
Change = Callable[[Table], object]


def at_phase(phase: str, round_: int, variant: str, **wanted: object) -> dict[str, Any]:
    """The first moment of a sensible game of three in a phase of a round where some fields hold what is wanted."""
    for seed in range(1, 20):
        match = kvartal.new("house", players=3, seed=seed, variant=variant)
        rng = random.Random(seed)
        while not match.over and match.to_json()["table"]["round"] <= round_:
            value = match.to_json()
            here = {"phase": phase, "round": round_} | wanted
            if all(value["table"][name] == each for name, each in here.items()):
                return value
            seat = match.waiting[0]
            move = rng.choice(match.moves(seat)) if rng.random() < 0.1 else HOUSE.greedy(match.view(seat))
            match.play(seat, move)
    raise AssertionError((phase, round_, wanted))


def base_only(value: dict[str, Any]) -> dict[str, Any]:
    """Without what follows from the rest, as a person would type it."""
    layout = HOUSE.set_up(value["players"], value["options"]).layout
    value = copy.deepcopy(value)
    for block, fields in [(value["table"], layout.table), *((s, layout.seat) for s in value["table"]["seats"])]:
        for each in fields:
            if each.derived:
                del block[each.name]
    return value


def problems_of(value: dict[str, Any]) -> list[str]:
    try:
        match = kvartal.position(base_only(value))
    except kvartal.BadPosition as bad:
        return bad.problems
    assert match.to_json() == value
    return []


def seat(n: int = 0, **fields: Any) -> Change:
    return lambda table: table["seats"][n].update(fields)


def put(**fields: Any) -> Change:
    return lambda table: table.update(fields)


MOVING = at_phase("moving", 3, "basic")
FIRST = at_phase("moving", 1, "basic")
SHOP = at_phase("buying", 2, "basic", building="5 bricks")
ARRANGING = at_phase("arranging", 2, "basic")
BUILDING = at_phase("building", 2, "basic", waiting_for="nothing")
EXPERT = at_phase("moving", 3, "expert")
FAIR = at_phase("buying", 2, "expert", building="1 fair")
OFFICE = at_phase("buying", 2, "expert", building="2 office")
CREW = at_phase("building", 3, "expert", step="crew")
TABLES = (MOVING, FIRST, SHOP, ARRANGING, BUILDING, EXPERT, FAIR, OFFICE, CREW)
WALLS = {"1.1": "wood", "2.1": "brick, window"}


@pytest.mark.parametrize("value", TABLES, ids=lambda value: f"{value['table']['phase']} {value['options']['variant']}")
def test_what_was_played_has_no_problems_and_reads_back(value: dict[str, Any]) -> None:
    assert problems_of(value) == []


@pytest.mark.parametrize(
    ("begin", "change", "says"),
    [
        # Phases and steps
        (MOVING, put(phase="over"), "phase: the game is over after round 6"),
        (MOVING, put(phase="preparing"), "in the basic game nothing is drawn between rounds"),
        (MOVING, put(waiting_for="die"), "waiting_for: nobody asks chance for this while moving"),
        (MOVING, put(step="crew"), "step: a crew and a place belong to building"),
        (MOVING, put(element="chimney"), "element: it is named exactly while it is in work"),
        (MOVING, put(building="3 cement", queue=0), "building, queue: only during purchases"),
        (EXPERT, put(phase="arranging"), "phase: groups are not arranged with these options"),
        (EXPERT, put(card="solar"), "card: a privilege is named while it is kept or cashed"),
        (FIRST, put(phase="setting up", waiting_for="first player", round=2), "round: 1 while setting up"),
        # Whose turn it is
        (MOVING, lambda t: t.update(active=(t["active"] + 1) % 3), "active: after 0 chips it is the turn of seat"),
        (EXPERT, lambda t: t.update(turn_order=["0", "0", "1", "none"]), "turn_order: every seat stands on it once"),
        (EXPERT, lambda t: t.update(starter=(t["starter"] + 1) % 3), "starter: whoever is first in the turn order"),
        # Chips and towers
        (SHOP, put(queue=3), "building: purchases go on at one of the towers"),
        (SHOP, put(building="2 office"), "active: the owner of the chip that is served is on turn"),
        (SHOP, put(chip_left=0), "chip_left: the chip is worth"),
        (SHOP, lambda t: t["shops"].pop("brick"), "shops: there is nothing left to buy for whoever is on turn"),
        (SHOP, put(served=1), "served: who has got something at the office or the fair"),
        (MOVING, seat(chips=["3", *["none"] * 9]), "building 1 and its tower do not agree"),
        (SHOP, lambda t: _take_chip(t), "all five of everybody lie on the board"),
        # Goods, groups and locks
        (BUILDING, seat(0, locked={"wood": 1}), "locked"),
        (MOVING, seat(locked={"wood": 1}), "locked: goods are locked by a failed roll"),
        (MOVING, seat(asked={"wood": 1}), "asked: goods are asked for only while groups are arranged"),
        (ARRANGING, seat(groups={"wood wall": 9}), "store.wood: less than what is locked or laid out"),
        (ARRANGING, seat(groups={"tile roof": 1}), "groups: there are none of these with the options chosen"),
        (ARRANGING, lambda t: [each.update(ready=1) for each in t["seats"]], "ready: if all are"),
        (MOVING, seat(store={"door": 12}), "door"),
        # Crews
        (MOVING, seat(crews=["none", "card1", "none", "none"]), "crews: cards fill the slots from the left"),
        (MOVING, seat(tired=[1, 0, 0, 0, 0]), "tired: in the basic game nobody tires"),
        (EXPERT, seat(tired=[1, 0, 0, 0, 0]), "tired: crews tire when they build"),
        (EXPERT, seat(crews=["card4", "none", "none", "none"]), "crews: the first slot is empty when a round begins"),
        (CREW, lambda t: t["seats"][t["active"]].update(tired=[0, 1, 1, 1, 1], crews=["none"] * 4), "an empty slot"),
        (CREW, lambda t: t.update(element="tile roof") or _bare(t["seats"][t["active"]]), "there is no place for it"),
        # The fair and the office
        (FAIR, put(card="solar", step="keep or cash"), "card: kept or cashed is one that pays for the chip"),
        (FAIR, put(served=2), "served"),
        (OFFICE, put(office_taken=7), "served: who has got something"),
        (EXPERT, lambda t: t["prices"].update(metal=9), "prices.metal: between 2 and 6"),
        (EXPERT, put(discount=[9, 0, 0, 0, 0]), "discount"),
    ],
)
def test_what_cannot_lie_on_the_table_is_named(begin: dict[str, Any], change: Change, says: str) -> None:
    value = copy.deepcopy(begin)
    change(value["table"])
    found = problems_of(value)
    assert any(says in problem for problem in found), found


def _take_chip(table: Table) -> None:
    chips = table["seats"][0]["chips"]
    chips[next(n for n, chip in enumerate(chips) if chip != "none")] = "none"


def _bare(block: dict[str, Any]) -> None:
    block.update(walls={}, roofs=["none"] * 6, chimneys=[0] * 6, garage_wall="none", garage_doors=0)
    block.update(garage_roof="none", garage_chimney=0)


@pytest.mark.parametrize(
    ("begin", "change", "says"),
    [
        (FIRST, seat(walls=WALLS), "walls: nothing has been built yet"),
        (MOVING, seat(coins=3), "coins: the bank gives everybody one a round, so there are at most 2"),
        (MOVING, lambda t: [each.update(permit=1) for each in t["seats"]], "permit: the office gives one a round"),
        (MOVING, seat(crews=["card1"] * 3 + ["none"]), "crews: one a round, so there are at most 2"),
        (MOVING, seat(store={"wood": 12}), "store.wood: 12 with what is built, more than can have been bought"),
        (
            MOVING,
            seat(store={"wood": 6, "metal": 6, "brick": 6, "cement": 6}),
            "more than the chips of so many rounds can have bought",
        ),
        (MOVING, lambda t: t["shops"].update(cement=1), "shops.cement: 4 when a round begins"),
        (MOVING, lambda t: t["shops"].update(cement=6), "shops.cement: 4 at most"),
        (MOVING, put(display=["card1", *["none"] * 4]), "display: 2 cards when a round begins"),
        (EXPERT, lambda t: t["prices"].update(brick=4), "prices.brick: in round 3 it is one of 1, 3, 5"),
        (EXPERT, put(discount=[3, 0, 0, 0, 0], display=["card8", "card7", "card6", "card5", "none"]), "at most 2"),
        (EXPERT, seat(money=400), "money: 400"),
        (EXPERT, seat(loans=60), "loans: more than anybody can have spent by now"),
        (EXPERT, seat(quality=9), "quality: "),
        (EXPERT, lambda t: t["privileges"].update(_fair(t, "current", "box")), "privileges:"),
        (EXPERT, lambda t: t["privileges"].update(_fair(t, "next", "seat 0")), "privileges: in round 3 8 are drawn"),
        (FIRST, lambda t: _place(t, (2, 6)), "towers: chips cannot have come in this order, each beside an own one"),
        (FIRST, lambda t: _place(t, (2,)), "towers: everybody places one chip after the other, in turn"),
    ],
)
def test_what_so_many_rounds_cannot_have_brought_is_named(begin: dict[str, Any], change: Change, says: str) -> None:
    value = copy.deepcopy(begin)
    change(value["table"])
    found = problems_of(value)
    assert any(says in problem for problem in found), found


def _fair(table: Table, where: str, instead: str) -> dict[str, str]:
    return {next(card for card, at in table["privileges"].items() if at == where): instead}


def _place(table: Table, places: tuple[int, ...]) -> None:
    """The starter has chips at these buildings, the others side by side at the bank and the office."""
    for number, block in enumerate(table["seats"]):
        for value, place in enumerate(places if number == table["starter"] else (0, 1)):
            block["chips"][place] = str(value)
            table["towers"][4 * place + sum(each != "none" for each in table["towers"][4 * place : 4 * place + 4])] = (
                str(number)
            )
    lying = sum(each != "none" for each in table["towers"])
    table["active"] = (table["starter"] + lying) % 3


def test_chips_side_by_side_are_possible() -> None:
    value = copy.deepcopy(FIRST)
    _place(value["table"], (2, 3))
    kvartal.position(base_only(value))


def test_a_score_sheet_of_the_end_begins_no_match() -> None:
    text = (HOUSE.folder / "examples" / "basic.txt").read_text(encoding="utf-8")
    with pytest.raises(kvartal.BadPosition, match="To go on, a position is needed"):
        kvartal.position(text, key="house")
