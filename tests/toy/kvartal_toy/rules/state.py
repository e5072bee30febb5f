"""The state of Toy Town and its rules.

    deal hands ─► a site is drawn ─► everybody at once, in private: order? spy? build or hide, done
                        ▲                                    │ the last one is done
                        └──────────── next round ◄── reveal ─┘     after the last round: over

Everybody has the plans 1 to 7. What lies in a hand, a deck or a safe is secret; what was built is not.
"""

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import CHANCE, LEGAL, NOBODY, OVER, UNKNOWN, State, Tables
from kvartal_toy.rules.ids import (
    CARD_CHOSEN,
    CARD_HAND,
    DONE_EARLY,
    END_ROUNDS,
    ORDER_EMPTY,
    ORDER_ONCE,
    SPY_NOTHING,
    SPY_ONCE,
    SPY_SELF,
)

PLANS = 7  # numbered 1 to 7; cell `zone + plan − 1`
SITE_KEYS = ("well", "mill", "market", "bridge", "tower")
SITE_COUNT = len(SITE_KEYS)
MOST_ROUNDS = 4
MOST_SEATS = 4

# Cells of the table
ROUND, WAIT, WAIT_SEAT, SITE = range(4)  # rounds finished; what chance is asked for, and for whom; site number + 1
POOL = 4  # sites to come
GONE = POOL + SITE_COUNT  # sites that nobody took
SEATS = GONE + SITE_COUNT

# Cells of a seat, from SEATS + seat × STRIDE
HAND, DECK, BUILT = 0, PLANS, 2 * PLANS
SAFE = 3 * PLANS  # one slot a round, in the order of hiding; 0: empty
WON = SAFE + MOST_ROUNDS  # sites
HAND_SIZE = WON + SITE_COUNT
LEARNED = HAND_SIZE + 1
SEEN = LEARNED + 1  # how many slots of each other safe this seat has looked at
DONE, CHOICE, ORDERED, SPIED = range(SEEN + MOST_SEATS, SEEN + MOST_SEATS + 4)  # the turn of this round
STRIDE = SPIED + 1

NOTHING, A_SITE, A_PLAN = range(3)  # what chance is asked for
SITES_STREAM = 0
PLANS_OF = 1  # + seat: streams

# Moves
BUILD = 0  # + plan − 1
HIDE = PLANS  # + plan − 1
ORDER = 2 * PLANS
CONFIRM = ORDER + 1
SPY = CONFIRM + 1  # + seat


class ToyTables(Tables):
    def __init__(self, players: int, hand: int, worth: tuple[int, ...], rounds: int, cancel: bool) -> None:
        super().__init__(players, SPY + players, PLANS_OF + players, PLANS)
        self.hand = hand
        self.worth = worth
        self.rounds = rounds
        self.cancel = cancel


class ToyState(State):
    def __init__(self, cells: list[int], tables: ToyTables) -> None:
        super().__init__(cells)
        self.tables = tables

    def copy(self) -> "ToyState":
        return type(self)(list(self.cells), self.tables)

    def at(self, seat: int) -> int:
        return SEATS + seat * STRIDE

    def seats(self) -> range:
        return range(self.tables.players)

    # Whose move it is -----------------------------------------------------------------------------------------------

    def turn(self) -> int:
        if self.cells[ROUND] == self.tables.rounds:
            return OVER
        if self.cells[WAIT] != NOTHING:
            return CHANCE
        return next(seat for seat in self.seats() if not self.cells[self.at(seat) + DONE])

    def owes(self, seat: int) -> bool:
        return self.turn() >= 0 and not self.cells[self.at(seat) + DONE]

    def unrevealed(self, seat: int) -> bool:
        mine = self.at(seat)
        return any(self.cells[mine + mark] for mark in (DONE, CHOICE, ORDERED, SPIED))

    def learned(self, seat: int) -> int:
        return self.cells[self.at(seat) + LEARNED]

    # Moves ----------------------------------------------------------------------------------------------------------

    def fill_moves(self, seat: int, buffer: "vec[i64]") -> int:
        count = 0
        for move in range(self.tables.moves):
            if self.refusal(seat, move) == LEGAL:
                buffer[count] = move
                count += 1
        return count

    def refusal(self, seat: int, move: int) -> int:
        cells, mine = self.cells, self.at(seat)
        if move < ORDER:
            if cells[mine + CHOICE]:
                return CARD_CHOSEN
            return LEGAL if cells[mine + HAND + move % PLANS] else CARD_HAND
        if move == ORDER:
            if cells[mine + ORDERED]:
                return ORDER_ONCE
            return LEGAL if any(cells[mine + DECK : mine + DECK + PLANS]) else ORDER_EMPTY
        if move == CONFIRM:
            return LEGAL if cells[mine + CHOICE] else DONE_EARLY
        if cells[mine + SPIED]:
            return SPY_ONCE
        if move - SPY == seat:
            return SPY_SELF
        return LEGAL if self.hidden(move - SPY) > cells[mine + SEEN + move - SPY] else SPY_NOTHING

    def play(self, seat: int, move: int) -> None:
        cells, mine = self.cells, self.at(seat)
        if move < ORDER:
            cells[mine + CHOICE] = move + 1
        elif move == ORDER:
            cells[mine + ORDERED] = 1
            cells[WAIT], cells[WAIT_SEAT] = A_PLAN, seat
        elif move == CONFIRM:
            cells[mine + DONE] = 1
            if all(cells[self.at(each) + DONE] for each in self.seats()):
                self.reveal()
        else:
            cells[mine + SPIED] = move - SPY + 1
            cells[mine + LEARNED] += 1  # something hidden was shown: no way back

    def hidden(self, seat: int) -> int:
        """How many plans lie in a safe; their number is no secret."""
        safe = self.at(seat) + SAFE
        return sum(plan != 0 for plan in self.cells[safe : safe + MOST_ROUNDS])

    # The reveal: one atomic step, the same whoever was done last ---------------------------------------------------

    def reveal(self) -> None:
        cells = self.cells
        for seat in self.seats():  # spies saw the safes as they were during the round
            spied = cells[self.at(seat) + SPIED] - 1
            if spied >= 0:
                cells[self.at(seat) + SEEN + spied] = self.hidden(spied)
        built: dict[int, list[int]] = {}
        for seat in self.seats():
            mine = self.at(seat)
            kind, plan = divmod(cells[mine + CHOICE] - 1, PLANS)
            cells[mine + HAND + plan] -= 1
            cells[mine + HAND_SIZE] -= 1
            if kind * PLANS == BUILD:
                cells[mine + BUILT + plan] += 1
                built.setdefault(plan, []).append(seat)
            else:
                cells[mine + SAFE + self.hidden(seat)] = plan + 1
        self.award(built)
        for seat in self.seats():
            mine = self.at(seat)
            cells[mine + LEARNED] += 1
            for mark in (DONE, CHOICE, ORDERED, SPIED):
                cells[mine + mark] = 0
        cells[ROUND] += 1
        self.next_site()

    def award(self, built: dict[int, list[int]]) -> None:
        """The highest plan takes the site. Equal plans take nothing: then nobody does, or the next one."""
        site = self.cells[SITE] - 1
        for plan in sorted(built, reverse=True):
            if len(built[plan]) == 1:
                self.cells[self.at(built[plan][0]) + WON + site] += 1
                return
            if not self.tables.cancel:
                break
        self.cells[GONE + site] += 1

    def next_site(self) -> None:
        self.cells[SITE] = 0
        self.cells[WAIT_SEAT] = 0
        self.cells[WAIT] = A_SITE if self.cells[ROUND] < self.tables.rounds else NOTHING

    # Chance ---------------------------------------------------------------------------------------------------------

    def stream(self) -> int:
        return SITES_STREAM if self.cells[WAIT] == A_SITE else PLANS_OF + self.cells[WAIT_SEAT]

    def fill_chances(self, outcomes: "vec[i64]", weights: "vec[i64]") -> int:
        zone, size = POOL, SITE_COUNT
        if self.cells[WAIT] == A_PLAN:
            zone, size = self.at(self.cells[WAIT_SEAT]) + DECK, PLANS
        count = 0
        for each in range(size):
            if self.cells[zone + each]:
                outcomes[count], weights[count] = each, self.cells[zone + each]
                count += 1
        return count

    def happen(self, outcome: int) -> None:
        cells = self.cells
        if cells[WAIT] == A_SITE:
            cells[POOL + outcome] -= 1
            cells[SITE] = outcome + 1
            cells[WAIT] = NOTHING
            return
        seat = cells[WAIT_SEAT]
        mine = self.at(seat)
        cells[mine + DECK + outcome] -= 1
        cells[mine + HAND + outcome] += 1
        cells[mine + HAND_SIZE] += 1
        cells[WAIT], cells[WAIT_SEAT] = NOTHING, 0
        if cells[SITE] == 0:
            self.deal_on(seat)

    def deal_on(self, seat: int) -> None:
        """At the set-up: the next plan of this hand, or of the next one, or the first site."""
        if self.cells[self.at(seat) + HAND_SIZE] == self.tables.hand:
            seat += 1
        if seat < self.tables.players:
            self.cells[WAIT], self.cells[WAIT_SEAT] = A_PLAN, seat
        else:
            self.next_site()

    # What a seat may know ---------------------------------------------------------------------------------------------

    def known(self, seat: int) -> "ToyState":
        """Built from nothing. Of the unfinished turns of others only one thing shows: who is done."""
        cells = self.cells
        view = type(self)([0] * len(cells), self.tables)
        seen = view.cells
        for public in (ROUND, SITE, *range(POOL, SEATS)):
            seen[public] = cells[public]
        if cells[WAIT] != NOTHING and (cells[SITE] == 0 or cells[WAIT_SEAT] == seat):  # not somebody's private order
            seen[WAIT], seen[WAIT_SEAT] = cells[WAIT], cells[WAIT_SEAT]
        for owner in self.seats():
            base = self.at(owner)
            for public in (*range(BUILT, SAFE), *range(WON, LEARNED + 1), *range(SEEN, DONE + 1)):
                seen[base + public] = cells[base + public]
            if owner == seat:
                for own in (*range(HAND, BUILT), *range(SAFE, WON), CHOICE, ORDERED, SPIED):
                    seen[base + own] = cells[base + own]
                continue
            on_its_way = cells[WAIT] == A_PLAN and cells[WAIT_SEAT] == owner
            seen[base + HAND_SIZE] -= cells[base + ORDERED] and not on_its_way  # as it was before this round
            seen[base + LEARNED] -= cells[base + SPIED] > 0
            for secret in range(HAND, BUILT):
                seen[base + secret] = UNKNOWN
            for slot in range(self.hidden(owner)):
                open_ = slot < self.looked(seat, owner)
                seen[base + SAFE + slot] = cells[base + SAFE + slot] if open_ else UNKNOWN
        return view

    def looked(self, seat: int, owner: int) -> int:
        """How many slots of the owner's safe this seat has seen. In the end all safes are opened."""
        if self.cells[ROUND] == self.tables.rounds:
            return MOST_ROUNDS
        if seat == NOBODY:
            return 0
        mine = self.at(seat)
        return MOST_ROUNDS if self.cells[mine + SPIED] == owner + 1 else self.cells[mine + SEEN + owner]

    def imagine(self, seat: int, source: Source) -> "ToyState":
        """Whatever of a builder's plans this seat has not seen lies anywhere, each way as likely as any other."""
        state = self.copy()
        cells = state.cells
        for owner in self.seats():
            if owner == seat:
                continue
            base = self.at(owner)
            slots = range(base + SAFE, base + SAFE + MOST_ROUNDS)
            open_ = {cells[slot] for slot in slots}
            plans = [plan for plan in range(PLANS) if not cells[base + BUILT + plan] and plan + 1 not in open_]
            for i in range(len(plans) - 1, 0, -1):
                j = source.below(SITES_STREAM, i + 1)
                plans[i], plans[j] = plans[j], plans[i]
            for slot in slots:
                if cells[slot] == UNKNOWN:
                    cells[slot] = plans.pop() + 1
            for plan in range(PLANS):
                cells[base + HAND + plan] = cells[base + DECK + plan] = 0
            for number, plan in enumerate(plans):
                cells[base + (HAND if number < cells[base + HAND_SIZE] else DECK) + plan] = 1
            cells[base + DONE] = 0  # an unfinished turn has not begun
        return state

    # The end --------------------------------------------------------------------------------------------------------

    def score(self, seat: int) -> int:
        cells, mine = self.cells, self.at(seat)
        sites = sum(self.tables.worth[site] * cells[mine + WON + site] for site in range(SITE_COUNT))
        return sites + sum(max(plan, 0) for plan in cells[mine + SAFE : mine + SAFE + MOST_ROUNDS])

    def place(self, seat: int) -> int:
        return 1 + sum(self.score(other) > self.score(seat) for other in self.seats())

    def ending(self) -> int:
        return END_ROUNDS


def starting(tables: ToyTables, state: type[ToyState]) -> ToyState:
    cells = [0] * (SEATS + STRIDE * tables.players)
    for site in range(SITE_COUNT):
        cells[POOL + site] = 1
    for seat in range(tables.players):
        for plan in range(PLANS):
            cells[SEATS + seat * STRIDE + DECK + plan] = 1
    start = state(cells, tables)
    start.deal_on(0)
    return start
