# compiled
"""Choosing: the three pairs on offer, or the three cards of a hand, and what temps can make of a number."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import ids
from kvartal.games.welcome.rules.sheet import fitting, put_number, write_refusal
from kvartal.games.welcome.rules.tables import WelcomeTables


def near(number: i64) -> i64:
    """The numbers that temps can make of this one, as bits: up to two more or less, within 0 and 17."""
    low: i64 = number - 2 if number > 2 else 0
    high: i64 = number + 2 if number + 2 < at.HIGHEST else at.HIGHEST
    return (1 << (high + 1)) - (1 << low)


def offered_number(cells: vec[i64], base: i64, tables: WelcomeTables, i: i64) -> i64:
    """The printed number of pair i, or of card i in the hand."""
    if tables.mode == at.PILES:
        return tables.number[cells[at.TOP + i]]
    return tables.number[cells[base + tables.hand_at + i]]


def offered_effect(cells: vec[i64], base: i64, tables: WelcomeTables, i: i64) -> i64:
    if tables.mode == at.PILES:
        return tables.effect[cells[at.TURNED + i]]
    return tables.effect[cells[base + tables.hand_at + i]]


def effect_of(cells: vec[i64], base: i64, tables: WelcomeTables) -> i64:
    """The effect that the seat has chosen, −1 before that and after a refusal."""
    card: i64 = cells[base + at.CARD_E]
    return -1 if card < 0 else offered_effect(cells, base, tables, card)


def temp_goes_with(cells: vec[i64], base: i64, tables: WelcomeTables, i: i64) -> bool:
    """Can the number of pair or card i be changed by temps?"""
    if tables.mode == at.PILES:
        return offered_effect(cells, base, tables, i) == at.TEMP
    j: i64 = 0
    while j < 3:
        if j != i and offered_effect(cells, base, tables, j) == at.TEMP:
            return True
        j += 1
    return False


# Playing --------------------------------------------------------------------------------------------------------------


def choose(cells: vec[i64], base: i64, tables: WelcomeTables, move: i64) -> None:
    """A pair, a card for the number, or a refusal."""
    if move == at.REFUSE:
        refuse(cells, base, tables)
        return
    cells[base + at.CARD_N] = move
    cells[base + at.NUMBER_NOW] = offered_number(cells, base, tables, move)
    if tables.hand:
        cells[base + at.STAGE] = at.PAIRING
    else:
        pair(cells, base, move)


def pair(cells: vec[i64], base: i64, card: i64) -> None:
    cells[base + at.CARD_E] = card
    cells[base + at.STAGE] = at.WRITING


def refuse(cells: vec[i64], base: i64, tables: WelcomeTables) -> None:
    """welcome.refusal: a box is crossed, and there is neither number nor effect."""
    cells[base + at.REFUSED] = 1
    cells[base + at.REFUSALS] += 1
    if tables.mode == at.DRAFT:
        cells[base + tables.fitted] = fitting(cells, base, tables)
    cells[base + at.STAGE] = at.GIVING if tables.mode == at.DRAFT or tables.mode == at.SOLO_2023 else at.OPEN


def make_number(cells: vec[i64], base: i64, tables: WelcomeTables, move: i64) -> None:
    """Temps change the number; then it is written."""
    if move < at.WRITE:
        hire(cells, base, tables, move - at.HIRE)
        return
    cells[base + at.WROTE] = move - at.WRITE
    put_number(cells, base, tables, move - at.WRITE, cells[base + at.NUMBER_NOW])
    cells[base + at.STAGE] = at.OPEN


def hire(cells: vec[i64], base: i64, tables: WelcomeTables, number: i64) -> None:
    """welcome.temp: another number, and a box crossed for it."""
    cells[base + at.NUMBER_NOW] = number
    if cells[base + at.TEMPS] < tables.temp_boxes:
        cells[base + at.TEMPS] += 1
        cells[base + at.HIRED] = 1
    else:  # welcome.temp.full: nobody new is hired, but the number is changed
        cells[base + at.HIRED] = 2


# What is possible -----------------------------------------------------------------------------------------------------


def fill_choosing(cells: vec[i64], base: i64, tables: WelcomeTables, buffer: vec[i64]) -> i64:
    """Pairs, or cards for the number, that fit somewhere; a refusal only where no printed number fits."""
    mask: i64 = fitting(cells, base, tables)
    forced: bool = False
    count: i64 = 0
    i: i64 = 0
    while i < 3:
        number: i64 = offered_number(cells, base, tables, i)
        if (mask >> number) & 1:
            forced = True
            buffer[count] = at.TAKE + i
            count += 1
        elif mask & near(number) and temp_goes_with(cells, base, tables, i):
            buffer[count] = at.TAKE + i
            count += 1
        i += 1
    if not forced:
        buffer[count] = at.REFUSE
        count += 1
    return count


def fill_pairs(cells: vec[i64], base: i64, tables: WelcomeTables, buffer: vec[i64]) -> i64:
    """With a hand: the cards for the effect."""
    mask: i64 = fitting(cells, base, tables)
    count: i64 = 0
    i: i64 = 0
    while i < 3:
        if effect_card_refusal(cells, base, tables, i, mask) == LEGAL:
            buffer[count] = at.PAIR + i
            count += 1
        i += 1
    return count


def fill_temps(cells: vec[i64], base: i64, tables: WelcomeTables, buffer: vec[i64]) -> i64:
    if effect_of(cells, base, tables) != at.TEMP or cells[base + at.HIRED]:
        return 0
    mask: i64 = fitting(cells, base, tables) & near(cells[base + at.NUMBER_NOW])
    count: i64 = 0
    number: i64 = 0
    while mask:
        if mask & 1:
            buffer[count] = at.HIRE + number
            count += 1
        mask >>= 1
        number += 1
    return count


# What is forbidden ----------------------------------------------------------------------------------------------------


def choose_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, move: i64) -> i64:
    if cells[base + at.STAGE] != at.CHOOSING:
        return ids.TURN_CHOOSE
    mask: i64 = fitting(cells, base, tables)
    if move == at.REFUSE:
        i: i64 = 0
        while i < 3:
            if (mask >> offered_number(cells, base, tables, i)) & 1:
                return ids.REFUSAL_FORCED
            i += 1
        return LEGAL
    number: i64 = offered_number(cells, base, tables, move)
    if (mask >> number) & 1 or (mask & near(number) and temp_goes_with(cells, base, tables, move)):
        return LEGAL
    return ids.CHOOSE_FITS


def pair_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, card: i64) -> i64:
    if not tables.hand:
        return ids.TURN_HAND
    if cells[base + at.STAGE] != at.PAIRING:
        return ids.TURN_PAIR
    return effect_card_refusal(cells, base, tables, card, fitting(cells, base, tables))


def effect_card_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, card: i64, mask: i64) -> i64:
    """A card for the effect; the mask is of the numbers that fit."""
    chosen: i64 = cells[base + at.CARD_N]
    if card == chosen:
        return ids.TURN_CARDS
    number: i64 = offered_number(cells, base, tables, chosen)
    if (mask >> number) & 1 or (mask & near(number) and offered_effect(cells, base, tables, card) == at.TEMP):
        return LEGAL
    return ids.CHOOSE_FITS


def number_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, move: i64) -> i64:
    if cells[base + at.STAGE] != at.WRITING:
        return ids.TURN_WRITE
    if move < at.WRITE:
        return hire_refusal(cells, base, tables, move - at.HIRE)
    return write_refusal(cells, base, tables, move - at.WRITE)


def hire_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, number: i64) -> i64:
    if effect_of(cells, base, tables) != at.TEMP:
        return ids.TEMP_PAIR
    if cells[base + at.HIRED]:
        return ids.TEMP_ONCE
    if not (near(cells[base + at.NUMBER_NOW]) >> number) & 1:
        return ids.TEMP_RANGE
    return LEGAL if (fitting(cells, base, tables) >> number) & 1 else ids.CHOOSE_FITS
