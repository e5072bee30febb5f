"""From the data file to the tables of one set-up, and what may be wrong with corrected data."""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from kvartal.engine.data import Data
from kvartal.engine.option import OptionValue
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.tables import OFFSET, HouseTables

GOODS = ("wood", "metal", "brick", "cement", "window", "door")
PIECES = ("wood_wall", "brick_wall", "metal_roof", "tile_roof", "chimney")
BASIC_ELEMENTS = ("wood_wall", "brick_wall", "roof", "", "chimney", "window", "door")
EXPERT_ELEMENTS = ("wood_wall", "brick_wall", "metal_roof", "tile_roof", "chimney", "window", "door")
PLACE_KINDS = {good: kind for kind, good in enumerate(GOODS)} | {
    "bank": at.BANK,
    "office": at.OFFICE,
    "exchange": at.EXCHANGE,
    "fair": at.FAIR,
    "order": at.ORDER,
}
LOANS = ("none", "one", "two", "three", "four", "five", "six")
COLOURS = ("blue", "green", "pink")
PRIVILEGE_KEYS = (
    "insulation",
    "eco_windows",
    "solar",
    "windmill",
    "boiler",
    "fence",
    "gazebo",
    "driveway",
    "lawn",
    "plants",
    "fireplace",
    "grill",
    "pond",
    "sauna",
    "gym",
)
EFFECTS: dict[str, tuple[int, int]] = {good: (kind, 0) for kind, good in enumerate(GOODS[: at.RAW])} | {
    "buy window": (at.BUY_GOOD, at.WINDOW),
    "buy door": (at.BUY_GOOD, at.DOOR),
    "quality": (at.RAISE_QUALITY, 0),
    "money": (at.PAY_PER_CHIP, 0),
    "hire": (at.HIRE_TOP, 0),
}
NO_PRICE = bytes(at.GOODS)


def tables(players: int, options: Mapping[str, OptionValue], data: Data) -> HouseTables:
    variant = str(options["variant"])
    expert = variant == "expert"
    count = f"p{players}"

    def get(path: str, missing: Any = 0) -> Any:
        return data.get_value(path) if path in data else missing

    def by_good(part: str, leaf: str) -> bytes:
        return bytes(int(get(f"{part}.{good}.{leaf}")) for good in GOODS)

    elements = EXPERT_ELEMENTS if expert else BASIC_ELEMENTS
    places = [name for name, _ in sorted(_places(data, variant).items(), key=lambda item: item[1])]
    kinds = [PLACE_KINDS[name] for name in places]
    pieces = [int(get(f"pool.{piece}")) for piece in PIECES]
    if not expert:  # house.roof.basic: one kind of roof, one stock
        pieces[at.ROOF], pieces[at.TILE_ROOF] = pieces[at.ROOF] + pieces[at.TILE_ROOF], 0
    cards = [f"expert.builders.card{n + 1}" for n in range(at.CARDS)]
    copies = [int(get(f"{card}.copies")) for card in cards]
    privileges = [f"expert.privileges.{key}" for key in PRIVILEGE_KEYS]
    stock = "setup" if expert else "stock"
    quality = int(get("basic.build.quality")) - (options["quality"] == "one")
    rows = {
        "kind": bytes(kinds + [at.ORDER] * (at.PLACES - len(kinds))),
        "borders": bytes(_borders(data, variant)),
        "chips": bytes(list(get("table.chips")).count(value) for value in range(at.CHIP_VALUES)),
        "pool": bytes(int(get(f"pool.{good}")) for good in GOODS),
        "pieces": bytes(pieces),
        "start": bytes(int(get(f"start.{good}")) for good in GOODS),
        "setup": by_good(f"{variant}.{stock}", count),
        "refill": by_good("expert.refill", count) if expert else by_good("basic.stock", count),
        "scarce": by_good("expert.scarce", count) if expert else NO_PRICE,
        "price": by_good("expert.price", "start") if expert else NO_PRICE,
        "lowest": by_good("expert.price", "lowest") if expert else NO_PRICE,
        "highest": by_good("expert.price", "highest") if expert else NO_PRICE,
        "recipe": bytes(int(get(f"{variant}.recipe.{element}.{good}")) for element in elements for good in GOODS),
        "workers": bytes(int(get(f"expert.workers.{element}")) if expert else 0 for element in elements),
        "points": bytes(int(get(f"{variant}.points.{element}")) for element in elements),
        "card_workers": bytes(int(get(f"{card}.workers")) for card in cards),
        "card_stars": bytes(int(get(f"{card}.stars")) for card in cards),
        "card_price": bytes(int(get(f"{card}.price")) for card in cards),
        "card_copies": bytes(copies if expert else [int(get("pool.builder")), *[0] * (at.CARDS - 1)]),
        "colour": bytes(COLOURS.index(get(f"{card}.colour")) for card in privileges),
        "effect": bytes(EFFECTS[get(f"{card}.effect")][0] for card in privileges),
        "good": bytes(EFFECTS[get(f"{card}.effect")][1] for card in privileges),
        "amount": bytes(int(get(f"{card}.amount")) for card in privileges),
        "money": bytes(int(get(f"expert.money.position{n + 1}")) for n in range(at.SEAT_LIMIT)),
        "loan_points": bytes(int(get(f"expert.loans.{name}")) + OFFSET for name in LOANS),
    }
    complete = f"{variant}.complete"
    numbers = {
        "expert": int(expert),
        "commit": int(not expert and options["commit"] == "all"),
        "one_centre": int(expert and options["centre"] == "one"),
        "places": len(places),
        "centre": places.index("fair") if expert else places.index("bank"),
        "rounds": int(get("table.rounds")),
        "die": int(get("table.die")),
        "coins": int(get("pool.coin")),
        "permits": int(get("pool.permit")),
        "columns": int(get("plot.columns")),
        "storeys": int(get("plot.storeys")),
        "display": int(get(f"{variant}.{stock}.builder.{count}")),
        "slots": int(get("expert.crew.slots" if expert else "basic.build.slots")),
        "printed": int(get("expert.crew.printed")),
        "base_quality": quality,
        "fair_limit": int(get("expert.limits.fair")),
        "office_limit": int(get("expert.limits.office")),
        "used_privileges": int(get("expert.limits.privileges")),
        "fair_cards": int(get("expert.limits.privileges_per_round")),
        "loan": int(get("expert.money.loan")),
        "office_money": int(get("expert.money.office_per_chip")),
        "first_quality": int(get("expert.quality.start")),
        "last_quality": int(get("expert.quality.highest")),
        "complete_walls": int(get(f"{complete}.walls")),
        "complete_roofs": int(get(f"{complete}.roofs")),
        "complete_chimneys": int(get(f"{complete}.chimneys")),
        "every_column": int(get(f"{complete}.every_column_roofed")),
        "every_wall": int(get(f"{complete}.window_on_every_other_wall")),
        "need_permit": int(get(f"{complete}.permit")),
        "complete_points": int(get("basic.points.complete")),
        "most_coins": int(get("basic.points.most_coins")),
        "second_coins": int(get("basic.points.second_coins")),
        "garage": int(get("expert.points.garage")),
        "garage_begun": int(get("expert.points.garage_begun")),
        "colour_points": int(get("expert.points.privilege_colour")),
    }
    return HouseTables(players, rows, numbers)


def _places(data: Data, variant: str) -> dict[str, int]:
    prefix = f"{variant}.place."
    return {path.removeprefix(prefix): int(data.get_value(path)) for path in data if path.startswith(prefix)}


def _pairs(data: Data, variant: str) -> list[tuple[int, int]]:
    borders = (str(each).split("-") for each in data.get_value(f"{variant}.map.borders"))
    return [(int(one), int(two)) for one, two in borders]


def _borders(data: Data, variant: str) -> list[int]:
    """Which buildings share a side (house.map); in the data of the expert map each sector of the centre borders the
    other and the same four buildings (house.centre), the windows among them (house.centre.neighbours)."""
    grid = [0] * (at.PLACES * at.PLACES)
    for one, two in _pairs(data, variant):
        grid[(one - 1) * at.PLACES + two - 1] = grid[(two - 1) * at.PLACES + one - 1] = 1
    return grid


# Corrected data -------------------------------------------------------------------------------------------------------

SMALLEST = {"expert.loans": -OFFSET, "expert.quality.start": -8}
LARGEST = {"plot.columns": at.COLUMNS, "plot.storeys": at.STOREYS, "table.rounds": 12, "table.die": 15}
AT_LEAST_ONE = (
    "table.rounds",
    "table.die",
    "plot.",
    "expert.money.",
    "expert.crew.",
    "basic.build.slots",
    "expert.limits.",
)


def problems(data: Data) -> list[str]:
    """Everything that would make a set-up impossible, with what is possible."""
    found = []
    for path, value in data.items():
        number = value.value
        if isinstance(number, int) and not isinstance(number, bool):
            lowest = next((low for start, low in SMALLEST.items() if path.startswith(start)), 0)
            if path.startswith(AT_LEAST_ONE) or path.endswith(".workers"):
                lowest = 1
            highest = LARGEST.get(path, at.SLOTS if path.endswith(".slots") else 100)
            if not lowest <= number <= highest:
                found.append(f"{path}: {number} is not between {lowest} and {highest}")
        elif path.endswith(".colour") and number not in COLOURS:
            found.append(f"{path}: {number!r} is none of {', '.join(COLOURS)}")
        elif path.endswith(".effect") and number not in EFFECTS:
            found.append(f"{path}: {number!r} is none of {', '.join(EFFECTS)}")
    if found:
        return found
    return [*_town_problems(data), *_card_problems(data), *_recipe_problems(data), *_stock_problems(data)]


def _town_problems(data: Data) -> list[str]:
    found = []
    chips = data.get_value("table.chips")
    if len(chips) != 5 or not all(type(chip) is int and 0 <= chip < at.CHIP_VALUES for chip in chips):
        found.append("table.chips: five numbers from 0 to 3 are needed")
    for variant in ("basic", "expert"):
        places = _places(data, variant)
        if sorted(places.values()) != list(range(1, len(places) + 1)):
            found.append(f"{variant}.place: the numbers must be 1 to {len(places)}, each once")
        try:
            pairs = _pairs(data, variant)
        except ValueError:
            found.append(f"{variant}.map.borders: each border is two numbers such as '1-2'")
            continue
        if not all(1 <= one <= len(places) and 1 <= two <= len(places) and one != two for one, two in pairs):
            found.append(f"{variant}.map.borders: borders join two different buildings 1 to {len(places)}")
        elif not _connected(pairs, len(places)):
            found.append(f"{variant}.map.borders: every building must be reachable from every other")
    return found


def _connected(pairs: list[tuple[int, int]], count: int) -> bool:
    reached = {1}
    for _ in range(count):
        reached |= {b for a, b in pairs if a in reached} | {a for a, b in pairs if b in reached}
    return len(reached) == count


def _card_problems(data: Data) -> list[str]:
    found = []
    copies = sum(int(data.get_value(f"expert.builders.card{n + 1}.copies")) for n in range(at.CARDS))
    if copies > data.get_value("pool.builder"):
        found.append(
            f"expert.builders: {copies} copies are more than the {data.get_value('pool.builder')} of pool.builder"
        )
    for variant, stock in (("basic", "stock"), ("expert", "setup")):
        for count in (2, 3, 4):
            path = f"{variant}.{stock}.builder.p{count}"
            if data.get_value(path) > at.DISPLAY:
                found.append(f"{path}: at most {at.DISPLAY} cards can be shown")
    limits = "expert.limits"
    if data.get_value(f"{limits}.privileges") > at.PRIVILEGES:
        found.append(f"{limits}.privileges: there are {at.PRIVILEGES}")
    if data.get_value("expert.quality.start") > data.get_value("expert.quality.highest"):
        found.append("expert.quality: the start lies above the highest")
    return found


def _recipe_problems(data: Data) -> list[str]:
    found = []
    for variant in ("basic", "expert"):
        for token in ("window", "door"):
            if data.get_value(f"{variant}.recipe.{token}.{token}") != 1:
                found.append(f"{variant}.recipe.{token}.{token}: exactly one is built in")
    taken: Counter[str] = Counter()
    for path, value in data.items():
        if ".recipe." in path:
            taken[path.rpartition(".")[0]] += int(value.value)
    found += [f"{recipe}: at least one good is needed" for recipe, goods in taken.items() if not goods]
    return found


def _stock_problems(data: Data) -> list[str]:
    found = []
    for good in GOODS:
        pool = int(data.get_value(f"pool.{good}"))
        start = int(data.get_value(f"start.{good}")) if f"start.{good}" in data else 0
        if 4 * start > pool:
            found.append(f"start.{good}: four stores take {4 * start} of the {pool} in pool.{good}")
        path = f"expert.price.{good}"
        steps = [int(data.get_value(f"{path}.{leaf}")) for leaf in ("lowest", "start", "highest")]
        if any(one > two for one, two in pairwise(steps)):
            found.append(f"{path}: lowest ≤ start ≤ highest does not hold")
    if data.get_value("pool.permit") < 4:
        found.append("pool.permit: four players may each need one")
    return found
