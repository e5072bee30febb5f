"""What cannot be written on a sheet: order, bis, fences, pools, and more boxes crossed than turns can have crossed.

Every turn writes one number or crosses one refusal, and a number brings one effect at most. So a sheet keeps its own
accounts, and most slips of the pen show in them. Spoken in the language of whoever typed the sheet.
"""

from typing import Any, NamedTuple

from kvartal.engine.words import Words
from kvartal.engine.words import words as words_of
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries
from kvartal.games.welcome.rules.keys import house_name
from kvartal.games.welcome.rules.sheet import plain
from kvartal.games.welcome.rules.state import WelcomeState

ENGLISH = words_of("en")  # positions are spoken of in English


class Ledger(NamedTuple):
    """The actions that a sheet tells of; each effect took a number of its own."""

    numbers: tuple[int, int, int]  # written in each street, without bis
    pools: tuple[int, int, int]
    stretched: tuple[int, int, int]  # numbers that are on no card: only temps make them
    parks: int
    values: int
    fences: int  # that no roundabout can have brought
    bis: int
    temps: int  # times that temps were used, a full track included

    @property
    def effects(self) -> tuple[int, ...]:
        """How often each was used, in the order of the cards."""
        return (self.fences, self.values, self.parks, sum(self.pools), self.temps, self.bis)


def ledger(state: WelcomeState, seat: int) -> Ledger:
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    houses = [cells[base + at.NUMBERS + h] for h in range(tables.houses)]
    numbers, pools, stretched = [0] * 3, [0] * 3, [0] * 3
    fences = 0
    for h, cell in enumerate(houses):
        street = tables.street[h]
        if 0 <= cell <= at.HIGHEST:
            numbers[street] += 1
            stretched[street] += cell not in tables.number
        if tables.pool_of[h] != 255:
            pools[street] += cells[base + tables.pool_at + tables.pool_of[h]]
        if cells[base + tables.fences + h] and h + 1 < tables.past[street]:
            fences += at.ROUNDABOUT not in (cell, houses[h + 1])
    return Ledger(
        (numbers[0], numbers[1], numbers[2]),
        (pools[0], pools[1], pools[2]),
        (stretched[0], stretched[1], stretched[2]),
        sum(cells[base + at.PARKS + street] for street in range(3)),
        sum(cells[base + at.VALUES + size] for size in range(6)),
        fences,
        sum(cell >= at.BIS_BASE for cell in houses),
        max(cells[base + at.TEMPS], sum(stretched)),
    )


def sheet_problems(state: WelcomeState, seat: int, words: Words = ENGLISH) -> list[str]:
    """Everything on a sheet that no play can have written there. (For plans see approved.py.)"""
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    problems = []
    houses = [cells[base + at.NUMBERS + h] for h in range(tables.houses)]
    fences = [cells[base + tables.fences + h] for h in range(tables.houses)]
    for street in range(3):
        first, past = tables.first[street], tables.past[street]
        problems += _numbers(tables, houses, first, past, words)
        problems += _fences(tables, houses, fences, street, words)
    problems += _boxes(tables, cells, base, words)
    problems += _pools(tables, cells, base, houses, words)
    return problems or _accounts(state, seat, words)


def _numbers(tables: Any, houses: list[int], first: int, past: int, words: Words) -> list[str]:
    """Numbers ascend; equal ones stand together, one of them written from a card and the others bis."""
    problems = []
    low = -1  # the highest number so far
    house = first
    while house < past:
        cell, number, begin = houses[house], plain(houses[house]), house
        if number < 0:
            low = -1 if cell == at.ROUNDABOUT else low
            house += 1
            continue
        while house < past and plain(houses[house]) == number:
            house += 1
        written = [h for h in range(begin, house) if houses[h] == number]
        here = house_name(tables, begin)
        if number <= low:
            problems.append(words("houses: {number} at {house} comes after {low}", number=number, house=here, low=low))
        for second in written[1:]:
            again = house_name(tables, second)
            problems.append(
                words("houses: {number} at {house} comes after {low}", number=number, house=again, low=number)
            )
        if not written and house - begin == 1:
            problems.append(words("houses: {number}b at {house} stands beside no {number}", number=number, house=here))
        elif not written:
            problems.append(
                words(
                    "houses: the {number}b at {house} repeats a number that was never written",
                    number=number,
                    house=here,
                )
            )
        low = max(low, number)
    return problems


def _fences(tables: Any, houses: list[int], fences: list[int], street: int, words: Words) -> list[str]:
    problems = []
    first, past = tables.first[street], tables.past[street]
    for house in range(first, past):
        if houses[house] == at.ROUNDABOUT and not (fences[house] and (house == first or fences[house - 1])):
            problems.append(
                words(
                    "fences: a roundabout has fences on both sides, at {house} one is missing",
                    house=house_name(tables, house),
                )
            )
        if not tables.new_edition and house + 1 < past and fences[house]:
            if plain(houses[house]) >= 0 and plain(houses[house]) == plain(houses[house + 1]):
                here = house_name(tables, house)
                problems.append(words("fences: 2018 has no fence between equal numbers, at {house}", house=here))
    if not fences[past - 1]:
        problems.append(words("fences: the end of street {street} is fenced from the start", street=street + 1))
    return problems


def _boxes(tables: Any, cells: Any, base: int, words: Words) -> list[str]:
    problems = []
    for street in range(3):
        if cells[base + at.PARKS + street] > tables.park_boxes[street]:
            problems.append(
                words.count(
                    "parks: street {street} has {n} box",
                    "parks: street {street} has {n} boxes",
                    tables.park_boxes[street],
                    street=street + 1,
                )
            )
    for size in range(6):
        if cells[base + at.VALUES + size] > tables.value_boxes[size]:
            problems.append(
                words.count(
                    "values: size {size} has {n} box",
                    "values: size {size} has {n} boxes",
                    tables.value_boxes[size],
                    size=size + 1,
                )
            )
    return problems


def _pools(tables: Any, cells: Any, base: int, houses: list[int], words: Words) -> list[str]:
    """A pool is built with the number beside it, and that number took no other effect."""
    problems = []
    for pool in range(tables.pools):
        house = tables.pool_houses[pool]
        if not cells[base + tables.pool_at + pool]:
            continue
        here, number = house_name(tables, house), houses[house]
        if not 0 <= number <= at.HIGHEST:
            problems.append(words("pools: there is a pool at {house}, but no number written beside it", house=here))
        elif number not in tables.number:
            problems.append(
                words(
                    "pools: there is a pool at {house}, but {number} is on no card and took temps, not a pool",
                    house=here,
                    number=number,
                )
            )
    return problems


# The accounts ---------------------------------------------------------------------------------------------------------


def _accounts(state: WelcomeState, seat: int, words: Words) -> list[str]:
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    book = ledger(state, seat)
    problems = []
    for street in range(3):
        parks = cells[base + at.PARKS + street]
        able = book.numbers[street] - book.pools[street] - book.stretched[street]
        if parks > able:
            problems.append(
                words(
                    "parks: {parks} in street {street}, but only {n} of the numbers written there can have brought one",
                    parks=parks,
                    street=street + 1,
                    n=able,
                )
            )
    least = min(sum(book.stretched), tables.temp_boxes)
    if cells[base + at.TEMPS] < least:
        problems.append(
            words(
                "temps: {temps} crossed, but {n} houses have a number that is on no card, and only temps make those",
                temps=cells[base + at.TEMPS],
                n=sum(book.stretched),
            )
        )
    used, written = sum(book.effects), sum(book.numbers)
    if used > written:
        problems.append(
            words(
                "effects: {used} were used (fences {fences}, values {values}, parks {parks}, pools {pools}, temps "
                "{temps}, bis {bis}), but only {n} numbers are written, and each brings one at most",
                used=used,
                n=written,
                **dict(zip(("fences", "values", "parks", "pools", "temps", "bis"), book.effects, strict=True)),
            )
        )
    return problems + _refusals(state, seat, words)


def _refusals(state: WelcomeState, seat: int, words: Words) -> list[str]:
    """What fits now has always fitted, unless a roundabout has made room since: no refusal where too much fits."""
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    refusals = cells[base + at.REFUSALS]
    if not refusals or cells[base + at.ROUNDABOUTS]:
        return []
    mask = queries.fitting(state, seat)
    cards = sum(n for number, n in zip(tables.number, tables.count, strict=True) if not mask >> number & 1)
    if cards >= 3:
        return []
    return [words("refusals: {n} crossed, but there are no three cards with numbers that fit nowhere", n=refusals)]
