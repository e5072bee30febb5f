"""What the fuzz of positions knows of Mr House: goods, chips, cards and parts elsewhere, and a naive scorer."""

import random
from typing import Any

from games.fuzz_positions import Kit, Table
from games.house import naive as house_naive
from kvartal.engine.game import Setup

GOODS = ("wood", "metal", "brick", "cement", "window", "door")


def _count(pile: dict[str, int], key: str, more: int) -> None:
    pile[key] = max(0, pile.get(key, 0) + more)
    if not pile[key]:
        del pile[key]


def _two(table: Table, rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    one, two = rng.sample(table["seats"], 2)
    return one, two


def other_goods(_: Setup, table: Table, rng: random.Random) -> None:
    """Somebody has one good more or less: the pool gives or takes it."""
    _count(rng.choice(table["seats"])["store"], rng.choice(GOODS), rng.choice((-1, 1)))


def goods_given(_: Setup, table: Table, rng: random.Random) -> None:
    one, two = _two(table, rng)
    if one["store"]:
        good = rng.choice(sorted(one["store"]))
        _count(one["store"], good, -1)
        _count(two["store"], good, 1)


def shop_changed(_: Setup, table: Table, rng: random.Random) -> None:
    _count(table["shops"], rng.choice(GOODS), rng.choice((-1, -1, 1)))


def chips_exchanged(_: Setup, table: Table, rng: random.Random) -> None:
    """Two chips of a player lie in each other's places."""
    chips = rng.choice(table["seats"])["chips"]
    lying = [n for n, chip in enumerate(chips) if chip != "none"]
    if len(lying) > 1:
        one, two = rng.sample(lying, 2)
        chips[one], chips[two] = chips[two], chips[one]


def tower_turned(_: Setup, table: Table, rng: random.Random) -> None:
    """Two who stand in one tower came in the other order."""
    towers = table["towers"]
    high = [n for n in range(0, len(towers), 4) if towers[n + 1] != "none"]
    if high:
        n = rng.choice(high)
        towers[n], towers[n + 1] = towers[n + 1], towers[n]


def other_builder(_: Setup, table: Table, rng: random.Random) -> None:
    """A card on display or at work is another one of the deck."""
    deck = sorted(table["builder_deck"])
    rows = [table["display"], *(seat["crews"] for seat in table["seats"])]
    places = [(row, n) for row in rows for n, card in enumerate(row) if card != "none"]
    if deck and places:
        row, n = rng.choice(places)
        row[n] = rng.choice(deck)


def privileges_exchanged(_: Setup, table: Table, rng: random.Random) -> None:
    where = table["privileges"]
    if len(where) > 1:
        one, two = rng.sample(sorted(where), 2)
        where[one], where[two] = where[two], where[one]


def money_changed(setup: Setup, table: Table, rng: random.Random) -> None:
    seat = rng.choice(table["seats"])
    if setup.options["variant"] == "expert":
        key = rng.choice(("money", "money", "loans", "quality"))
        seat[key] = max(-3, seat[key] + rng.choice((-2, -1, 1, 2)))
    else:
        seat["coins"] = max(0, seat["coins"] + rng.choice((-1, 1)))


def house_changed(_: Setup, table: Table, rng: random.Random) -> None:
    """One wall of a house looks different, or a roof or chimney is there or not."""
    seat = rng.choice(table["seats"])
    if seat["walls"] and rng.random() < 0.6:
        spot = rng.choice(sorted(seat["walls"]))
        kind = rng.choice(("wood", "brick"))
        seat["walls"][spot] = kind + rng.choice(("", ", window", ", 2 windows", ", door"))
    else:
        n = rng.randrange(3)
        seat["roofs"][n] = rng.choice(("none", "metal", "tile"))
        seat["chimneys"][n] = rng.choice((0, 1)) if seat["roofs"][n] != "none" else 0


def points(setup: Setup, table: Table) -> list[int]:
    expert = setup.options["variant"] == "expert"
    return [house_naive.score(table, expert, seat) for seat in range(setup.players)]


KIT = Kit(
    (
        other_goods,
        goods_given,
        shop_changed,
        chips_exchanged,
        tower_turned,
        other_builder,
        privileges_exchanged,
        money_changed,
        house_changed,
    ),
    points=points,
)
