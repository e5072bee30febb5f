"""From data.toml to the flat tables of the rules, and what is wrong with corrected data."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from kvartal.engine.data import Data
from kvartal.engine.option import BadSetup, OptionValue
from kvartal.engine.words import N_
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.keys import EFFECT_KEYS
from kvartal.games.welcome.rules.tables import WelcomeTables

KINDS = {
    "estates": at.P_ESTATES,
    "estates_on_street": at.P_ON_STREET,
    "estates_one_street": at.P_ONE_STREET,
    "ends_of_one": at.P_ENDS_OF_ONE,
    "street_built": at.P_STREET_BUILT,
    "ends_built": at.P_ENDS_BUILT,
    "bis_on_street": at.P_BIS,
    "temps": at.P_TEMPS,
    "parks_on_streets": at.P_PARKS_ON,
    "pools_on_streets": at.P_POOLS_ON,
    "parks_and_pools": at.P_PARKS_POOLS,
    "parks_pools_roundabout": at.P_PARKS_POOLS_ROUND,
    "parks_total": at.P_PARKS_TOTAL,
    "parks_each": at.P_PARKS_EACH,
    "values_total": at.P_VALUES_TOTAL,
    "value_columns": at.P_VALUE_COLUMNS,
}
FIELDS = ("deck", "street", "n", "roundabouts", "bis", "pools", "marks", "first", "later")
RIVAL_FIELDS = ("park", "pool", "temp", "fence", "bis", "value")
LONGEST_TRACK = 15
MOST_HOUSES = 20  # in one street
LARGEST = 99
FEWEST_CARDS, MOST_CARDS = 45, 180  # fewer could run out against a rival, who keeps one a round
MOST_TEMPS = 30  # counts are ranked as bits


@lru_cache(1)
def _tree() -> dict[str, Any]:
    with (Path(__file__).resolve().parents[1] / "data.toml").open("rb") as file:
        return tomllib.load(file)


def plan_ids(deck: int) -> tuple[str, ...]:
    """The names of all plans of a deck, of both editions: an option must know its values before any set-up."""
    found: dict[str, None] = {}
    for edition in ("2018", "2023"):
        for name, plan in _tree()[f"plans_{edition}"].items():
            if plan["deck"]["value"] == deck:
                found[name] = None
    return tuple(found)


def plan_names(edition: str) -> tuple[str, ...]:
    return tuple(_tree()[f"plans_{edition}"])


def deck_kinds(data: Data, edition: str) -> tuple[bytes, bytes, bytes]:
    """Number, effect and copies of every kind of card there is. Kinds of one effect stand together."""
    rows = {number: data.get_value(f"deck_{edition}.n{number}") for number in range(1, 16)}
    kinds = [(n, effect, rows[n][effect]) for effect in range(at.EFFECTS) for n in rows if rows[n][effect]]
    return bytes(k[0] for k in kinds), bytes(k[1] for k in kinds), bytes(k[2] for k in kinds)


def sheet_bytes(data: Data, board: str, mode: int, level: int) -> dict[str, bytes]:
    def value(name: str) -> Any:
        return data.get_value(f"sheet.{board}.{name}")

    houses = value("houses")
    pool_houses = [sum(houses[:s]) + h - 1 for s in range(3) for h in sorted(value(f"pools_{s + 1}"))]
    parks = [value(f"parks_{s}") for s in (1, 2, 3)]
    values = [value(f"value_{size}") for size in range(1, 7)]
    alone = [data.get_value("solo_2018.temps_needed"), data.get_value("solo_2018.temps_points")]
    if mode == at.SOLO_2023 and level == 0:
        alone = data.get_value("rivals.r0.temp_places")
    return {
        "pool_of": bytes(pool_houses.index(h) if h in pool_houses else 255 for h in range(sum(houses))),
        "pool_houses": bytes(pool_houses),
        "park_boxes": bytes(len(row) - 1 for row in parks),
        "park_points": b"".join(_row(row) for row in parks),
        "pool_points": bytes(value("pools")),
        "value_boxes": bytes(len(row) - 1 for row in values),
        "value_points": b"".join(_row(row) for row in values),
        "bis_points": bytes(value("bis")),
        "refusal_points": bytes(value("refusals")),
        "roundabout_points": bytes(value("roundabouts")),
        "temp": bytes([value("temp_boxes")]),
        "temp_rank": bytes(value("temp_rank")),
        "solo_temps": bytes(alone),
    }


def _row(points: list[int]) -> bytes:
    return bytes(points) + bytes(16 - len(points))


def plan_bytes(data: Data, edition: str) -> tuple[dict[str, bytes], tuple[str, ...]]:
    names = plan_names(edition)

    def value(name: str, field: str) -> Any:
        path = f"plans_{edition}.{name}.{field}"
        return data.get_value(path) if path in data else 0

    columns: dict[str, list[int]] = {field: [int(value(name, field)) for name in names] for field in FIELDS}
    columns["street"] = [max(0, street - 1) for street in columns["street"]]
    columns["kind"] = [KINDS[value(name, "kind")] for name in names]
    need: list[int] = []
    for name in names:
        sizes = value(name, "sizes") or []
        need += [sizes.count(size) for size in range(8)]
    return {**{field: bytes(column) for field, column in columns.items()}, "need": bytes(need)}, names


def rival_bytes(data: Data, level: int) -> bytes:
    """Level, what it approves, then its points per card, and how many estates score."""
    here = f"rivals.r{level}"
    worth = [data.get_value(f"{here}.{field}") if level else 0 for field in RIVAL_FIELDS]
    return bytes([level, *data.get_value(f"{here}.approves"), *worth, data.get_value("solo_2023.largest")])


# The numbers of one set-up --------------------------------------------------------------------------------------------


def tables(players: int, options: Mapping[str, OptionValue], data: Data) -> WelcomeTables:
    edition = str(options["edition"])
    new = edition == "2023"
    draft = bool(options["draft"]) and players > 1
    if draft and new:
        raise BadSetup(N_("draft: only the 2018 edition has it; choose edition=2018 or draft=off"))
    if options["board"] == "blueprint" and not new:
        raise BadSetup(N_("board: only the 2023 edition has a blueprint side; choose edition=2023 or board=classic"))
    mode = at.DRAFT if draft else at.PILES
    if players == 1:
        mode = at.SOLO_2023 if new else at.SOLO_2018
    plans, names = plan_bytes(data, edition)
    fixed, decks = [], []
    for deck in (1, 2, 3):
        drawn, chosen = _deck(data, options, names, deck)
        fixed.append(chosen)
        decks.append(drawn)
    rule = {"each": at.RESHUFFLE_EACH, "once": at.RESHUFFLE_ONCE, "off": at.RESHUFFLE_NEVER}
    numbers, effects, counts = deck_kinds(data, edition)
    if draft and 3 * players > sum(counts):
        most = sum(counts) // 3
        raise BadSetup(N_("draft: it is for 2 to {most} players (three cards each), not {n}"), most=most, n=players)
    board = str(options["board"])
    return WelcomeTables(
        players,
        mode,
        new,
        bytes(data.get_value(f"sheet.{board}.houses")),
        numbers,
        effects,
        counts,
        sheet_bytes(data, board, mode, int(options["rival"])),
        plans,
        decks,
        rival_bytes(data, int(options["rival"])),
        int(data.get_value("solo_2023.last" if new else "solo_2018.lower")),
        bool(options["roundabouts"]),
        bool(options["roundabout_built"]),
        rule[str(options["reshuffle"])] if mode == at.PILES and not new else at.RESHUFFLE_NEVER,
        bytes(fixed),
    )


def _deck(data: Data, options: Mapping[str, OptionValue], names: Sequence[str], deck: int) -> tuple[bytes, int]:
    """The plans that may be drawn for a place, and the one chosen by name (255: none)."""
    edition, wanted, chosen = options["edition"], options["plans"], str(options[f"plan{deck}"])

    def value(name: str, field: str) -> Any:
        path = f"plans_{edition}.{name}.{field}"
        return data.get_value(path) if path in data else 0

    here = [name for name in names if value(name, "deck") == deck]
    possible = [name for name in here if options["roundabouts"] or not value(name, "roundabouts")]
    if chosen != "drawn":
        if chosen not in here:
            raise BadSetup(
                N_("plan{deck}: {name} is no plan of {edition}, deck {deck}; there are: {names}"),
                deck=deck,
                name=chosen,
                edition=edition,
                names=", ".join(here),
            )
        if chosen not in possible:
            raise BadSetup(N_("plan{deck}: {name} asks for roundabouts; add roundabouts=on"), deck=deck, name=chosen)
        return bytes([names.index(chosen)]), names.index(chosen)
    starred = [name for name in possible if value(name, "starred")]
    plain = [name for name in possible if not value(name, "starred")]
    pool = {"basic": plain, "mixed": plain + starred, "expert": starred or plain}[str(wanted)]
    return bytes(sorted(names.index(name) for name in pool)), 255


# What is wrong with corrected data ------------------------------------------------------------------------------------


def data_problems(data: Data) -> list[str]:
    problems = list(_wrong_numbers(data))
    if problems:
        return problems
    for edition in ("2018", "2023"):
        cards = [data.get_value(f"deck_{edition}.n{number}") for number in range(1, 16)]
        total = sum(map(sum, cards))
        if any(len(row) != 6 for row in cards):
            problems.append(f"deck_{edition}: each number has six counts, for {', '.join(EFFECT_KEYS)}")
        if total % 3 or not FEWEST_CARDS <= total <= MOST_CARDS:
            problems.append(
                f"deck_{edition}: {total} cards do not make three equal piles ({FEWEST_CARDS} to {MOST_CARDS} in all)"
            )
        for name in plan_names(edition):
            problems += _plan_problems(data, f"plans_{edition}.{name}")
        for deck in (1, 2, 3):
            decks = [data.get_value(f"plans_{edition}.{name}.deck") for name in plan_names(edition)]
            stars = [data.get_value(f"plans_{edition}.{name}.starred") for name in plan_names(edition)]
            if not any(d == deck and not star for d, star in zip(decks, stars, strict=True)):
                problems.append(f"plans_{edition}: deck {deck} needs a plan without a star")
    for board in ("classic", "blueprint"):
        problems += _sheet_problems(data, f"sheet.{board}")
    for level in range(6):
        if len(data.get_value(f"rivals.r{level}.approves")) != 3:
            problems.append(f"rivals.r{level}.approves: three numbers are needed, 1 or 0 for A, B and C")
    if len(data.get_value("rivals.r0.temp_places")) != 3:
        problems.append("rivals.r0.temp_places: three numbers are needed")
    return problems


def _wrong_numbers(data: Data) -> Iterator[str]:
    for path, value in data.items():
        numbers = value.value if isinstance(value.value, list) else [value.value]
        for number in numbers:
            if isinstance(value.value, str):
                continue
            if not isinstance(number, int) or not 0 <= number <= LARGEST:
                yield f"{path}: {number!r} is not a whole number from 0 to {LARGEST}"


def _plan_problems(data: Data, path: str) -> list[str]:
    problems = []
    if data.get_value(f"{path}.kind") not in KINDS:
        problems.append(f"{path}.kind: unknown; there are: {', '.join(KINDS)}")
    if data.get_value(f"{path}.deck") not in (1, 2, 3):
        problems.append(f"{path}.deck: 1, 2 or 3")
    sizes = data.get_value(f"{path}.sizes") if f"{path}.sizes" in data else []
    if any(not 1 <= size <= 6 for size in sizes):
        problems.append(f"{path}.sizes: estates have 1 to 6 houses")
    if f"{path}.street" in data and data.get_value(f"{path}.street") not in (1, 2, 3):
        problems.append(f"{path}.street: 1, 2 or 3")
    return problems


def _sheet_problems(data: Data, path: str) -> list[str]:
    problems = []
    houses = data.get_value(f"{path}.houses")
    if len(houses) != 3 or any(not 1 <= count <= MOST_HOUSES for count in houses):
        return [f"{path}.houses: three streets of 1 to {MOST_HOUSES} houses"]
    pools = 0
    for street in (1, 2, 3):
        planned = data.get_value(f"{path}.pools_{street}")
        pools += len(planned)
        if any(not 1 <= house <= houses[street - 1] for house in planned) or len(set(planned)) != len(planned):
            problems.append(f"{path}.pools_{street}: houses from 1 to {houses[street - 1]}, each once")
    if len(data.get_value(f"{path}.pools")) != pools + 1:
        problems.append(f"{path}.pools: {pools} planned pools need {pools + 1} numbers")
    tracks = [f"parks_{s}" for s in (1, 2, 3)] + [f"value_{s}" for s in range(1, 7)]
    for track in (*tracks, "bis", "refusals", "roundabouts"):
        if not 1 <= len(data.get_value(f"{path}.{track}")) <= LONGEST_TRACK + 1:
            problems.append(f"{path}.{track}: 1 to {LONGEST_TRACK + 1} numbers")
    if len(data.get_value(f"{path}.temp_rank")) != 3:
        problems.append(f"{path}.temp_rank: three numbers")
    if not 1 <= data.get_value(f"{path}.temp_boxes") <= MOST_TEMPS:
        problems.append(f"{path}.temp_boxes: 1 to {MOST_TEMPS}")
    return problems
