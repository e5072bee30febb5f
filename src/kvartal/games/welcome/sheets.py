"""Sheets typed in: for people with the box on the table who want their paper checked and scored.

The text form is one `key: value` a line, `---` between sheets; README.md shows it. JSON has the same keys. Everything
that is wrong is said at once, and only a sheet that could have been written is scored.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kvartal.engine.game import Setup
from kvartal.engine.option import BadSetup
from kvartal.engine.score import Score, SheetReport, SheetScore
from kvartal.engine.words import Words
from kvartal.games.welcome import scoring
from kvartal.games.welcome import tables as at
from kvartal.games.welcome.lines import rival_lines, score_lines
from kvartal.games.welcome.numbers import EFFECT_KEYS
from kvartal.games.welcome.problems import sheet_problems
from kvartal.games.welcome.sheet import count_estates

if TYPE_CHECKING:
    from kvartal.engine.game import Game

TABLE_KEYS = ("edition", "board", "others", "rival", "rival cards", "rival plans")
SHEET_KEYS = ("name", "street 1", "street 2", "street 3", "parks", "values", "temps", "refusals", "plans")
EMPTY_HOUSES = (".", "-", "–", "_")
LONGEST = 20_000
MOST_SHEETS = 100
HOUSE = re.compile(r"(\d{1,2})(b?)(p?)")


@dataclass
class Sheet:
    """One player's paper as it was typed: numbers that may still be wrong."""

    name: str = ""
    streets: list[str] = field(default_factory=lambda: ["", "", ""])
    parks: list[int] = field(default_factory=lambda: [0, 0, 0])
    values: list[int] = field(default_factory=lambda: [0] * 6)
    temps: int = 0
    refusals: int = 0
    plans: list[int] = field(default_factory=lambda: [-1, -1, -1])


def report(game: "Game", text: str, words: Words) -> SheetReport:
    """Read, check and score."""
    problems: list[str] = []
    table, blocks = _read(text, problems)
    sheets = [_sheet(number, block, problems) for number, block in enumerate(blocks, 1)]
    others = _numbers(table.get("others", ""), None, 0, 40, "others", problems)
    if not sheets:
        problems.append("no sheet: at least `street 1:`, `street 2:` and `street 3:` are needed")
    if problems:
        return SheetReport(tuple(problems))
    options = {"edition": str(table.get("edition", "2018")), "board": str(table.get("board", "classic"))}
    if "rival" in table:
        options["rival"] = str(table["rival"])
    try:
        setup = game.set_up(len(sheets) + len(others), {**options, "roundabouts": True})
    except BadSetup as bad:
        return SheetReport((str(bad),))
    cells: Any = setup.start().cells
    for seat, sheet in enumerate(sheets):
        problems += [f"{_who(seat + 1, sheet)}: {text}" for text in fill(setup, cells, seat, sheet)]
    for number, temps in enumerate(others):
        cells[setup.tables.seats + (len(sheets) + number) * setup.tables.stride + at.TEMPS] = temps  # type: ignore[attr-defined]
    problems += _fill_rival(setup, cells, table)
    for seat, sheet in enumerate(sheets):
        if not problems:
            found = sheet_problems(setup.tables, cells, seat)
            problems += [f"{_who(seat + 1, sheet)}: {text}" for text in found]
    if problems:
        return SheetReport(tuple(problems))
    return _scored(game, setup, cells, sheets, words)


def _scored(game: "Game", setup: Setup, cells: Any, sheets: list[Sheet], words: Words) -> SheetReport:
    scoring.give_places(cells, setup.tables)  # type: ignore[arg-type]
    state = setup.state(cells)
    tables: Any = setup.tables
    scores = []
    for seat, sheet in enumerate(sheets):
        lines = tuple(score_lines(game, setup, state, seat, words))
        place = cells[tables.seats + seat * tables.stride + at.PLACE] if len(sheets) > 1 else 0
        scores.append(SheetScore(sheet.name or words("Sheet {n}", n=seat + 1), Score(seat, lines), place))
    rival = tuple(rival_lines(game, setup, state, words))
    if rival:
        scores.append(SheetScore(words("Rival"), Score(-1, rival)))
    return SheetReport((), tuple(scores))


# Reading --------------------------------------------------------------------------------------------------------------


def _read(text: str, problems: list[str]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    if len(text) > LONGEST:
        problems.append(f"the text is longer than {LONGEST} characters")
        return {}, []
    if text.lstrip().startswith("{"):
        return _read_json(text, problems)
    table: dict[str, Any] = {}
    blocks: list[dict[str, Any]] = [{}]
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        if set(line) == {"-"} and len(line) >= 3:
            blocks.append({})
            continue
        key, colon, value = line.partition(":")
        key = " ".join(key.lower().split())
        if not colon or key not in TABLE_KEYS + SHEET_KEYS:
            problems.append(f"line {number}: {key[:40]!r} is unknown; there are: {', '.join(TABLE_KEYS + SHEET_KEYS)}")
        elif key in (table if key in TABLE_KEYS else blocks[-1]):
            problems.append(f"line {number}: {key} stands here for the second time")
        else:
            (table if key in TABLE_KEYS else blocks[-1])[key] = value.strip()
    return table, [block for block in blocks if block]


def _read_json(text: str, problems: list[str]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        problems.append(f"this begins like JSON but is not: {error}")
        return {}, []
    sheets = value.pop("sheets", [])
    for key in value:
        if key not in TABLE_KEYS:
            problems.append(f"{str(key)[:40]!r} is unknown; there are: sheets, {', '.join(TABLE_KEYS)}")
    if not isinstance(sheets, list) or not all(isinstance(each, dict) for each in sheets):
        problems.append("sheets: a list of objects is expected")
        return value, []
    blocks = []
    for number, sheet in enumerate(sheets, 1):
        block = dict(sheet)
        streets = block.pop("streets", [])
        if isinstance(streets, list):
            block.update({f"street {i}": street for i, street in enumerate(streets[:3], 1)})
        for key in block:
            if key not in SHEET_KEYS:
                problems.append(
                    f"sheet {number}: {str(key)[:40]!r} is unknown; there are: streets, {', '.join(SHEET_KEYS)}"
                )
        blocks.append(block)
    return value, blocks


def _sheet(number: int, block: Mapping[str, Any], problems: list[str]) -> Sheet:
    sheet = Sheet(str(block.get("name", ""))[:60])
    who = _who(number, sheet)
    for street in (1, 2, 3):
        text = block.get(f"street {street}")
        if not isinstance(text, str):
            problems.append(f"{who}: street {street} is missing")
        else:
            sheet.streets[street - 1] = text
    if number > MOST_SHEETS:
        problems.append(f"{who}: {MOST_SHEETS} sheets are the most")
    sheet.parks = _numbers(block.get("parks", "0 0 0"), 3, 0, 40, f"{who}: parks", problems)
    sheet.values = _numbers(block.get("values", "0 0 0 0 0 0"), 6, 0, 40, f"{who}: values", problems)
    sheet.temps = _numbers(block.get("temps", "0"), 1, 0, 40, f"{who}: temps", problems)[0]
    sheet.refusals = _numbers(block.get("refusals", "0"), 1, 0, 40, f"{who}: refusals", problems)[0]
    sheet.plans = _numbers(block.get("plans", "- - -"), 3, 0, 99, f"{who}: plans", problems)
    return sheet


def _who(number: int, sheet: Sheet) -> str:
    return f"sheet {number}" + (f" ({sheet.name})" if sheet.name else "")


def _numbers(value: Any, count: int | None, low: int, high: int, where: str, problems: list[str]) -> list[int]:
    """Whole numbers from a line or a JSON list; `-` or null is "none"."""
    if isinstance(value, list):
        items = ["-" if each is None else str(each) for each in value]
    else:
        items = str(value).replace(",", " ").split()
    if count is not None and len(items) != count:
        problems.append(f"{where}: {count} numbers are expected, not {len(items)}")
        return [0] * count
    found = []
    for item in items:
        if item in ("-", "–"):
            found.append(-1)
        elif item.isascii() and item.isdigit() and low <= int(item[:9]) <= high:
            found.append(int(item))
        else:
            problems.append(f"{where}: {item[:20]!r} is not a whole number from {low} to {high}")
            found.append(0)
    return found


# From paper to cells --------------------------------------------------------------------------------------------------


def fill(setup: Setup, cells: Any, seat: int, sheet: Sheet) -> list[str]:
    """Write a sheet into the cells of a seat; what does not fit on it is said."""
    tables: Any = setup.tables
    base = tables.seats + seat * tables.stride
    problems: list[str] = []
    for street in range(3):
        _fill_street(tables, cells, base, street, sheet.streets[street], problems)
    houses = [cells[base + at.NUMBERS + h] for h in range(tables.houses)]
    tracks = [
        (at.TEMPS, sheet.temps, tables.temp_boxes, "temps"),
        (at.REFUSALS, sheet.refusals, tables.refusal_boxes, "refusals"),
        (at.BISES, sum(cell >= at.BIS_BASE for cell in houses), tables.bis_boxes, "bis houses"),
        (at.ROUNDABOUTS, houses.count(at.ROUNDABOUT), tables.roundabout_boxes, "roundabouts"),
        *((at.PARKS + i, n, tables.park_boxes[i], f"parks of street {i + 1}") for i, n in enumerate(sheet.parks)),
        *((at.VALUES + i, n, tables.value_boxes[i], f"values of size {i + 1}") for i, n in enumerate(sheet.values)),
    ]
    for cell, number, boxes, what in tracks:
        if not 0 <= number <= boxes:
            problems.append(f"{what}: {number}, but there are {boxes} boxes")
        else:
            cells[base + cell] = number
    for place, points in enumerate(sheet.plans):
        cells[base + at.PLANS + place] = points
        values = _plan_values(tables, place)
        if points >= 0 and points not in values:
            problems.append(f"plan {place + 1}: no plan of this deck gives {points}; they give {values}")
    count_estates(cells, base, tables)
    return problems


def _plan_values(tables: Any, place: int) -> list[int]:
    every = range(len(tables.plan_kind))
    mine = [plan for plan in every if tables.plan_deck[plan] == place + 1]
    return sorted({tables.plan_first[plan] for plan in mine} | {tables.plan_later[plan] for plan in mine})


def _fill_street(tables: Any, cells: Any, base: int, street: int, text: str, problems: list[str]) -> None:
    first, past = tables.first[street], tables.past[street]
    house = first
    for written in text.replace("|", " | ").split():
        if written == "|":
            if first < house < past:
                cells[base + tables.fences + house - 1] = 1
            continue
        if house == past:
            problems.append(f"street {street + 1}: more than {past - first} houses")
            return
        match = HOUSE.fullmatch(written.lower())
        if written in EMPTY_HOUSES:
            cells[base + at.NUMBERS + house] = at.EMPTY
        elif written.lower() == "o":
            cells[base + at.NUMBERS + house] = at.ROUNDABOUT
            cells[base + tables.fences + house] = 1
            if house > first:
                cells[base + tables.fences + house - 1] = 1
        elif match and int(match[1]) <= at.HIGHEST:
            cells[base + at.NUMBERS + house] = int(match[1]) + (at.BIS_BASE if match[2] else 0)
            if match[3]:
                _fill_pool(tables, cells, base, house, problems)
        else:
            problems.append(
                f"street {street + 1}: {written[:20]!r} is no house; a house is a number from 0 to 17, with b for bis "
                "and p for its pool, or . if empty, or o for a roundabout; | is a fence"
            )
        house += 1
    if house < past:
        problems.append(f"street {street + 1}: {house - first} houses, but there are {past - first}; empty ones are .")


def _fill_pool(tables: Any, cells: Any, base: int, house: int, problems: list[str]) -> None:
    pool = tables.pool_of[house]
    street = tables.street[house]
    if pool == 255:
        planned = [h - tables.first[street] + 1 for h in tables.pool_houses if tables.street[h] == street]
        problems.append(
            f"street {street + 1}: house {house - tables.first[street] + 1} has no pool; houses {planned} have"
        )
    else:
        cells[base + tables.pool_at + pool] = 1


def _fill_rival(setup: Setup, cells: Any, table: Mapping[str, Any]) -> list[str]:
    """The rival's pile from its first card on, by effects: the numbers on its cards do not matter."""
    tables: Any = setup.tables
    given = [key for key in ("rival", "rival cards", "rival plans") if key in table]
    if tables.mode != at.SOLO_2023:
        return [f"{key}: only alone in the 2023 edition" for key in given]
    problems: list[str] = []
    cards = table.get("rival cards", "")
    items = cards if isinstance(cards, list) else str(cards).replace(",", " ").split()
    for number, item in enumerate(items):
        if item not in EFFECT_KEYS:
            problems.append(f"rival cards: {str(item)[:20]!r} is none of {', '.join(EFFECT_KEYS)}")
        elif number >= tables.cards:
            problems.append(f"rival cards: there are only {tables.cards}")
            break
        else:
            cells[tables.rival_pile + number] = tables.effect.index(EFFECT_KEYS.index(item))
            cells[at.RIVAL_SIZE] = number + 1
    for place, points in enumerate(_numbers(table.get("rival plans", "- - -"), 3, 0, 99, "rival plans", problems)):
        cells[at.RIVAL_PLANS + place] = points
    return problems
