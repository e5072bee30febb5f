# compiled
"""Points: a sheet line by line, the temp ranking, the rival of the 2023 solo game, and who wins."""

from kvartal.engine.native import i64, vec
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.tables import WelcomeTables


def plan_points(cells: vec[i64], base: i64) -> i64:
    """welcome.score.plans: as written down when they were approved."""
    total: i64 = 0
    place: i64 = 0
    while place < 3:
        if cells[base + at.PLANS + place] > 0:
            total += cells[base + at.PLANS + place]
        place += 1
    return total


def park_points(cells: vec[i64], base: i64, tables: WelcomeTables, street: i64) -> i64:
    """welcome.score.parks: the first number that is not crossed."""
    return tables.park_points[street * 16 + cells[base + at.PARKS + street]]


def pools_built(cells: vec[i64], base: i64, tables: WelcomeTables) -> i64:
    built: i64 = 0
    pool: i64 = 0
    while pool < tables.pools:
        built += cells[base + tables.pool_at + pool]
        pool += 1
    return built


def estate_value(cells: vec[i64], base: i64, tables: WelcomeTables, size: i64) -> i64:
    """welcome.score.estates: what one of this size is worth."""
    return tables.value_points[(size - 1) * 16 + cells[base + at.VALUES + size - 1]]


def estate_count(cells: vec[i64], base: i64) -> i64:
    total: i64 = 0
    size: i64 = 0
    while size < 6:
        total += cells[base + at.ESTATES + size]
        size += 1
    return total


def temp_points(cells: vec[i64], seat: i64, tables: WelcomeTables) -> i64:
    """welcome.score.temps: a place by boxes among all; alone there are fixed numbers to reach."""
    own: i64 = cells[tables.seats + seat * tables.stride + at.TEMPS]
    if tables.mode == at.SOLO_2018:  # welcome.score.temps.solo
        return tables.solo_temps[1] if own >= tables.solo_temps[0] else 0
    if tables.mode == at.SOLO_2023:
        if tables.rival[0] == 0:  # welcome.score.temps.closed
            place: i64 = 0
            while place < 3:
                if own >= tables.solo_temps[place]:
                    return tables.temp_rank[place]
                place += 1
            return 0
        return ranked(tables, own, 1 << rival_temp_count(cells, tables))
    counts: i64 = 0
    base: i64 = tables.seats + at.TEMPS
    other: i64 = 0
    while other < tables.players:
        counts |= 1 << cells[base]
        base += tables.stride
        other += 1
    return ranked(tables, own, counts)


def ranked(tables: WelcomeTables, own: i64, counts: i64) -> i64:
    """Points of a count among counts given as bits: equal ones share a place and push nobody down."""
    if own == 0:
        return 0
    place: i64 = 0
    counts >>= own + 1
    while counts:
        place += counts & 1
        counts >>= 1
    return tables.temp_rank[place] if place < 3 else 0


def total(cells: vec[i64], seat: i64, tables: WelcomeTables) -> i64:
    base: i64 = tables.seats + seat * tables.stride
    points: i64 = plan_points(cells, base) + temp_points(cells, seat, tables)
    points += tables.pool_points[pools_built(cells, base, tables)]  # welcome.score.pools
    street: i64 = 0
    while street < 3:
        points += park_points(cells, base, tables, street)
        street += 1
    size: i64 = 1
    while size <= 6:
        estates: i64 = cells[base + at.ESTATES + size - 1]
        if estates:
            points += estates * estate_value(cells, base, tables, size)
        size += 1
    points -= tables.bis_points[cells[base + at.BISES]]  # welcome.score.bis
    points -= tables.refusal_points[cells[base + at.REFUSALS]]  # welcome.score.refusals
    return points - tables.roundabout_points[cells[base + at.ROUNDABOUTS]]  # welcome.score.roundabouts


# The rival ------------------------------------------------------------------------------------------------------------


def rival_cards(cells: vec[i64], tables: WelcomeTables, effect: i64) -> i64:
    """Cards with this effect in the rival's pile."""
    found: i64 = 0
    i: i64 = 0
    while i < cells[at.RIVAL_SIZE]:
        if tables.effect[cells[tables.rival_pile + i]] == effect:
            found += 1
        i += 1
    return found


def rival_estates(cells: vec[i64], tables: WelcomeTables) -> list[tuple[int, int]]:
    """(houses, points) of every estate of the rival, in the order of its pile; fences and both ends divide it."""
    found: list[tuple[int, int]] = []
    houses: i64 = 0
    valued: bool = False
    size: i64 = cells[at.RIVAL_SIZE]
    i: i64 = 0
    while i <= size:
        effect: i64 = at.FENCE if i == size else tables.effect[cells[tables.rival_pile + i]]
        if effect == at.FENCE:
            if houses > 0:  # nothing between two fences is no estate
                found.append((houses, houses * (tables.rival[9] if valued else 1)))
            houses = 0
            valued = False
        else:
            houses += tables.rival[8] if effect == at.BIS else 1
            valued = valued or effect == at.VALUE
        i += 1
    return found


def rival_best(cells: vec[i64], tables: WelcomeTables) -> list[tuple[int, int]]:
    """The largest estates by houses; among equally large ones those worth more."""
    largest: i64 = tables.rival[10]
    return sorted(rival_estates(cells, tables), reverse=True)[:largest]


def rival_plans(cells: vec[i64]) -> i64:
    points: i64 = 0
    place: i64 = 0
    while place < 3:
        if cells[at.RIVAL_PLANS + place] > 0:
            points += cells[at.RIVAL_PLANS + place]
        place += 1
    return points


def rival_temp_count(cells: vec[i64], tables: WelcomeTables) -> i64:
    """Its temp cards, as far as boxes could tell: more than any track has are as good as that."""
    return min(rival_cards(cells, tables, at.TEMP), 30)


def rival_temps(cells: vec[i64], tables: WelcomeTables) -> i64:
    """Ranking points only; those per card are counted with the others."""
    return ranked(tables, rival_temp_count(cells, tables), 1 << cells[tables.seats + at.TEMPS])


def rival_total(cells: vec[i64], tables: WelcomeTables) -> i64:
    """welcome.score.rival: its plans, its cards, its largest estates."""
    if tables.rival[0] == 0:
        return 0
    points: i64 = rival_plans(cells) + rival_temps(cells, tables)
    points += tables.rival[4] * rival_cards(cells, tables, at.PARK)
    points += tables.rival[5] * rival_cards(cells, tables, at.POOL)
    points += tables.rival[6] * rival_cards(cells, tables, at.TEMP)
    points += tables.rival[7] * rival_cards(cells, tables, at.FENCE)
    for estate in rival_best(cells, tables):
        points += estate[1]
    return points


# Who wins -------------------------------------------------------------------------------------------------------------


def give_places(cells: vec[i64], tables: WelcomeTables) -> None:
    """At the end: a place for every seat. Ties that no rule breaks share the better place."""
    if tables.players == 1:
        place: i64 = 1
        if tables.mode == at.SOLO_2023 and tables.rival[0] > 0:
            mine: i64 = total(cells, 0, tables)
            theirs: i64 = rival_total(cells, tables)
            if mine == theirs:
                mine = estate_count(cells, tables.seats)
                theirs = len(rival_estates(cells, tables))
            if mine < theirs:
                place = 0
        cells[tables.seats + at.PLACE] = place
        return
    points = vec[i64]([0] * tables.players)
    seat: i64 = 0
    while seat < tables.players:
        points[seat] = total(cells, seat, tables)
        seat += 1
    seat = 0
    while seat < tables.players:
        place = 1
        other: i64 = 0
        while other < tables.players:
            tied: bool = points[other] == points[seat] and other != seat
            if points[other] > points[seat] or (tied and ahead(cells, tables, other, seat)):
                place += 1
            other += 1
        cells[tables.seats + seat * tables.stride + at.PLACE] = place
        seat += 1


def ahead(cells: vec[i64], tables: WelcomeTables, one: i64, two: i64) -> bool:
    """welcome.tie: more estates; in 2018 then more of size 1, of size 2, and so on."""
    a: i64 = tables.seats + one * tables.stride
    b: i64 = tables.seats + two * tables.stride
    mine: i64 = estate_count(cells, a)
    theirs: i64 = estate_count(cells, b)
    if mine != theirs or tables.new_edition:
        return mine > theirs
    size: i64 = 0
    while size < 6:
        if cells[a + at.ESTATES + size] != cells[b + at.ESTATES + size]:
            return cells[a + at.ESTATES + size] > cells[b + at.ESTATES + size]
        size += 1
    return False
