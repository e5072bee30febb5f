"""End positions typed in: for people with the box on the table who want their houses checked and scored.

One `key: value` a line; `player: NAME` begins each player, `variant:` stands before the first. README.md shows it.
Everything that is wrong is said at once, and only what could stand on a table is scored.
"""

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kvartal.engine.option import BadSetup
from kvartal.engine.score import Score, SheetReport, SheetScore
from kvartal.engine.words import Words
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.numbers import PRIVILEGE_KEYS
from kvartal.games.house.rules.positions.laws import census, house_problems
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.text.score_lines import lacking, score_lines

if TYPE_CHECKING:
    from kvartal.engine.game import Game

LARGEST = 20_000
WALL_WORDS = {"wood": at.WOOD_WALL, "brick": at.BRICK_WALL}
OPENINGS = {"window": 1, "windows": 2, "door": 3}
ROOFS = {"roof": 1, "metal roof": 1, "tile roof": 2}
NUMBERS = {"coins": at.COINS, "left": at.STORE, "quality": at.QUALITY, "loans": at.LOANS, "money": at.MONEY}
KEYS = ("column", "garage", "permit", "privileges", *NUMBERS)
NOTHING = ("", "-", "no", "none")
# What a box holds of each, as the census counts it. How walls and roofs divide into kinds is our own stand-in, so a
# real table is held to their sum.
PARTS = {
    "walls": ("wood wall", "brick wall"),
    "roofs": ("metal roof", "tile roof"),
    "chimneys": ("chimney",),
    "windows": ("window",),
    "doors": ("door",),
    "coins": ("coin",),
}


def score_sheet(game: "Game", text: str, words: Words) -> SheetReport:
    problems: list[str] = []
    if len(text) > LARGEST:
        return SheetReport((words("The sheet is longer than {n} characters.", n=LARGEST),))
    table, players = read_sheet(text, problems, words)
    if not problems and not 2 <= len(players) <= at.SEAT_LIMIT:
        problems.append(
            words("Two to four players are needed, each begun by `player: NAME`; there are {n}.", n=len(players))
        )
    if problems:
        return SheetReport(tuple(problems))
    try:
        setup = game.set_up(len(players), table, stored=True)
    except BadSetup as bad:
        return SheetReport.refused(bad, words)
    state = setup.start()
    assert isinstance(state, HouseState)
    box = census(state)
    taken: dict[int, str] = {}
    for seat, (name, said) in enumerate(players):
        problems += [f"{name}: {each}" for each in put(state, seat, said, taken, name, words)]
        problems += [f"{name}: {each}" for each in house_problems(state, at.SEATS + seat * at.STRIDE, words)]
    problems += _box_problems(box, state, words)
    if problems:
        return SheetReport(tuple(problems))
    state.cells[at.PHASE] = at.ENDING
    sheets = []
    for seat, (name, _) in enumerate(players):
        shown = f"{name} ({lacking(state, seat, words)})"
        sheets.append(SheetScore(shown, Score(seat, tuple(score_lines(game, state, seat, words))), state.place(seat)))
    return SheetReport((), tuple(sheets))


# Reading --------------------------------------------------------------------------------------------------------------

Said = list[tuple[str, str]]


def read_sheet(text: str, problems: list[str], words: Words) -> tuple[dict[str, str], list[tuple[str, Said]]]:
    """Options of the table, and what is said of each player by name."""
    return _read_json(text, problems, words) if text.lstrip().startswith("{") else _read_text(text, problems, words)


def _read_text(text: str, problems: list[str], words: Words) -> tuple[dict[str, str], list[tuple[str, Said]]]:
    table: dict[str, str] = {}
    players: list[tuple[str, Said]] = []
    for number, whole in enumerate(text.splitlines(), 1):
        line = whole.partition("#")[0].strip()
        if not line:
            continue
        key, colon, value = (part.strip() for part in line.partition(":"))
        key = key.lower()
        if not colon:
            problems.append(words("Line {n}: a colon is missing: {line}", n=number, line=line[:60]))
        elif key == "player":
            players.append((value[:60] or words.player(len(players)), []))
        elif key == "variant" and not players:
            table["variant"] = value.lower()
        elif key in KEYS and players:
            players[-1][1].append((key, value))
        else:
            keys = ", ".join(("variant", "player", *KEYS))
            where = words("it comes after a `player:`") if key in KEYS else words("there are: {keys}", keys=keys)
            problems.append(
                words("Line {n}: {what} is not possible here; {where}", n=number, what=repr(key[:30]), where=where)
            )
    return table, players


def _read_json(text: str, problems: list[str], words: Words) -> tuple[dict[str, str], list[tuple[str, Said]]]:
    """`{"variant": "expert", "players": [{"name": "A", "columns": ["wood door, roof"], "quality": 1, …}]}`."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        problems.append(words("Not JSON that can be read: {error}", error=str(error)[:100]))
        return {}, []
    listed = found.get("players") if isinstance(found, Mapping) else None
    if not isinstance(listed, list) or not all(isinstance(each, Mapping) for each in listed):
        problems.append(words("{name}: a list of objects is expected", name="players"))
        return {}, []
    players: list[tuple[str, Said]] = []
    for key in found:
        if key not in ("variant", "players") and (key, found[key]) != ("game", "house"):
            problems.append(f"{key[:30]}: {words('there are: {keys}', keys='variant, players')}")
    for number, block in enumerate(listed, 1):
        said: Said = []
        for key, value in block.items():
            if key == "columns" and isinstance(value, list):
                said += [("column", str(each)) for each in value]
            elif key == "privileges" and isinstance(value, list):
                said.append((key, ", ".join(map(str, value))))
            elif key in KEYS and key != "column":
                said.append((key, ("no", "yes")[value] if isinstance(value, bool) else str(value)))
            elif key != "name":
                there = words("there are: {keys}", keys=", ".join(("name", "columns", *KEYS[1:])))
                problems.append(f"players[{number}].{key[:30]}: {there}")
        players.append((str(block.get("name", words.player(number - 1)))[:60], said))
    variant = {"variant": str(found["variant"]).lower()} if "variant" in found else {}
    return variant, players


# Laying it out --------------------------------------------------------------------------------------------------------


def put(state: HouseState, seat: int, said: Said, taken: dict[int, str], name: str, words: Words) -> list[str]:
    """Fill the cells of one seat; what cannot be is returned in words."""
    cells: Any = state.cells
    base, problems, column = at.SEATS + seat * at.STRIDE, [], 0
    for good in range(at.GOODS):
        cells[base + at.STORE + good] = 0
    seen = set()
    for key, value in said:
        if key in seen and key != "column":
            problems.append(words("{key}: said twice", key=key))
        seen.add(key)
        if key == "column":
            if column == at.COLUMNS:
                problems.append(words("column: at most {n}", n=at.COLUMNS))
                break
            problems += _column(cells, base, column, value, bool(state.tables.expert), words)
            column += 1
        elif key in ("garage", "privileges") and value.lower() in NOTHING:
            continue
        elif key == "garage":
            problems += _garage(cells, base, value, words)
        elif key == "permit":
            if value.lower() not in ("yes", "no"):
                problems.append(words("permit: yes or no, not {what}", what=repr(value[:20])))
            cells[base + at.PERMIT] = int(value.lower() == "yes")
        elif key == "privileges":
            problems += _privileges(cells, seat, value, taken, name, words)
        else:
            problems += _number(state, base, key, value, words)
    return problems


def _column(cells: Any, base: int, column: int, value: str, expert: bool, words: Words) -> list[str]:
    """`wood door, brick 2 windows, tile roof, chimney`, from the ground up. Basic: all roofs are of one kind."""
    problems, storey, covered = [], 0, False
    for part in filter(None, (each.strip().lower() for each in value.split(","))):
        wall = part.split()
        if part in ROOFS and not covered:
            cells[base + at.COVER + column] = ROOFS[part] if expert else ROOFS["roof"]
            covered = True
        elif part == "chimney" and covered:
            cells[base + at.STACK + column] += 1
        elif wall[0] in WALL_WORDS and not covered and storey < at.STOREYS:
            has = OPENINGS.get(wall[-1], 0) if len(wall) > 1 else 0
            if wall[1:] not in ([], ["window"], ["1", "window"], ["2", "windows"], ["door"], ["1", "door"]):
                problems.append(
                    words("column: {what}: a wall has nothing, `window`, `2 windows` or `door`", what=repr(part))
                )
            cells[base + at.WALL + column * at.STOREYS + storey] = 1 + 4 * WALL_WORDS[wall[0]] + has
            storey += 1
        else:
            problems.append(
                words("column: {what} is not possible there; walls, then a roof, then a chimney", what=repr(part))
            )
    if storey == 0:
        problems.append(words("column: it needs a wall"))
    if cells[base + at.STACK + column] > 1:
        problems.append(words("column: a roof carries one chimney"))
    return problems


def _garage(cells: Any, base: int, value: str, words: Words) -> list[str]:
    """`wood, 2 doors, metal roof, chimney`."""
    problems, garage = [], base + at.GARAGE
    for number, part in enumerate(filter(None, (each.strip().lower() for each in value.split(",")))):
        doors = {"door": 1, "1 door": 1, "2 doors": 2}.get(part, 0)
        if number == 0 and part in WALL_WORDS:
            cells[garage + at.G_WALL] = 1 + WALL_WORDS[part]
        elif doors and cells[garage + at.G_DOORS] + doors <= 2:
            cells[garage + at.G_DOORS] += doors
        elif part in ROOFS and not cells[garage + at.G_COVER]:
            cells[garage + at.G_COVER] = ROOFS[part]
        elif part == "chimney" and not cells[garage + at.G_STACK]:
            cells[garage + at.G_STACK] = 1
        else:
            problems.append(
                words("garage: {what}: first wood or brick, then door, 2 doors, a roof, chimney", what=repr(part))
            )
    return problems


def _privileges(cells: Any, seat: int, value: str, taken: dict[int, str], name: str, words: Words) -> list[str]:
    problems = []
    for card in filter(None, (each.strip().lower() for each in value.split(","))):
        if card not in PRIVILEGE_KEYS:
            problems.append(
                words("privileges: {what} is none of {keys}", what=repr(card[:30]), keys=", ".join(PRIVILEGE_KEYS))
            )
            continue
        number = PRIVILEGE_KEYS.index(card)
        if number in taken:
            problems.append(words("privileges: {card} is already with {name}", card=card, name=taken[number]))
        taken[number] = name
        cells[at.WHERE + number] = at.KEPT + seat
    return problems


def _number(state: HouseState, base: int, key: str, value: str, words: Words) -> list[str]:
    tables = state.tables
    lowest, highest = {
        "quality": (tables.first_quality, tables.last_quality),
        "coins": (0, tables.coins),
        "left": (0, sum(tables.pool)),
    }.get(key, (0, 1_000_000))
    if not re.fullmatch(r"[+-]?\d{1,9}", value.replace("−", "-"), re.ASCII):
        return [words("{key}: a whole number is needed, not {what}", key=key, what=repr(value[:20]))]
    number = int(value.replace("−", "-"))
    if not lowest <= number <= highest:
        return [words("{key}: {n} is not between {low} and {high}", key=key, n=number, low=lowest, high=highest)]
    if tables.expert == (key in ("coins", "left")):
        return [words("{key}: this belongs to the other variant", key=key)]
    state.cells[base + NUMBERS[key]] = number
    return []


def _box_problems(box: dict[str, int], state: HouseState, words: Words) -> list[str]:
    """Is there more on the table than in the box before anything was built?"""
    found = []
    there = census(state)  # pool and shops were left as they were: what is built counts on top of them
    for name, keys in PARTS.items():
        held = sum(box[key] for key in keys)
        used = sum(there[key] for key in keys) - held
        if used > held:
            found.append(words("{what}: {n} in all; a game has {held}", what=name, n=used, held=held))
    kept = sum(state.cells[at.WHERE + n] >= at.KEPT for n in range(at.PRIVILEGES))
    if kept > (held := state.tables.used_privileges):
        found.append(words("{what}: {n} in all; a game has {held}", what="privileges", n=kept, held=held))
    return found
