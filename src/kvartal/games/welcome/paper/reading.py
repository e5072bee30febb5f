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
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries
from kvartal.games.welcome.rules.keys import EFFECT_KEYS
from kvartal.games.welcome.rules.positions.approved import common_plans, points_problems, unmet_problems
from kvartal.games.welcome.rules.positions.derive import turns
from kvartal.games.welcome.rules.positions.written import sheet_problems
from kvartal.games.welcome.rules.state import WelcomeState, starting
from kvartal.games.welcome.text.score_lines import rival_lines, score_lines

if TYPE_CHECKING:
    from kvartal.engine.game import Game

CARDS = ("numbers", "effects", "discard", "discard 1", "discard 2", "discard 3")
TO_GO_ON = ("city plans", "roundabouts", *CARDS)  # for a match that begins here: see onward.py
TABLE_KEYS = ("edition", "board", "others", "rival", "rival cards", "rival plans", *TO_GO_ON)
SHEET_KEYS = ("name", "street 1", "street 2", "street 3", "parks", "values", "temps", "refusals", "plans", "spent")
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
    spent: list[str] = field(default_factory=list)  # first houses of estates that plans took, e.g. 2.5


def score_sheet(game: "Game", text: str, words: Words) -> SheetReport:
    """Read, check and score."""
    problems: list[str] = []
    table, sheets = read_sheets(text, problems, words)
    others = _numbers(table.get("others", ""), None, 0, 40, "others", problems, words)
    if problems:
        return SheetReport(tuple(problems))
    options = {"edition": str(table.get("edition", "2018")), "board": str(table.get("board", "classic"))}
    if "rival" in table:
        options["rival"] = str(table["rival"])
    try:
        setup = game.set_up(len(sheets) + len(others), {**options, "roundabouts": True}, stored=True)
    except BadSetup as bad:
        return SheetReport.refused(bad, words)
    tables: Any = setup.tables
    state = starting(tables)
    cells: Any = state.cells
    for seat, sheet in enumerate(sheets):
        problems += [f"{who(seat + 1, sheet, words)}: {text}" for text in fill(state, seat, sheet, words)]
    for number, temps in enumerate(others):
        if temps > tables.temp_boxes:
            problems.append(_too_many("others", temps, tables.temp_boxes, words))
        else:
            cells[tables.seats + (len(sheets) + number) * tables.stride + at.TEMPS] = temps
    problems += _fill_rival(setup, cells, table, words)
    if not problems:
        problems = _impossible(state, sheets, bool(others), words)
    if problems:
        return SheetReport(tuple(problems))
    return _scored(game, setup, state, sheets, words)


def _impossible(state: WelcomeState, sheets: list[Sheet], others: bool, words: Words) -> list[str]:
    """What nobody can have written, on each sheet and on all of them together."""
    tables: Any = state.tables
    problems = []
    for seat, sheet in enumerate(sheets):
        problems += [f"{who(seat + 1, sheet, words)}: {text}" for text in sheet_problems(state, seat, words)]
    if problems:
        return problems
    played = [turns(tables, state.cells, tables.seats + seat * tables.stride) for seat in range(len(sheets))]
    for seat, sheet in enumerate(sheets):
        if played[seat] != played[0]:
            said = words(
                "{n} numbers and refusals, but the first sheet has {first}: every round leaves one on each sheet",
                n=played[seat],
                first=played[0],
            )
            problems.append(f"{who(seat + 1, sheet, words)}: {said}")
    points = [sheet.plans for sheet in sheets]
    plans = [common_plans(tables, points, place) for place in range(3)]
    for place in range(3):
        shown = sorted({each[place] for each in points if each[place] >= 0}, reverse=True)
        if not plans[place]:
            given = ", ".join(map(str, shown))
            problems.append(words("plan {n}: no one plan gives {points}", n=place + 1, points=given))
        elif shown and tables.players > 1 and not others:
            plans[place] = [plan for plan in plans[place] if tables.plan_first[plan] in shown]
            if not plans[place]:
                problems.append(words("plan {n}: nobody has the higher value of whoever is first", n=place + 1))
    for seat, sheet in enumerate(sheets if not problems else []):
        found = unmet_problems(state, seat, sheet.plans, plans, words)
        problems += [f"{who(seat + 1, sheet, words)}: {text}" for text in found]
    return problems


def _scored(game: "Game", setup: Setup, state: WelcomeState, sheets: list[Sheet], words: Words) -> SheetReport:
    queries.give_places(state)
    places = [state.place(seat) for seat in range(len(sheets))]  # of others only the temps are known: they have none
    scores = []
    for seat, sheet in enumerate(sheets):
        lines = tuple(score_lines(setup, state, seat, words))
        place = 1 + sum(each < places[seat] for each in places) if len(sheets) > 1 else 0
        scores.append(SheetScore(sheet.name or words("Sheet {n}", n=seat + 1), Score(seat, lines), place))
    rival = tuple(rival_lines(game, setup, state, words))
    if rival:
        scores.append(SheetScore(words("Rival"), Score(-1, rival)))
    return SheetReport((), tuple(scores))


# Reading --------------------------------------------------------------------------------------------------------------


def read_sheets(text: str, problems: list[str], words: Words) -> tuple[dict[str, Any], list[Sheet]]:
    """What is said about the table, and the sheets as they were typed."""
    table, blocks = _read(text, problems, words)
    sheets = [_sheet(number, block, problems, words) for number, block in enumerate(blocks, 1)]
    if not sheets:
        problems.append(words("No sheet: at least `street 1:`, `street 2:` and `street 3:` are needed."))
    return table, sheets


def _read(text: str, problems: list[str], words: Words) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    if len(text) > LONGEST:
        problems.append(words("The text is longer than {n} characters.", n=LONGEST))
        return {}, []
    if text.lstrip().startswith("{"):
        return _read_json(text, problems, words)
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
            keys = ", ".join(TABLE_KEYS + SHEET_KEYS)
            unknown = words("{what} is unknown; there are: {keys}", what=repr(key[:40]), keys=keys)
            problems.append(words("Line {n}: {what}", n=number, what=unknown))
        elif key.startswith("discard") and key in table:  # a long list may go on in the next line
            table[key] += f", {value.strip()}"
        elif key in (table if key in TABLE_KEYS else blocks[-1]):
            twice = words("{key} stands here for the second time", key=key)
            problems.append(words("Line {n}: {what}", n=number, what=twice))
        else:
            (table if key in TABLE_KEYS else blocks[-1])[key] = value.strip()
    return table, [block for block in blocks if block]


def _read_json(text: str, problems: list[str], words: Words) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        problems.append(words("This begins like JSON but is not: {error}", error=str(error)[:100]))
        return {}, []
    sheets = value.pop("sheets", [])
    for key in value:
        if key not in TABLE_KEYS:
            keys = ", ".join(("sheets", *TABLE_KEYS))
            problems.append(words("{what} is unknown; there are: {keys}", what=repr(str(key)[:40]), keys=keys))
    if not isinstance(sheets, list) or not all(isinstance(each, dict) for each in sheets):
        problems.append(words("sheets: a list of objects is expected"))
        return value, []
    blocks = []
    for number, sheet in enumerate(sheets, 1):
        block = dict(sheet)
        streets = block.pop("streets", [])
        if isinstance(streets, list):
            block.update({f"street {i}": _in_a_row(street) for i, street in enumerate(streets[:3], 1)})
        for key in block:
            if key not in SHEET_KEYS:
                keys = ", ".join(("streets", *SHEET_KEYS))
                unknown = words("{what} is unknown; there are: {keys}", what=repr(str(key)[:40]), keys=keys)
                problems.append(f"{who(number, Sheet(), words)}: {unknown}")
        blocks.append(block)
    return value, blocks


def _in_a_row(street: Any) -> Any:
    """A street of JSON: a text, or a list of its houses and fences with null for an empty house."""
    if not isinstance(street, list):
        return street
    return " ".join("." if each is None else str(each) for each in street)


def _sheet(number: int, block: Mapping[str, Any], problems: list[str], words: Words) -> Sheet:
    sheet = Sheet(str(block.get("name", ""))[:60])
    whose = who(number, sheet, words)
    for street in (1, 2, 3):
        text = block.get(f"street {street}")
        if not isinstance(text, str):
            problems.append(f"{whose}: " + words("street {n} is missing", n=street))
        else:
            sheet.streets[street - 1] = text
    if number > MOST_SHEETS:
        problems.append(f"{whose}: " + words("{n} sheets are the most", n=MOST_SHEETS))
    sheet.parks = _numbers(block.get("parks", "0 0 0"), 3, 0, 40, f"{whose}: parks", problems, words)
    sheet.values = _numbers(block.get("values", "0 0 0 0 0 0"), 6, 0, 40, f"{whose}: values", problems, words)
    sheet.temps = _numbers(block.get("temps", "0"), 1, 0, 40, f"{whose}: temps", problems, words)[0]
    sheet.refusals = _numbers(block.get("refusals", "0"), 1, 0, 40, f"{whose}: refusals", problems, words)[0]
    sheet.plans = _numbers(block.get("plans", "- - -"), 3, 0, 99, f"{whose}: plans", problems, words, none=-1)
    spent = block.get("spent", "")
    sheet.spent = [str(each) for each in spent] if isinstance(spent, list) else str(spent).replace(",", " ").split()
    return sheet


def who(number: int, sheet: Sheet, words: Words) -> str:
    return words("Sheet {n}", n=number) + (f" ({sheet.name})" if sheet.name else "")


def _numbers(
    value: Any, count: int | None, low: int, high: int, where: str, problems: list[str], words: Words, none: int = 0
) -> list[int]:
    """Whole numbers from a line or a JSON list; `-` or null is "none": no box crossed, or no plan approved."""
    if isinstance(value, list):
        items = ["-" if each is None else str(each) for each in value]
    else:
        items = str(value).replace(",", " ").split()
    if count is not None and len(items) != count:
        said = words.count(
            "{n} number is expected, not {got}", "{n} numbers are expected, not {got}", count, got=len(items)
        )
        problems.append(f"{where}: {said}")
        return [0] * count
    found = []
    for item in items:
        if item in ("-", "–"):
            found.append(none)
        elif item.isascii() and item.isdigit() and low <= int(item[:9]) <= high:
            found.append(int(item))
        else:
            wrong = words("{what} is not a whole number from {low} to {high}", what=repr(item[:20]), low=low, high=high)
            problems.append(f"{where}: {wrong}")
            found.append(0)
    return found


# From paper to cells --------------------------------------------------------------------------------------------------


def fill(state: WelcomeState, seat: int, sheet: Sheet, words: Words) -> list[str]:
    """Write a sheet into the cells of a seat; what does not fit on it is said."""
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    problems: list[str] = []
    for street in range(3):
        _fill_street(tables, cells, base, street, sheet.streets[street], problems, words)
    houses = [cells[base + at.NUMBERS + h] for h in range(tables.houses)]
    tracks = [
        (at.TEMPS, sheet.temps, tables.temp_boxes, words("temps")),
        (at.REFUSALS, sheet.refusals, tables.refusal_boxes, words("refusals")),
        (at.BISES, sum(cell >= at.BIS_BASE for cell in houses), tables.bis_boxes, words("bis houses")),
        (at.ROUNDABOUTS, houses.count(at.ROUNDABOUT), tables.roundabout_boxes, words("roundabouts")),
        *(
            (at.PARKS + i, n, tables.park_boxes[i], words("parks of street {n}", n=i + 1))
            for i, n in enumerate(sheet.parks)
        ),
        *(
            (at.VALUES + i, n, tables.value_boxes[i], words("values of size {n}", n=i + 1))
            for i, n in enumerate(sheet.values)
        ),
    ]
    for cell, number, boxes, what in tracks:
        if number > boxes:
            problems.append(_too_many(what, number, boxes, words))
        else:
            cells[base + cell] = number
    for place, points in enumerate(sheet.plans):
        cells[base + at.PLANS + place] = points
    queries.count_estates(state, seat)
    return problems + points_problems(tables, sheet.plans, words)


def _too_many(what: str, number: int, boxes: int, words: Words) -> str:
    return words.count(
        "{what}: {number}, but there is {n} box",
        "{what}: {number}, but there are {n} boxes",
        boxes,
        what=what,
        number=number,
    )


def _fill_street(tables: Any, cells: Any, base: int, street: int, text: str, problems: list[str], words: Words) -> None:
    first, past = tables.first[street], tables.past[street]
    house = first
    for written in text.replace("|", " | ").split():
        if written == "|":
            if first < house < past:
                cells[base + tables.fences + house - 1] = 1
            continue
        if house == past:
            problems.append(words("street {street}: more than {n} houses", street=street + 1, n=past - first))
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
                _fill_pool(tables, cells, base, house, problems, words)
        else:
            problems.append(
                words(
                    "street {street}: {what} is no house; a house is a number from 0 to 17, with b for bis and p for "
                    "its pool, or . if empty, or o for a roundabout; | is a fence",
                    street=street + 1,
                    what=repr(written[:20]),
                )
            )
        house += 1
    if house < past:
        problems.append(
            words(
                "street {street}: {n} houses are written, but there are {all}; empty ones are .",
                street=street + 1,
                n=house - first,
                all=past - first,
            )
        )


def _fill_pool(tables: Any, cells: Any, base: int, house: int, problems: list[str], words: Words) -> None:
    pool = tables.pool_of[house]
    street = tables.street[house]
    if pool == 255:
        planned = [h - tables.first[street] + 1 for h in tables.pool_houses if tables.street[h] == street]
        problems.append(
            words(
                "street {street}: house {house} has no pool; these houses have one: {houses}",
                street=street + 1,
                house=house - tables.first[street] + 1,
                houses=", ".join(map(str, planned)),
            )
        )
    else:
        cells[base + tables.pool_at + pool] = 1


def _fill_rival(setup: Setup, cells: Any, table: Mapping[str, Any], words: Words) -> list[str]:
    """The rival's pile from its first card on, by effects: the numbers on its cards do not matter."""
    tables: Any = setup.tables
    given = [key for key in ("rival", "rival cards", "rival plans") if key in table]
    if tables.mode != at.SOLO_2023:
        return [words("{key}: only alone in the 2023 edition", key=key) for key in given]
    problems: list[str] = []
    cards = table.get("rival cards", "")
    items = cards if isinstance(cards, list) else str(cards).replace(",", " ").split()
    for number, item in enumerate(items):
        if item not in EFFECT_KEYS:
            keys = ", ".join(EFFECT_KEYS)
            problems.append(words("rival cards: {what} is none of {keys}", what=repr(str(item)[:20]), keys=keys))
        elif number >= tables.cards:
            problems.append(words("rival cards: there are only {n}", n=tables.cards))
            break
        else:
            cells[tables.rival_pile + number] = tables.effect.index(EFFECT_KEYS.index(item))
            cells[at.RIVAL_SIZE] = number + 1
    plans = _numbers(table.get("rival plans", "- - -"), 3, 0, 99, "rival plans", problems, words, none=-1)
    for place, points in enumerate(plans):
        cells[at.RIVAL_PLANS + place] = points
    return problems + [f"rival plans: {text}" for text in points_problems(tables, plans, words)]
