"""What follows from the rest of a position: pools, decks and counts need not be typed in."""

from typing import Any

from kvartal.engine.game import Setup
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import ids
from kvartal.games.house.rules.keys import ELEMENT_KEYS, GOOD_KEYS
from kvartal.games.house.rules.positions.laws import census
from kvartal.games.house.rules.state import HouseState


def derive(setup: Setup, cells: list[int]) -> list[int]:
    tables: Any = setup.tables
    cells = list(cells)
    if not tables.expert:
        _clear(cells, (at.PRICE, at.GOODS, 0), (at.DISCOUNT, at.DISPLAY, 0), (at.WHERE, at.PRIVILEGES, at.IN_DECK))
        _clear(cells, (at.TRACK, at.SEAT_LIMIT, -1), (at.BOXED, at.CARDS, 0))
    for seat in range(setup.players):
        _seat(tables, cells, at.SEATS + seat * at.STRIDE)
    cells[at.ENDED] = ids.END_ROUNDS if cells[at.PHASE] == at.ENDING else -1
    cells[at.DRAWN] = sum(cells[at.WHERE + card] != at.IN_DECK for card in range(at.PRIVILEGES))
    cells[at.TURN] = _turn(tables, cells)
    for seat in range(setup.players):
        cells[at.SEATS + seat * at.STRIDE + at.REVEALED] = _shown(tables, cells, seat)
    _pools(setup, cells)
    return cells


def _clear(cells: list[int], *parts: tuple[int, int, int]) -> None:
    for begin, size, none in parts:
        cells[begin : begin + size] = [none] * size


def _seat(tables: Any, cells: list[int], base: int) -> None:
    groups = cells[base + at.GROUPS : base + at.GROUPS + at.ELEMENTS]
    for good in range(at.GOODS):
        laid = [groups[kind] * tables.recipe[kind * at.GOODS + good] for kind in range(at.ELEMENTS)]
        cells[base + at.PLEDGED + good] = sum(laid)
    moved = any(groups) or any(cells[base + at.ASKED : base + at.ASKED + at.RAW]) or cells[base + at.READY]
    cells[base + at.BEGUN] = int(cells[at.PHASE] == at.ARRANGING and bool(moved))
    if tables.expert:
        cells[base + at.COINS] = 0
    else:
        cells[base + at.QUALITY] = cells[base + at.MONEY] = cells[base + at.LOANS] = 0


def _turn(tables: Any, cells: list[int]) -> int:
    """Chips placed, or seats that have finished building."""
    phase = cells[at.PHASE]
    if phase == at.SETTING_UP:
        return 0
    if phase == at.BUILDING:
        return int((cells[at.ACTIVE] - cells[at.STARTER]) % tables.players)
    if phase in (at.PREPARING, at.ENDING):
        return int(tables.players)
    every: int = 5 * tables.players
    return min(every, sum(chip >= 0 for chip in _chips(tables, cells))) if phase == at.MOVING else every


def _chips(tables: Any, cells: list[int]) -> list[int]:
    bases = [at.SEATS + seat * at.STRIDE + at.CHIP for seat in range(tables.players)]
    return [chip for base in bases for chip in cells[base : base + at.PLACES]]


def _shown(tables: Any, cells: list[int], seat: int) -> int:
    """Own chips turned up so far: five a round, and those whose building has been reached in this one."""
    phase, rounds = cells[at.PHASE], cells[at.ROUND]
    if phase in (at.ARRANGING, at.BUILDING, at.ENDING):
        return int(5 * rounds)
    found = 5 * (rounds - 1)
    for place in range(at.PLACES if phase == at.BUYING else 0):
        for floor in range(at.SEAT_LIMIT):
            up = place < cells[at.HERE] or tables.expert or floor <= cells[at.QUEUE]
            if place <= cells[at.HERE] and up and cells[at.TOWER + place * at.SEAT_LIMIT + floor] == seat:
                found += 1
    return int(found)


def _pools(setup: Setup, cells: list[int]) -> None:
    """What is nowhere else lies in the general pool, or in the builder deck."""
    tables: Any = setup.tables
    for begin, size in ((at.POOL, at.GOODS), (at.PIECE, at.PIECES), (at.COIN_POOL, 2), (at.DECK, at.CARDS)):
        cells[begin : begin + size] = [0] * size
    state = setup.state(cells)
    assert isinstance(state, HouseState)
    there = census(state)
    box = [(at.POOL + n, key, tables.pool[n]) for n, key in enumerate(GOOD_KEYS)]
    box += [(at.PIECE + n, key, tables.pieces[n]) for n, key in enumerate(ELEMENT_KEYS[: at.PIECES])]
    box += [(at.COIN_POOL, "coin", tables.coins), (at.PERMITS, "permit", tables.permits)]
    box += [(at.DECK + n, f"builder {n + 1}", tables.card_copies[n]) for n in range(at.CARDS)]
    for cell, key, count in box:
        cells[cell] = max(0, count - there[key])
