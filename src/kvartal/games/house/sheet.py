"""End positions typed in: for people with the box on the table who want their houses checked and scored.

One `key: value` a line; `player: NAME` begins each player, `variant:` stands before the first. README.md shows it.
Everything that is wrong is said at once, and only what could stand on a table is scored.
"""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kvartal.engine.option import BadSetup
from kvartal.engine.score import Score, SheetReport, SheetScore
from kvartal.engine.words import Words
from kvartal.games.house import cells as at
from kvartal.games.house.laws import house_problems
from kvartal.games.house.numbers import PRIVILEGE_KEYS
from kvartal.games.house.report import lacking, score_lines
from kvartal.games.house.state import HouseState

if TYPE_CHECKING:
    from kvartal.engine.game import Game

LARGEST = 20_000
WALL_WORDS = {"wood": at.WOOD_WALL, "brick": at.BRICK_WALL}
OPENINGS = {"window": 1, "windows": 2, "door": 3}
ROOFS = {"roof": 1, "metal roof": 1, "tile roof": 2}
NUMBERS = {"coins": at.COINS, "left": at.STORE, "quality": at.QUALITY, "loans": at.LOANS, "money": at.MONEY}
KEYS = ("column", "garage", "permit", "privileges", *NUMBERS)


def score_sheet(game: "Game", text: str, words: Words) -> SheetReport:
    problems: list[str] = []
    if len(text) > LARGEST:
        return SheetReport((words("The sheet is longer than {n} characters.", n=LARGEST),))
    table, players = _read_json(text, problems) if text.lstrip().startswith("{") else _read_text(text, problems)
    if not problems and not 2 <= len(players) <= at.SEAT_LIMIT:
        problems.append(f"two to four players are needed, each begun by `player: NAME`; there are {len(players)}")
    if problems:
        return SheetReport(tuple(problems))
    try:
        setup = game.set_up(len(players), table)
    except BadSetup as bad:
        return SheetReport((str(bad),))
    state = setup.start()
    assert isinstance(state, HouseState)
    taken: dict[int, str] = {}
    for seat, (name, said) in enumerate(players):
        problems += [f"{name}: {each}" for each in _put(state, seat, said, taken, name)]
        problems += [f"{name}: {each}" for each in house_problems(state, at.SEATS + seat * at.STRIDE)]
    if problems:
        return SheetReport(tuple(problems))
    state.cells[at.PHASE] = at.ENDING
    sheets = []
    for seat, (name, _) in enumerate(players):
        shown = f"{name}: {lacking(state, seat, words)}"
        sheets.append(SheetScore(shown, Score(seat, tuple(score_lines(game, state, seat, words))), state.place(seat)))
    return SheetReport((), tuple(sheets))


# Reading --------------------------------------------------------------------------------------------------------------

Said = list[tuple[str, str]]


def _read_text(text: str, problems: list[str]) -> tuple[dict[str, str], list[tuple[str, Said]]]:
    table: dict[str, str] = {}
    players: list[tuple[str, Said]] = []
    for number, whole in enumerate(text.splitlines(), 1):
        line = whole.partition("#")[0].strip()
        if not line:
            continue
        key, colon, value = (part.strip() for part in line.partition(":"))
        key = key.lower()
        if not colon:
            problems.append(f"line {number}: a colon is missing: {line[:60]}")
        elif key == "player":
            players.append((value[:60] or f"player {len(players) + 1}", []))
        elif key == "variant" and not players:
            table["variant"] = value
        elif key in KEYS and players:
            players[-1][1].append((key, value))
        else:
            where = "after a `player:`" if key in KEYS else f"there are: variant, player, {', '.join(KEYS)}"
            problems.append(f"line {number}: {key[:30]!r} is not possible here; {where}")
    return table, players


def _read_json(text: str, problems: list[str]) -> tuple[dict[str, str], list[tuple[str, Said]]]:
    """`{"variant": "expert", "players": [{"name": "A", "columns": ["wood door, roof"], "quality": 1, …}]}`."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        problems.append(f"not JSON that can be read: {error}")
        return {}, []
    listed = found.get("players") if isinstance(found, Mapping) else None
    if not isinstance(listed, list) or not all(isinstance(each, Mapping) for each in listed):
        problems.append("players: a list of objects is expected")
        return {}, []
    players: list[tuple[str, Said]] = []
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
                problems.append(f"players[{number}].{key[:30]}: there are: name, columns, {', '.join(KEYS[1:])}")
        players.append((str(block.get("name", f"player {number}"))[:60], said))
    variant = {"variant": str(found["variant"])} if "variant" in found else {}
    return variant, players


# Laying it out --------------------------------------------------------------------------------------------------------


def _put(state: HouseState, seat: int, said: Said, taken: dict[int, str], name: str) -> list[str]:
    """Fill the cells of one seat; what cannot be is returned in words."""
    cells: Any = state.cells
    base, problems, column = at.SEATS + seat * at.STRIDE, [], 0
    for good in range(at.GOODS):
        cells[base + at.STORE + good] = 0
    seen = set()
    for key, value in said:
        if key in seen and key != "column":
            problems.append(f"{key}: said twice")
        seen.add(key)
        if key == "column":
            if column == at.COLUMNS:
                problems.append(f"column: at most {at.COLUMNS}")
                break
            problems += _column(cells, base, column, value)
            column += 1
        elif key == "garage":
            problems += _garage(cells, base, value)
        elif key == "permit":
            if value.lower() not in ("yes", "no"):
                problems.append(f"permit: yes or no, not {value[:20]!r}")
            cells[base + at.PERMIT] = int(value.lower() == "yes")
        elif key == "privileges":
            problems += _privileges(cells, seat, value, taken, name)
        else:
            problems += _number(state, base, key, value)
    return problems


def _column(cells: Any, base: int, column: int, value: str) -> list[str]:
    """`wood door, brick 2 windows, tile roof, chimney`, from the ground up."""
    problems, storey, covered = [], 0, False
    for part in filter(None, (each.strip().lower() for each in value.split(","))):
        words = part.split()
        if part in ROOFS and not covered:
            cells[base + at.COVER + column] = ROOFS[part]
            covered = True
        elif part == "chimney" and covered:
            cells[base + at.STACK + column] += 1
        elif words[0] in WALL_WORDS and not covered and storey < at.STOREYS:
            has = OPENINGS.get(words[-1], 0) if len(words) > 1 else 0
            if words[1:] not in ([], ["window"], ["1", "window"], ["2", "windows"], ["door"], ["1", "door"]):
                problems.append(f"column: {part!r}: a wall has nothing, `window`, `2 windows` or `door`")
            cells[base + at.WALL + column * at.STOREYS + storey] = 1 + 4 * WALL_WORDS[words[0]] + has
            storey += 1
        else:
            problems.append(f"column: {part!r} is not possible there; walls, then a roof, then a chimney")
    if storey == 0:
        problems.append("column: it needs a wall")
    if cells[base + at.STACK + column] > 1:
        problems.append("column: a roof carries one chimney")
    return problems


def _garage(cells: Any, base: int, value: str) -> list[str]:
    """`wood, 2 doors, metal roof, chimney`."""
    problems = []
    for number, part in enumerate(filter(None, (each.strip().lower() for each in value.split(",")))):
        if number == 0 and part in WALL_WORDS:
            cells[base + at.GARAGE + at.G_WALL] = 1 + WALL_WORDS[part]
        elif part in ("door", "1 door", "2 doors"):
            cells[base + at.GARAGE + at.G_DOORS] = 2 if part[0] == "2" else 1
        elif part in ROOFS:
            cells[base + at.GARAGE + at.G_COVER] = ROOFS[part]
        elif part == "chimney":
            cells[base + at.GARAGE + at.G_STACK] = 1
        else:
            problems.append(f"garage: {part!r}: first wood or brick, then door, 2 doors, a roof, chimney")
    return problems


def _privileges(cells: Any, seat: int, value: str, taken: dict[int, str], name: str) -> list[str]:
    problems = []
    for card in filter(None, (each.strip().lower() for each in value.split(","))):
        if card not in PRIVILEGE_KEYS:
            problems.append(f"privileges: {card[:30]!r} is none of {', '.join(PRIVILEGE_KEYS)}")
            continue
        number = PRIVILEGE_KEYS.index(card)
        if number in taken:
            problems.append(f"privileges: {card} is already with {taken[number]}")
        taken[number] = name
        cells[at.WHERE + number] = at.KEPT + seat
    return problems


def _number(state: HouseState, base: int, key: str, value: str) -> list[str]:
    tables = state.tables
    lowest, highest = {
        "quality": (tables.first_quality, tables.last_quality),
        "coins": (0, tables.coins),
        "left": (0, sum(tables.pool)),
    }.get(key, (0, 1_000_000))
    try:
        number = int(value)
    except ValueError:
        return [f"{key}: a whole number is needed, not {value[:20]!r}"]
    if not lowest <= number <= highest:
        return [f"{key}: {number} is not between {lowest} and {highest}"]
    if tables.expert == (key in ("coins", "left")):
        return [f"{key}: this belongs to the other variant"]
    state.cells[base + NUMBERS[key]] = number
    return []
