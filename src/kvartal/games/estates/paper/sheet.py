"""A sheet of The Estates as it is written, in text or JSON (the README of this room tells the form)."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kvartal.engine.words import Words
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.keys import COLOUR_KEYS, ROW_KEYS

LARGEST_NUMBER = 10_000
MOST_PLAYERS = 12  # that are read at all
NUMBERS = ("box", "hand", "earlier")
NUMBER = r"[+−-]?\d{1,5}"


@dataclass
class Holder:
    """One player's line."""

    name: str
    certificates: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)

    def cheques(self) -> int:
        return self.numbers.get("hand", 0) + self.numbers.get("box", 0)


@dataclass
class Sheet:
    players: list[Holder] = field(default_factory=list)
    rows: dict[str, list[str]] = field(default_factory=dict)  # row → buildings, as written
    barriers: dict[str, str] = field(default_factory=dict)
    lengths: dict[str, int] = field(default_factory=dict)
    mayor: str = ""
    options: dict[str, object] = field(default_factory=dict)
    # Only where the game is to go on from here (onward.py):
    offer: dict[str, list[str]] = field(default_factory=dict)  # row of the offer → its cubes, as written
    turn: str = ""  # whose it is
    cancel: str = ""


def read_sheet(text: str, problems: list[str], words: Words) -> Sheet:
    return _read_json(text, problems, words) if text.lstrip().startswith("{") else _read_text(text, problems, words)


def _read_text(text: str, problems: list[str], words: Words) -> Sheet:
    sheet = Sheet()
    for number, line in enumerate(text.splitlines(), 1):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        head, colon, rest = (part.strip() for part in line.partition(":"))
        word, _, name = head.partition(" ")
        word, name = word.lower(), name.strip()
        if not colon:
            problems.append(words("Line {n}: a colon is missing: {line}", n=number, line=line[:60]))
        elif word == "player" and name:
            sheet.players.append(_holder(name, rest, number, problems, words))
        elif word == "length" and name.upper() in ROW_KEYS and name.upper() not in sheet.lengths:
            if rest.isascii() and rest.isdigit() and len(rest) <= 2:
                sheet.lengths[name.upper()] = int(rest)
            else:
                problems.append(words("Line {n}: a length is a number, not {what}", n=number, what=repr(rest[:20])))
        elif not _take_down(sheet, word, name, rest):
            problems.append(words("Line {n}: not understood, or said twice: {line}", n=number, line=line[:60]))
    return sheet


def _take_down(sheet: Sheet, word: str, name: str, rest: str) -> bool:
    """A line that needs no check of its own; not if it is unknown or was said before."""
    if word in ("mayor", "turn", "cancel"):
        new = not name and not getattr(sheet, word)
        if new:
            setattr(sheet, word, rest)
        return new
    places: dict[str, dict[str, Any]] = {
        "row": sheet.rows,
        "barrier": sheet.barriers,
        "offer": sheet.offer,
        "option": sheet.options,
    }
    if word == "row":
        name = name.upper() if name.upper() in ROW_KEYS else ""
    if word not in places or not name or name in places[word]:
        return False
    written: list[str] | str = rest
    if word == "row":
        written = [part.strip() for part in rest.split("|")] if rest.strip(" -") else []
    elif word == "offer":
        written = [cube.strip() for cube in rest.split(",") if cube.strip(" -")]
    places[word][name] = written
    return True


def _holder(name: str, rest: str, number: int, problems: list[str], words: Words) -> Holder:
    """`certificates blue yellow, box 3, hand 6`; the colours may have commas between them."""
    holder = Holder(name)
    for part in filter(None, (part.strip().lower() for part in rest.split(","))):
        word, *values = part.split()
        if word == "certificates":
            holder.certificates += values
        elif holder.certificates and word in COLOUR_KEYS:
            holder.certificates += [word, *values]
        elif (
            word in NUMBERS
            and word not in holder.numbers
            and len(values) == 1
            and re.fullmatch(NUMBER, values[0], re.ASCII)
        ):
            holder.numbers[word] = int(values[0].replace("−", "-"))
        else:
            problems.append(words("Line {n}: not understood, or said twice: {line}", n=number, line=part[:60]))
    return holder


def _read_json(text: str, problems: list[str], words: Words) -> Sheet:
    sheet = Sheet()
    value = _json_parts(text, problems, words)
    if problems:
        return sheet
    for number, block in enumerate(value.get("players", [])[:MOST_PLAYERS]):
        sheet.players.append(_json_holder(f"players[{number}]", block, problems, words))
    rows = _json_by_row(value, "rows", _are_texts, problems, words)
    sheet.rows = {row: [each.strip() for each in buildings] for row, buildings in rows.items()}
    sheet.lengths = _json_by_row(value, "lengths", _is_whole, problems, words)
    for row, cubes in value.get("offer", {}).items():
        if _are_texts(cubes):
            sheet.offer[row] = [cube.strip() for cube in cubes]
        else:
            problems.append(words("{name}: this has another form in a sheet", name=f"offer.{row}"[:40]))
    sheet.barriers = {str(name): str(place) for name, place in value.get("barriers", {}).items()}
    sheet.mayor, sheet.turn, sheet.cancel = (value.get(name, "") for name in ("mayor", "turn", "cancel"))
    sheet.options = dict(value.get("options", {}))
    return sheet


def _json_parts(text: str, problems: list[str], words: Words) -> dict[str, Any]:
    """The parts of a sheet, each in its form."""
    try:
        value: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError) as error:
        problems.append(words("Not JSON that can be read: {error}", error=str(error)[:100]))
        return {}
    if value.get("mayor", "") is None:
        del value["mayor"]
    shapes: dict[str, type] = {"players": list, "rows": dict, "barriers": dict, "lengths": dict, "mayor": str}
    shapes |= {"offer": dict, "turn": str, "cancel": str, "options": dict}
    for name, part in value.items():
        if name not in shapes and name != "game":
            problems.append(words("{name}: unknown; there are: {names}", name=name[:40], names=", ".join(shapes)))
        elif name in shapes and not isinstance(part, shapes[name]):
            problems.append(words("{name}: this has another form in a sheet", name=name))
    if value.get("game", "estates") != "estates":
        problems.append(words("{name}: this has another form in a sheet", name="game"))
    return value


def _json_by_row(
    value: dict[str, Any], name: str, fits: Callable[[Any], bool], problems: list[str], words: Words
) -> dict[str, Any]:
    """What is said of each row, under its own name, once."""
    found: dict[str, Any] = {}
    for row, part in value.get(name, {}).items():
        if row.upper() in ROW_KEYS and row.upper() not in found and fits(part):
            found[row.upper()] = part
        else:
            problems.append(words("{name}: this has another form in a sheet", name=f"{name}.{row}"[:40]))
    return found


def _are_texts(part: Any) -> bool:
    return isinstance(part, list) and all(isinstance(each, str) for each in part)


def _is_whole(part: Any) -> bool:
    return isinstance(part, int) and not isinstance(part, bool)


def _json_holder(where: str, block: Any, problems: list[str], words: Words) -> Holder:
    holder = Holder("?")
    if not isinstance(block, dict) or not isinstance(block.get("name"), str) or not block["name"].strip():
        problems.append(words("{name}: a player needs a name", name=where))
        return holder
    holder.name = block["name"]
    for name, part in block.items():
        if name in NUMBERS and _is_whole(part) and abs(part) <= LARGEST_NUMBER:
            holder.numbers[name] = part
        elif name == "certificates" and _are_texts(part):
            holder.certificates = [each.lower() for each in part]
        elif name != "name":
            problems.append(words("{name}: this has another form in a sheet", name=f"{where}.{name}"[:60]))
    return holder


def read_building(written: str) -> tuple[list[int] | None, int]:
    """`red 5, blue 3 + roof 4` → its cubes from the bottom, and the roof (0: none)."""
    floors, _, roof = written.lower().partition("+")
    cubes = []
    for floor in floors.split(","):
        found = re.fullmatch(r"\s*([a-z]+)\s*([1-6])\s*", floor)
        if not found or found[1] not in COLOUR_KEYS:
            return None, 0
        cubes.append(COLOUR_KEYS.index(found[1]) * kit.VALUES + int(found[2]) - 1)
    if "+" not in written:
        return cubes, 0
    top = re.fullmatch(r"\s*(?:roof)?\s*([1-6])\s*", roof)
    return (cubes, int(top[1])) if top else (None, 0)
