"""Everything wrong with a position or a sheet typed in."""

from typing import Any

from kvartal.engine.game import Setup
from kvartal.engine.state import State
from kvartal.engine.words import Words
from kvartal.engine.words import words as words_of
from kvartal.games.welcome import asked
from kvartal.games.welcome import tables as at
from kvartal.games.welcome.sheet import plain
from kvartal.games.welcome.state import WelcomeState

ENGLISH = words_of("en")  # positions are spoken of in English, sheets in the language of whoever typed them


def position_problems(setup: Setup, state: State) -> list[str]:
    assert isinstance(state, WelcomeState)
    tables: Any = setup.tables
    cells: Any = state.cells
    problems = []
    census = setup.game.census(setup, state)
    for kind, name in enumerate(census):
        if census[name] != tables.count[kind]:
            problems.append(f"cards: {census[name]} of {name}, but there are {tables.count[kind]} in the box")
    for seat in range(setup.players):
        problems += [f"seats[{seat}]: {text}" for text in sheet_problems(state, seat)]
        if tables.mode == at.DRAFT:
            problems += [f"seats[{seat}].{text}" for text in _past_problems(tables, cells, seat)]
    if tables.mode == at.DRAFT and any(cells[i] >= 0 for i in range(tables.unseen, tables.seats)):
        problems.append("unseen: only a view has it; on the table every card lies in a place of its own")
    if cells[at.PHASE] == at.PLAYING and cells[at.WAIT] == at.NOTHING:
        waiting = [s for s in range(setup.players) if cells[tables.seats + s * tables.stride] != at.CONFIRMED]
        if cells[at.PENDING] != len(waiting):
            problems.append(f"pending: {cells[at.PENDING]}, but {len(waiting)} seats have not confirmed")
        if not waiting:
            problems.append("stage: at least one seat has not confirmed while the game goes on")
        problems += _table_problems(tables, cells)
    return problems


def _table_problems(tables: Any, cells: Any) -> list[str]:
    problems = []
    if any(cells[at.PLANS_AT + place] < 0 for place in range(3)):
        problems.append("plans: three plans lie on the table")
    if tables.mode == at.PILES and any(cells[at.TOP + i] < 0 or cells[at.TURNED + i] < 0 for i in range(3)):
        problems.append("numbers, effects: each pile shows a number and an effect")
    if tables.hand:
        for seat in range(tables.players):
            hand = tables.seats + seat * tables.stride + tables.hand_at
            for slot in range(3):
                kind = cells[hand + slot]
                if kind < 0 or tables.effect[kind] != cells[hand + 3 + slot]:
                    problems.append(f"seats[{seat}].hand: three cards, with their effects in hand_effects")
                    break
    return problems


def _past_problems(tables: Any, cells: Any, seat: int) -> list[str]:
    """Draft: what everybody knows about the cards in a hand must be true of them."""
    base = tables.seats + seat * tables.stride
    hand = base + tables.hand_at
    numbers = [tables.number[cells[hand + slot]] if cells[hand + slot] >= 0 else -1 for slot in range(3)]
    unfit, fitted = cells[base + tables.unfit], cells[base + tables.fitted]
    problems = []
    if any(cells[base + tables.ages + slot] > cells[at.PASSES] for slot in range(3)):
        problems.append(f"hand_ages: the deck was rebuilt {cells[at.PASSES]} times")
    first = cells[at.ROUND] < 2 and (cells[at.ROUND] == 0 or cells[at.WAIT] == at.NOTHING)
    if first and (unfit or cells[base + tables.passed]):
        problems.append("passed_before, passed_not: no card has been passed on before the second round")
    if numbers[0] >= 0 and unfit >> numbers[0] & 1:
        problems.append(f"passed_not: the first card of the hand has the number {numbers[0]}")
    if fitted and not cells[base + at.REFUSED]:
        problems.append("fitted: the numbers that fitted are kept after a refusal, and there was none in this turn")
    elif any(number >= 0 and fitted >> number & 1 for number in numbers):
        problems.append("fitted: a number of the hand is among them, so nothing had to be refused")
    return problems


def sheet_problems(state: WelcomeState, seat: int, words: Words = ENGLISH) -> list[str]:
    """What cannot be on a sheet: order, bis, roundabouts, fences, pools, boxes."""
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    problems = []
    houses = [cells[base + at.NUMBERS + h] for h in range(tables.houses)]
    fences = [cells[base + tables.fences + h] for h in range(tables.houses)]
    for street in range(3):
        first, past = tables.first[street], tables.past[street]
        problems += _street_problems(tables, houses, fences, street, first, past, words)
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
    for pool in range(tables.pools):
        house = tables.pool_houses[pool]
        if cells[base + tables.pool_at + pool] and not 0 <= houses[house] <= at.HIGHEST:
            problems.append(
                words("pools: there is a pool at {house}, but no number written beside it", house=name(tables, house))
            )
    bis = sum(cell >= at.BIS_BASE for cell in houses)
    if cells[base + at.BISES] != bis:
        problems.append(f"bis: {cells[base + at.BISES]} boxes are crossed, but {bis} houses are bis")
    rounds = houses.count(at.ROUNDABOUT)
    if cells[base + at.ROUNDABOUTS] != rounds:
        problems.append(f"roundabouts: {cells[base + at.ROUNDABOUTS]} boxes are crossed, but there are {rounds}")
    counted = state.copy()
    asked.count_estates(counted, seat)
    copy: Any = counted.cells
    for cell, what in ((at.BUILT, "built"), *((at.ESTATES + i, "estates") for i in range(6))):
        if copy[base + cell] != cells[base + cell]:
            problems.append(f"{what}: {cells[base + cell]} is written, {copy[base + cell]} are on the sheet")
    for i in range(6):
        if copy[base + at.FREE + i] != cells[base + at.FREE + i]:
            problems.append(f"free_estates: size {i + 1} has {copy[base + at.FREE + i]}")
    problems += _turn_problems(cells, base)
    return problems


def name(tables: Any, house: int) -> str:
    street = tables.street[house]
    return f"{street + 1}.{house - tables.first[street] + 1}"


def _street_problems(
    tables: Any, houses: list[int], fences: list[int], street: int, first: int, past: int, words: Words
) -> list[str]:
    problems = []
    low = -1
    for house in range(first, past):
        cell = houses[house]
        here = name(tables, house)
        if cell == at.ROUNDABOUT:
            low = -1
            if not fences[house] or (house > first and not fences[house - 1]):
                problems.append(
                    words("fences: a roundabout has fences on both sides, at {house} one is missing", house=here)
                )
        elif cell >= at.BIS_BASE:
            number = cell - at.BIS_BASE
            beside = [h for h in (house - 1, house + 1) if first <= h < past and plain(houses[h]) == number]
            if not beside:
                problems.append(
                    words("houses: {number}b at {house} stands beside no {number}", number=number, house=here)
                )
            elif not any(_begins(houses, first, past, house, number)):
                problems.append(
                    words(
                        "houses: the {number}b at {house} repeats a number that was never written",
                        number=number,
                        house=here,
                    )
                )
            if number < low:
                problems.append(
                    words("houses: {number} at {house} comes after {low}", number=number, house=here, low=low)
                )
            low = max(low, number)
        elif cell >= 0:
            if cell < low or (cell == low and not _joined(houses, first, house, cell)):
                problems.append(
                    words("houses: {number} at {house} comes after {low}", number=cell, house=here, low=low)
                )
            low = max(low, cell)
        if not tables.new_edition and house + 1 < past and fences[house]:
            if plain(cell) >= 0 and plain(cell) == plain(houses[house + 1]):
                problems.append(words("fences: 2018 has no fence between equal numbers, at {house}", house=here))
    if not fences[past - 1]:
        problems.append(words("fences: the end of street {street} is fenced from the start", street=street + 1))
    return problems


def _begins(houses: list[int], first: int, past: int, house: int, number: int) -> list[bool]:
    """Is there, in the run of equal numbers around a bis, exactly one that was written from a card?"""
    low = house
    while low > first and plain(houses[low - 1]) == number:
        low -= 1
    high = house
    while high + 1 < past and plain(houses[high + 1]) == number:
        high += 1
    return [houses[h] == number for h in range(low, high + 1)]


def _joined(houses: list[int], first: int, house: int, number: int) -> bool:
    """A number may equal the one before it only if that is a run of its own bis, with no second original."""
    h = house - 1
    while h >= first and plain(houses[h]) == number:
        if houses[h] == number:
            return False
        h -= 1
    return h < house - 1


def _turn_problems(cells: Any, base: int) -> list[str]:
    """A typed-in turn must be one that can be taken back: what it says it did stands on the sheet."""
    problems = []
    wrote, dug = cells[base + at.WROTE], cells[base + at.DUG]
    if wrote >= 0 and cells[base + at.NUMBERS + wrote] != cells[base + at.NUMBER_NOW]:
        problems.append("wrote: the house does not hold the number of this turn")
    if dug >= 0 and cells[base + at.NUMBERS + dug] != at.ROUNDABOUT:
        problems.append("roundabout_at: there is no roundabout")
    stage = cells[base + at.STAGE]
    if (stage == at.MARKING) != (cells[base + at.USING] >= 0):
        problems.append("approving: a plan is being approved while its estates are marked, and only then")
    if stage in (at.WRITING, at.PAIRING) and cells[base + at.NUMBER_NOW] < 0:
        problems.append("number: missing for this stage")
    return problems
