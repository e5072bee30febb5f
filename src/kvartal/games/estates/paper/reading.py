"""The score of a real table, typed in: what is written (sheet.py) is put on a board, and the rules are asked.

Everything that cannot be is listed at once.
"""

import math
import re
from collections import Counter
from itertools import pairwise, product
from typing import Any

from kvartal.engine.game import Game, Setup
from kvartal.engine.option import BadSetup
from kvartal.engine.score import Score, SheetReport, SheetScore
from kvartal.engine.state import State
from kvartal.engine.words import Words
from kvartal.games.estates.paper.sheet import Holder, Sheet, read_building, read_sheet
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.keys import COLOUR_KEYS, ROW_KEYS
from kvartal.games.estates.rules.tables import EstatesTables
from kvartal.games.estates.text.catalogue import COLOUR_NAMES
from kvartal.games.estates.text.labels import lot_name

LARGEST = 20_000  # characters of a sheet


def score_sheet(game: Game, text: str, words: Words) -> SheetReport:
    read = laid_out(game, text, words)
    if isinstance(read, SheetReport):
        return read
    sheet, setup, state = read
    seats = range(setup.players)
    scores = [Score(seat, tuple(game.score_lines(setup, state, seat, words))) for seat in seats]
    totals = [score.total for score in scores]
    return SheetReport(
        (), tuple(SheetScore(sheet.players[s].name, scores[s], _place(s, totals, sheet.players)) for s in seats)
    )


def laid_out(game: Game, text: str, words: Words) -> tuple[Sheet, Setup, State] | SheetReport:
    """What is told, with its pieces on a board; or everything wrong with it."""
    problems: list[str] = []
    if len(text) > LARGEST:
        return SheetReport((words("The sheet is longer than {n} characters.", n=LARGEST),))
    sheet = read_sheet(text, problems, words)
    if problems:
        return SheetReport(tuple(problems))
    if len(sheet.players) not in game.seats:
        return SheetReport((words("There are 2 to 5 players, not {n}.", n=len(sheet.players)),))
    try:
        setup = game.set_up(len(sheet.players), sheet.options, stored=True)
    except BadSetup as bad:
        return SheetReport.refused(bad, words)
    assert isinstance(setup.tables, EstatesTables)
    state = setup.start()
    put(sheet, setup.tables, state.cells, problems, words)
    return SheetReport(tuple(problems)) if problems else (sheet, setup, state)


def _place(seat: int, totals: list[int], players: list[Holder]) -> int:
    """By points, then by cheques: only between players whose hands were both told, or a box alone would decide."""
    mine = players[seat].numbers
    return 1 + sum(
        total > totals[seat]
        or (
            total == totals[seat]
            and "hand" in mine
            and "hand" in other.numbers
            and other.cheques() > players[seat].cheques()
        )
        for total, other in zip(totals, players, strict=True)
    )


# Checking, and putting on the board -------------------------------------------------------------------------------


def put(sheet: Sheet, tables: EstatesTables, cells: Any, problems: list[str], words: Words) -> None:
    unread = _put_buildings(sheet, tables, cells, problems, words)
    _put_lengths(sheet, tables, cells, problems, words)
    _put_players(sheet, tables, cells, unread, problems, words)
    mayor = sheet.mayor.strip().upper()
    if mayor in ROW_KEYS:
        cells[at.MAYOR] = ROW_KEYS.index(mayor)
    elif mayor == "REMOVED":
        cells[at.MAYOR] = at.REMOVED
    elif mayor not in ("", "-", "NONE", "BESIDE"):
        problems.append(words("The mayor stands before row A, B or C, not {what}.", what=repr(sheet.mayor[:20])))
    for row in range(kit.ROWS):
        if cells[at.BUILT + row] > cells[at.LENGTH + row]:
            problems.append(
                words(
                    "Row {row} has more buildings ({built}) than it requires ({length}).",
                    row=ROW_KEYS[row],
                    built=cells[at.BUILT + row],
                    length=cells[at.LENGTH + row],
                )
            )


def _put_buildings(sheet: Sheet, tables: EstatesTables, cells: Any, problems: list[str], words: Words) -> bool:
    """Returns whether some building could not be read: then nobody knows which colours stand."""
    unread = False
    seen: Counter[int] = Counter()
    roofs: Counter[int] = Counter()
    for key, buildings in sheet.rows.items():
        row = ROW_KEYS.index(key)
        if len(buildings) > kit.LOTS:
            problems.append(words("Row {row} has ten lots, not {n}.", row=key, n=len(buildings)))
            unread = True
            continue
        for place, written in enumerate(buildings):
            lot = row * kit.LOTS + place
            cubes, roof = read_building(written)
            if cubes is None:
                colours = ", ".join(COLOUR_KEYS)
                problems.append(
                    words(
                        "{lot}: not understood: {what}; a building is written `red 5, blue 3 + roof 4`, in {colours}",
                        lot=lot_name(lot),
                        what=repr(written[:40]),
                        colours=colours,
                    )
                )
                unread = True
                continue
            seen.update(cubes)
            roofs.update([roof] if roof else [])
            _put_building(lot, cubes, roof, tables, cells, problems, words)
        cells[at.BUILT + row] = len(buildings)
    _check_supply(seen, roofs, tables, problems, words)
    return unread


def _put_building(
    lot: int, cubes: list[int], roof: int, tables: EstatesTables, cells: Any, problems: list[str], words: Words
) -> None:
    values = [tables.value[cube] for cube in cubes]
    if any(low <= high for low, high in pairwise(values)):
        problems.append(words("{lot}: floors go down in number from the bottom to the top.", lot=lot_name(lot)))
    if tables.white[lot] and len(cubes) > 1:
        problems.append(words("{lot} has white dirt: one floor only.", lot=lot_name(lot)))
    cells[at.ROOFED + lot // kit.LOTS] += roof > 0
    cells[at.TOP + lot], cells[at.ROOF + lot] = cubes[-1], roof
    cells[at.VALUE + lot] = sum(values) + roof
    for cube in cubes:
        cells[at.CUBE_AT + cube] = lot


def _check_supply(
    seen: Counter[int], roofs: Counter[int], tables: EstatesTables, problems: list[str], words: Words
) -> None:
    """Nothing stands here that is not in the box, and not more often."""
    for cube, count in seen.items():
        if count > 1:
            name = f"{words(COLOUR_NAMES[cube // kit.VALUES])} {cube % kit.VALUES + 1}"
            problems.append(words("There is only one cube {cube}, and it stands here {n} times.", cube=name, n=count))
    for value, count in roofs.items():
        if count > tables.roofs[value - 1]:
            problems.append(words("There are {n} roofs of value {value}.", n=tables.roofs[value - 1], value=value))
    if len(seen) > kit.OFFERED:
        problems.append(words("Only 24 cubes are in a round, not {n}.", n=len(seen)))


def _put_lengths(sheet: Sheet, tables: EstatesTables, cells: Any, problems: list[str], words: Words) -> None:
    changes = [0] * kit.ROWS
    for name, place in sheet.barriers.items():
        found = re.fullmatch(r"([abc])\s+(longer|shorter)", place.strip().lower())
        if name not in ("1", "2", "3") or not (found or place.strip().lower() in ("removed", "beside", "-")):
            problems.append(
                words(
                    "Barrier {n}: 1, 2 or 3, and a place such as `A longer`, not {what}.", n=name, what=repr(place[:20])
                )
            )
        elif found:
            row, sign = ROW_KEYS.index(found[1].upper()), 1 if found[2] == "longer" else -1
            changes[row] += sign * int(name)
            cells[at.BARRIER + int(name) - 1] = 1 + 2 * row + (sign < 0)
        elif place.strip().lower() == "removed":
            cells[at.BARRIER + int(name) - 1] = at.BARRIER_REMOVED
    lengths = [tables.length + change for change in changes]
    if sheet.lengths and not sheet.barriers:
        lengths = [sheet.lengths.get(key, tables.length) for key in ROW_KEYS]
        if not _reachable(lengths, tables.length):
            problems.append(words("No barriers make rows of {lengths}.", lengths=", ".join(map(str, lengths))))
    for row, key in enumerate(ROW_KEYS):
        if sheet.barriers and sheet.lengths.get(key, lengths[row]) != lengths[row]:
            problems.append(words("Row {row}: its barriers make it require {n}.", row=key, n=lengths[row]))
        if not tables.min_length <= lengths[row] <= tables.max_length:
            problems.append(
                words(
                    "Row {row} would require {length}; it can be {low} to {high}.",
                    row=key,
                    length=lengths[row],
                    low=tables.min_length,
                    high=tables.max_length,
                )
            )
        cells[at.LENGTH + row] = lengths[row]


def _reachable(lengths: list[int], start: int) -> bool:
    """Is there a way to lay the three barriers, each in one row or none, that gives these lengths?"""
    ways = [(row, sign) for row in range(kit.ROWS) for sign in (1, -1)] + [(0, 0)]
    for laid in product(ways, repeat=kit.BARRIERS):
        found = [start] * kit.ROWS
        for value, (row, sign) in enumerate(laid, 1):
            found[row] += value * sign
        if found == lengths:
            return True
    return False


def _put_players(
    sheet: Sheet, tables: EstatesTables, cells: Any, unread: bool, problems: list[str], words: Words
) -> None:
    if len({holder.name for holder in sheet.players}) < len(sheet.players):
        problems.append(words("Two players have the same name."))
    for seat, holder in enumerate(sheet.players):
        base = at.SEATS + seat * at.STRIDE
        _put_certificates(seat, holder, cells, problems, words)
        for key in ("box", "hand"):
            if holder.numbers.get(key, 0) < 0:
                problems.append(words("{name}: {what} cannot be less than nothing.", name=holder.name, what=key))
        cells[base + at.BOX] = holder.numbers.get("box", 0)
        cells[base + at.HAND] = holder.numbers.get("hand", 0)
        cells[base + at.TOTAL] = holder.numbers.get("earlier", 0)
    most = _most_boxed(tables, cells)
    for holder in sheet.players:
        if holder.numbers.get("box", 0) > most:
            problems.append(
                words(
                    "{name}: one cheque a turn goes into the box, so {most} at most so far, not {n}.",
                    name=holder.name,
                    most=most,
                    n=holder.numbers["box"],
                )
            )
    _check_certificates(cells, unread, problems, words)
    money = sum(holder.numbers.get(key, 0) for holder in sheet.players for key in ("box", "hand"))
    complete = all("hand" in holder.numbers for holder in sheet.players)
    if money > tables.money or (complete and money != tables.money):
        problems.append(words("Hands and boxes hold {n} cheques; there are {money}.", n=money, money=tables.money))


def _put_certificates(seat: int, holder: Holder, cells: Any, problems: list[str], words: Words) -> None:
    for key in holder.certificates:
        if key not in COLOUR_KEYS:
            problems.append(
                words("Unknown colour {what}; there are: {names}.", what=repr(key[:20]), names=", ".join(COLOUR_KEYS))
            )
            continue
        held = at.CERTIFICATE + COLOUR_KEYS.index(key)
        if cells[held] == seat:
            problems.append(words("{name}: {what} is said twice.", name=holder.name, what=key))
        elif cells[held] >= 0:
            problems.append(words("Two players hold the certificate {colour}.", colour=_colour(key, words)))
        else:
            cells[held] = seat


def _check_certificates(cells: Any, unread: bool, problems: list[str], words: Words) -> None:
    """A colour has a holder exactly if it stands in the city."""
    for colour, key in enumerate(COLOUR_KEYS):
        standing = any(cells[at.CUBE_AT + colour * kit.VALUES + i] >= 0 for i in range(kit.VALUES))
        if standing and cells[at.CERTIFICATE + colour] < 0:
            problems.append(
                words("Nobody holds the certificate {colour}, but such cubes are built.", colour=_colour(key, words))
            )
        if not standing and not unread and cells[at.CERTIFICATE + colour] >= 0:
            problems.append(
                words("The certificate {colour} is held, but no such cube is built.", colour=_colour(key, words))
            )


def _most_boxed(tables: EstatesTables, cells: Any) -> int:
    """The turns that one player can have had: one for each piece in the city and each of the five that may be away."""
    cubes = sum(0 <= cells[at.CUBE_AT + cube] < kit.BOARD for cube in range(kit.CUBES))
    pieces: int = cubes + sum(cells[at.ROOFED + row] for row in range(kit.ROWS)) + kit.BARRIERS + 2
    return math.ceil(pieces / tables.players)


def _colour(key: str, words: Words) -> str:
    return words(COLOUR_NAMES[COLOUR_KEYS.index(key)])
