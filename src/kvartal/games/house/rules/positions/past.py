"""How a position can have come to be: what so many rounds of chips, purchases and building can have brought at most.

Each thing is held against an upper bound that no play exceeds, not against every way there might be.
"""

from typing import NamedTuple

from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.counting import built
from kvartal.games.house.rules.keys import GOOD_KEYS
from kvartal.games.house.rules.state import HouseState, starting

BUILT = (at.ARRANGING, at.BUILDING, at.ENDING)  # after the purchases of this round


class Rounds(NamedTuple):
    """How many rounds' worth of things there can be. While a tower is served, only those before have had theirs."""

    state: HouseState

    def reached(self, kind: int) -> int:
        """Rounds in which the building of a kind has been reached."""
        cells, place = self.state.cells, self._place(kind)
        if place < 0:
            return 0
        now = cells[at.PHASE] in BUILT or (cells[at.PHASE] == at.BUYING and place <= cells[at.HERE])
        return cells[at.ROUND] - 1 + now

    def served(self, kind: int, seat: int) -> int:
        """Rounds in which a seat can have got something at the building of a kind."""
        place = self._place(kind)
        if place < 0:
            return 0
        return self.state.cells[at.ROUND] - 1 + (self.state.cells[at.PHASE] in BUILT or self._was_served(place, seat))

    def _place(self, kind: int) -> int:
        place = self.state.tables.kind.find(kind)
        return place if place < self.state.tables.places else -1

    def _was_served(self, place: int, seat: int) -> bool:
        cells, here = self.state.cells, self.state.cells[at.HERE]
        if cells[at.PHASE] != at.BUYING or place > here:
            return False
        tower = [cells[at.TOWER + here * at.SEAT_LIMIT + floor] for floor in range(cells[at.QUEUE])]
        return place < here or seat in tower

    def chips(self, seat: int) -> int:
        """The worth of all chips that a seat has been served for: so much it can have bought."""
        cells, tables = self.state.cells, self.state.tables
        each = sum(value * tables.chips[value] for value in range(at.CHIP_VALUES))
        total = each * (cells[at.ROUND] - 1 + (cells[at.PHASE] in BUILT))
        if cells[at.PHASE] == at.BUYING:
            chips = [(n, cells[at.SEATS + seat * at.STRIDE + at.CHIP + n]) for n in range(tables.places)]
            total += sum(value for place, value in chips if value > 0 and self._was_served(place, seat))
            total += self.hiring(seat)
        return total

    def hiring(self, seat: int) -> int:
        """Builder cards that the chip which is being served has hired already."""
        cells, tables = self.state.cells, self.state.tables
        if cells[at.PHASE] != at.BUYING or cells[at.ACTIVE] != seat or tables.kind[cells[at.HERE]] != at.EXCHANGE:
            return 0
        return cells[at.SEATS + seat * at.STRIDE + at.CHIP + cells[at.HERE]] - cells[at.LEFT]

    def used(self, effect: int) -> list[int]:
        """Amounts of the privileges of an effect that may have been used: they lie in the box."""
        cells, tables = self.state.cells, self.state.tables
        cards = [n for n in range(at.PRIVILEGES) if cells[at.WHERE + n] == at.IN_BOX and tables.effect[n] == effect]
        return [tables.amount[n] for n in cards]


def history(state: HouseState) -> list[str]:
    """Everything that play can not have led to."""
    if state.cells[at.PHASE] == at.SETTING_UP:
        return _untouched(state) + _fair(state)
    rounds = Rounds(state)
    found = _movement(state) + _shops(state, rounds) + _shown(state, rounds)
    if state.tables.expert:
        found += _prices(state) + _fair(state)
    found += _papers(state, rounds)
    for seat in range(state.tables.players):
        said = _goods(state, rounds, seat) + _elements(state, rounds, seat)
        said += _money(state, rounds, seat) + _quality(state, rounds, seat) if state.tables.expert else []
        found += [f"seats[{seat}].{text}" for text in said]
    return found


def _untouched(state: HouseState) -> list[str]:
    """While setting up only chance has spoken."""
    start = starting(state.tables)
    money = {at.SEATS + seat * at.STRIDE + at.MONEY for seat in range(state.tables.players)}
    drawn = {at.WAIT, at.DRAWN, *money}
    for begin, size in (
        (at.SHOWN, at.DISPLAY), (at.DECK, at.CARDS), (at.WHERE, at.PRIVILEGES), (at.TRACK, at.SEAT_LIMIT)
    ):  # fmt: skip
        drawn |= set(range(begin, begin + size))
    found = []
    if any(cell not in drawn for cell in state.differing(start)):
        found.append("phase: setting up, but something has happened already")
    cells, tables = state.cells, state.tables
    track = [cells[at.TRACK + n] for n in range(tables.players)]
    whole = tables.expert and min(track) >= 0
    for position, seat in enumerate(track if whole else range(tables.players)):
        if cells[at.SEATS + seat * at.STRIDE + at.MONEY] != (tables.money[position] if whole else 0):
            found.append(f"seats[{seat}].money: it comes with the place in the turn order")
    shown = [cells[at.SHOWN + n] >= 0 for n in range(tables.display)]
    if tables.expert and cells[at.WAIT] == at.FOR_TRACK and any(shown):
        found.append("display: cards come after the turn order")
    return found


# Movement -------------------------------------------------------------------------------------------------------------


def _movement(state: HouseState) -> list[str]:
    """Chips were placed in turn, each beside an own one; towers show who came first."""
    cells, tables = state.cells, state.tables
    if cells[at.PHASE] not in (at.MOVING, at.BUYING):
        return []
    players = tables.players
    towers = [
        [seat for n in range(at.SEAT_LIMIT) if (seat := cells[at.TOWER + place * at.SEAT_LIMIT + n]) >= 0]
        for place in range(tables.places)
    ]
    order = [(cells[at.STARTER] + n) % players for n in range(players)]
    if tables.expert:
        sector = tables.kind.find(at.ORDER)
        if cells[at.PHASE] == at.BUYING and 0 <= sector <= cells[at.HERE]:
            return []  # the order has changed since
        order = [cells[at.TRACK + n] for n in range(players)]
        if order[0] != cells[at.STARTER]:
            return ["starter: whoever is first in the turn order leads the round"]
        if tables.one_centre and set(towers[tables.centre]) & set(towers[sector]):
            return ["towers: with centre=one a player has one chip on the two sectors in the centre"]
    placed = [sum(tower.count(seat) for tower in towers) for seat in order]
    if placed != [(sum(placed) - n + players - 1) // players for n in range(players)]:
        return ["towers: everybody places one chip after the other, in turn"]
    return (
        []
        if _arrived(state, towers, order, sum(placed))
        else ["towers: chips cannot have come in this order, each beside an own one"]
    )


def _arrived(state: HouseState, towers: list[list[int]], order: list[int], count: int) -> bool:
    """Is there an order in which all these chips can have been placed?"""
    borders, failed = state.tables.borders, set[tuple[int, ...]]()
    lying = [0] * len(towers)  # chips of each tower placed so far

    def go_on(turn: int) -> bool:
        if turn == count:
            return True
        if tuple(lying) in failed:
            return False
        seat = order[turn % len(order)]
        own = [place for place, tower in enumerate(towers) if seat in tower[: lying[place]]]
        for place, tower in enumerate(towers):
            if tower[lying[place] : lying[place] + 1] != [seat]:
                continue
            if own and not any(borders[place * at.PLACES + other] for other in own):
                continue
            lying[place] += 1
            if go_on(turn + 1):
                return True
            lying[place] -= 1
        failed.add(tuple(lying))
        return False

    return go_on(0)


# The table ------------------------------------------------------------------------------------------------------------


def _shops(state: HouseState, rounds: Rounds) -> list[str]:
    """Shops are stocked before each round, as far as the pool goes, and nothing is ever put back."""
    cells, tables = state.cells, state.tables
    found = []
    first = starting(tables)
    for good, key in enumerate(GOOD_KEYS):
        level = tables.refill[good] if cells[at.ROUND] > 1 else first.cells[at.SHOP + good]
        most = max(level, first.cells[at.SHOP + good])
        if cells[at.SHOP + good] > most:
            found.append(f"shops.{key}: {most} at most")
        untouched = rounds.reached(good) < cells[at.ROUND]
        if untouched and cells[at.SHOP + good] < level and (cells[at.ROUND] == 1 or cells[at.POOL + good]):
            found.append(f"shops.{key}: {level} when a round begins, as long as the pool has them")
    return found


def _shown(state: HouseState, rounds: Rounds) -> list[str]:
    """Builder cards are shown before each round, as far as the deck goes; coins come on them one a round."""
    cells, tables = state.cells, state.tables
    found = []
    shown = [cells[at.SHOWN + n] >= 0 for n in range(tables.display)]
    untouched = rounds.reached(at.EXCHANGE) < cells[at.ROUND] and cells[at.WAIT] != at.FOR_DISPLAY
    if untouched and not all(shown) and any(cells[at.DECK + n] for n in range(at.CARDS)):
        found.append(f"display: {tables.display} cards when a round begins, as long as the deck has them")
    if any(cells[at.DISCOUNT + n] > cells[at.ROUND] - 1 for n in range(at.DISPLAY)):
        found.append(f"discount: one coin a round, so at most {cells[at.ROUND] - 1}")
    if cells[at.ROUND] == 1 and not rounds.reached(at.EXCHANGE) and any(cells[at.BOXED + n] for n in range(at.CARDS)):
        found.append("builders_gone: nobody has been hired yet")
    return found


def _prices(state: HouseState) -> list[str]:
    """After every round each price moves one step up or down, between the ends of its track."""
    cells, tables = state.cells, state.tables
    found = []
    for good, key in enumerate(GOOD_KEYS):
        low, high = tables.lowest[good], tables.highest[good]
        able = {tables.price[good]}
        for _ in range(cells[at.ROUND] - 1):
            able = {min(high, max(low, price + step)) for price in able for step in (-1, 1)}
        if cells[at.PRICE + good] not in able:
            prices = ", ".join(map(str, sorted(able)))
            found.append(f"prices.{key}: in round {cells[at.ROUND]} it is one of {prices}")
    return found


def _fair(state: HouseState) -> list[str]:
    """So many privileges a round, shown one round before; what nobody takes goes to the box."""
    cells, tables = state.cells, state.tables
    if not tables.expert:
        return []
    where = [cells[at.WHERE + n] for n in range(at.PRIVILEGES)]
    used, each, number = tables.used_privileges, tables.fair_cards, cells[at.ROUND]
    before, now, later = (min(used, each * n) for n in (number - 1, number, number + 1))
    current, coming, drawn = where.count(at.CURRENT), where.count(at.NEXT), cells[at.DRAWN]
    phase, wait = cells[at.PHASE], cells[at.WAIT]
    if phase == at.SETTING_UP:
        right = drawn < later and current == min(drawn, now) and coming == drawn - current
        right = right and (wait == at.FOR_FAIR or drawn == 0)
        return [] if right else ["privileges: they come to the fair one by one, the current ones first"]
    if phase == at.PREPARING:
        right = current == now - before and coming == drawn - now and now <= drawn < later + (wait != at.FOR_FAIR)
        right = right and (wait == at.FOR_FAIR or drawn == now)
        return [] if right else ["privileges: between rounds the next ones are drawn, the current ones lie there"]
    if drawn != later or coming != later - now:
        return [f"privileges: in round {number} {later} are drawn, {later - now} of them for the next"]
    taken, place = now - before - current, tables.kind.find(at.FAIR)
    reached = phase in BUILT or (phase == at.BUYING and place <= cells[at.HERE])
    least = most = 0
    if reached:
        here = phase == at.BUYING and place == cells[at.HERE]
        least, most = (cells[at.SERVED],) * 2 if here else (0, tables.fair_limit)
    if not least <= taken <= most:
        return [f"privileges: {current} lie at the fair, but in this round {least} to {most} were taken"]
    rounds = Rounds(state)
    for seat in range(tables.players):
        just = cells[at.STEP] == at.CASHING and cells[at.ACTIVE] == seat
        fairs = rounds.served(at.FAIR, seat) + just
        if where.count(at.KEPT + seat) > fairs:
            return [f"privileges: seat {seat} has more than one from each of {fairs} fairs"]
    return []


def _papers(state: HouseState, rounds: Rounds) -> list[str]:
    """Permits: one a round. Basic: a coin a round from the bank, a builder card a round from the exchange."""
    cells, tables = state.cells, state.tables
    bases = [at.SEATS + seat * at.STRIDE for seat in range(tables.players)]
    found = []
    visits = rounds.reached(at.OFFICE)
    if cells[at.PHASE] == at.BUYING and tables.kind[cells[at.HERE]] == at.OFFICE:
        visits -= 1 - (cells[at.OFFERED] >> at.PERMIT_OPTION & 1)
    if sum(cells[base + at.PERMIT] for base in bases) > visits:
        found.append(f"permit: the office gives one a round, so there are at most {visits}")
    if tables.expert:
        return found
    coins = rounds.reached(at.BANK)
    if any(cells[base + at.COINS] > coins for base in bases):
        found.append(f"coins: the bank gives everybody one a round, so there are at most {coins}")
    hired = [sum(cells[base + at.SLOT + n] >= 0 for n in range(at.SLOTS)) for base in bases]
    for seat, cards in enumerate(hired):
        if cards > rounds.served(at.EXCHANGE, seat):
            found.append(f"seats[{seat}].crews: one a round, so there are at most {rounds.served(at.EXCHANGE, seat)}")
    shown = sum(cells[at.SHOWN + n] >= 0 for n in range(tables.display))
    if sum(hired) > tables.display * cells[at.ROUND] - shown:
        found.append(f"crews: {sum(hired)}, but only {tables.display} come on display in a round")
    return found


# A seat ---------------------------------------------------------------------------------------------------------------


def _goods(state: HouseState, rounds: Rounds, seat: int) -> list[str]:
    """What is in the store and in the house was once bought, or there from the start."""
    cells, tables = state.cells, state.tables
    base = at.SEATS + seat * at.STRIDE
    count = built(state, seat)
    if cells[at.ACTIVE] == seat and cells[at.STEP] in (at.CREWING, at.PLACING):
        count[cells[at.KIND]] += 1
    highest = max(value for value in range(at.CHIP_VALUES) if tables.chips[value])
    coins = rounds.reached(at.BANK) - cells[base + at.COINS] if not tables.expert else 0
    found, bought, spare = [], 0, 0  # by chips; for coins
    for good, key in enumerate(GOOD_KEYS):
        had = cells[base + at.STORE + good]
        had += sum(count[kind] * tables.recipe[kind * at.GOODS + good] for kind in range(at.ELEMENTS))
        gained = had - tables.start[good]
        if tables.expert:
            gained -= sum(rounds.used(good)) if good < at.RAW else 0
            gained -= sum(
                cells[at.WHERE + n] == at.IN_BOX and tables.effect[n] == at.BUY_GOOD and tables.good[n] == good
                for n in range(at.PRIVILEGES)
            )
        over = max(0, gained - highest * rounds.served(good, seat))
        spare += over if good < at.RAW else 0
        bought += max(0, gained)
        if over and (good >= at.RAW or spare > coins):
            found.append(f"store.{key}: {had} with what is built, more than can have been bought")
    if not found and bought - coins > rounds.chips(seat):
        found.append(f"store: {bought} goods with what is built, more than the chips of so many rounds can have bought")
    return found


def _elements(state: HouseState, rounds: Rounds, seat: int) -> list[str]:
    """Nothing stands before the first building; every crew builds one element a round."""
    cells, tables = state.cells, state.tables
    base = at.SEATS + seat * at.STRIDE
    count, earlier = sum(built(state, seat)), cells[at.ROUND] - 1
    builds = (seat - cells[at.STARTER]) % tables.players <= cells[at.TURN]
    now = cells[at.PHASE] == at.ENDING or (cells[at.PHASE] == at.BUILDING and builds)
    if count and not earlier + now:
        return ["walls: nothing has been built yet"]
    if not tables.expert:
        return []
    tops = len(rounds.used(at.HIRE_TOP))
    tired = sum(cells[base + at.TIRED + n] for n in range(at.CREWS))
    if min(tables.workers) and count > (1 + tables.slots) * earlier + tired + tops:
        return [f"walls: {count} elements, but every crew builds one a round and is tired then"]
    hired = sum(cells[base + at.SLOT + n] >= 0 for n in range(at.SLOTS))
    highest = max(value for value in range(at.CHIP_VALUES) if tables.chips[value])
    if hired > highest * rounds.served(at.EXCHANGE, seat) + rounds.hiring(seat) + tops:
        return [f"crews: {hired}, more than can have been hired yet"]
    return []


def _money(state: HouseState, rounds: Rounds, seat: int) -> list[str]:
    """Money less loans is what everybody began with, what came in, and what was paid."""
    cells, tables = state.cells, state.tables
    base = at.SEATS + seat * at.STRIDE
    owned = cells[base + at.MONEY] - tables.loan * cells[base + at.LOANS]
    highest = max(value for value in range(at.CHIP_VALUES) if tables.chips[value])
    first = tables.money[: tables.players]
    came = highest * (tables.office_money * rounds.served(at.OFFICE, seat) + sum(rounds.used(at.PAY_PER_CHIP)))
    paid = sum(rounds.used(at.BUY_GOOD)) + sum(rounds.used(at.HIRE_TOP))
    paid += rounds.chips(seat) * max(*tables.highest, *tables.card_price)
    if owned > max(first) + came:
        return [f"money: {owned} after loans, but nobody can have more than {max(first) + came} by now"]
    if owned < min(first) - paid:
        return ["loans: more than anybody can have spent by now"]
    return []


def _quality(state: HouseState, rounds: Rounds, seat: int) -> list[str]:
    """Stars of builders, one step a round at the office, and privileges raise it; nothing lowers it."""
    cells, tables = state.cells, state.tables
    base = at.SEATS + seat * at.STRIDE
    cards = [cells[base + at.SLOT + n] for n in range(at.SLOTS)]
    stars = sum(tables.card_stars[card] for card in cards if card >= 0)
    gone = sum(cells[at.BOXED + n] * tables.card_stars[n] for n in range(at.CARDS))
    low = min(tables.last_quality, tables.first_quality + stars)
    high = tables.first_quality + stars + gone + rounds.served(at.OFFICE, seat) + sum(rounds.used(at.RAISE_QUALITY))
    high = min(tables.last_quality, high)
    if low <= cells[base + at.QUALITY] <= high:
        return []
    return [f"quality: {low} to {high} with these builders by now"]
