# compiled
"""Builder cards on a player's board, money and loans."""

from kvartal.engine.native import i64, vec
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.tables import HouseTables


def pay(cells: vec[i64], base: i64, tables: HouseTables, cost: i64) -> None:
    """Off one's own account (house.money); whoever reaches 0 gets a loan at once and pays on from it (house.loan)."""
    if cost <= 0:
        return
    money: i64 = cells[base + at.MONEY] - cost
    while money <= 0:
        cells[base + at.LOANS] += 1
        money += tables.loan
    cells[base + at.MONEY] = money


def raise_quality(cells: vec[i64], base: i64, tables: HouseTables, steps: i64) -> None:
    """Up to the end of its track (house.privilege.short)."""
    quality: i64 = cells[base + at.QUALITY] + steps
    cells[base + at.QUALITY] = tables.last_quality if quality > tables.last_quality else quality


def hire(cells: vec[i64], base: i64, tables: HouseTables, card: i64) -> None:
    """A new card takes the first slot and pushes the others as far as the first gap (house.hire.push)."""
    raise_quality(cells, base, tables, tables.card_stars[card])
    gap: i64 = 0
    while gap < tables.slots - 1 and cells[base + at.SLOT + gap] >= 0:
        gap += 1
    if cells[base + at.SLOT + gap] >= 0:  # no gap: the last one leaves
        cells[at.BOXED + cells[base + at.SLOT + gap]] += 1
    while gap > 0:
        cells[base + at.SLOT + gap] = cells[base + at.SLOT + gap - 1]
        cells[base + at.TIRED + 1 + gap] = cells[base + at.TIRED + gap]
        gap -= 1
    cells[base + at.SLOT] = card
    cells[base + at.TIRED + 1] = 0


def hire_basic(cells: vec[i64], base: i64) -> None:
    """Cards only count: the first free slot, from left to right."""
    slot: i64 = 0
    while cells[base + at.SLOT + slot] >= 0:
        slot += 1
    cells[base + at.SLOT + slot] = 0


def hired(cells: vec[i64], base: i64) -> i64:
    count: i64 = 0
    slot: i64 = 0
    while slot < at.SLOTS:
        if cells[base + at.SLOT + slot] >= 0:
            count += 1
        slot += 1
    return count


def quality_of(cells: vec[i64], base: i64, tables: HouseTables) -> i64:
    """What a roll must not exceed (basic), or the position on the track (expert)."""
    if tables.expert:
        return cells[base + at.QUALITY]
    return tables.base_quality + hired(cells, base)  # house.quality.basic


def workers_in(cells: vec[i64], base: i64, tables: HouseTables, crew: i64) -> i64:
    """Workers of the printed builder (0) or of a slot (1–4); 0 where there is no card."""
    if crew == 0:
        return tables.printed
    card: i64 = cells[base + at.SLOT + crew - 1]
    if card < 0:
        return 0
    return tables.card_workers[card]


def fresh_workers(cells: vec[i64], base: i64, tables: HouseTables) -> i64:
    count: i64 = 0
    crew: i64 = 0
    while crew < at.CREWS:
        if cells[base + at.TIRED + crew] == 0:
            count += workers_in(cells, base, tables, crew)
        crew += 1
    return count
