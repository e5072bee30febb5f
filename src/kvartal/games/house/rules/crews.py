# compiled
"""Builder cards on a player's board, money and loans."""

from kvartal.engine.native import i64, vec
from kvartal.games.house.rules.cells import BOXED, CREWS, LOANS, MONEY, QUALITY, SLOT, SLOTS, TIRED
from kvartal.games.house.rules.tables import HouseTables


def pay(cells: vec[i64], base: i64, tables: HouseTables, cost: i64) -> None:
    """Whoever reaches 0 gets a loan at once and goes on paying from it."""
    if cost <= 0:
        return
    money: i64 = cells[base + MONEY] - cost
    while money <= 0:
        cells[base + LOANS] += 1
        money += tables.loan
    cells[base + MONEY] = money


def raise_quality(cells: vec[i64], base: i64, tables: HouseTables, steps: i64) -> None:
    quality: i64 = cells[base + QUALITY] + steps
    cells[base + QUALITY] = tables.last_quality if quality > tables.last_quality else quality


def hire(cells: vec[i64], base: i64, tables: HouseTables, card: i64) -> None:
    """A new card takes the first slot and pushes the others as far as the first gap; with no gap the last leaves."""
    raise_quality(cells, base, tables, tables.card_stars[card])
    gap: i64 = 0
    while gap < tables.slots - 1 and cells[base + SLOT + gap] >= 0:
        gap += 1
    if cells[base + SLOT + gap] >= 0:
        cells[BOXED + cells[base + SLOT + gap]] += 1
    while gap > 0:
        cells[base + SLOT + gap] = cells[base + SLOT + gap - 1]
        cells[base + TIRED + 1 + gap] = cells[base + TIRED + gap]
        gap -= 1
    cells[base + SLOT] = card
    cells[base + TIRED + 1] = 0


def hire_basic(cells: vec[i64], base: i64) -> None:
    """Cards only count: the first free slot, from left to right."""
    slot: i64 = 0
    while cells[base + SLOT + slot] >= 0:
        slot += 1
    cells[base + SLOT + slot] = 0


def hired(cells: vec[i64], base: i64) -> i64:
    count: i64 = 0
    slot: i64 = 0
    while slot < SLOTS:
        if cells[base + SLOT + slot] >= 0:
            count += 1
        slot += 1
    return count


def quality_of(cells: vec[i64], base: i64, tables: HouseTables) -> i64:
    """What a roll must not exceed (basic), or the position on the track (expert)."""
    if tables.expert:
        return cells[base + QUALITY]
    return tables.base_quality + hired(cells, base)


def workers_in(cells: vec[i64], base: i64, tables: HouseTables, crew: i64) -> i64:
    """Workers of the printed builder (0) or of a slot (1–4); 0 where there is no card."""
    if crew == 0:
        return tables.printed
    card: i64 = cells[base + SLOT + crew - 1]
    if card < 0:
        return 0
    return tables.card_workers[card]


def fresh_workers(cells: vec[i64], base: i64, tables: HouseTables) -> i64:
    count: i64 = 0
    crew: i64 = 0
    while crew < CREWS:
        if cells[base + TIRED + crew] == 0:
            count += workers_in(cells, base, tables, crew)
        crew += 1
    return count
