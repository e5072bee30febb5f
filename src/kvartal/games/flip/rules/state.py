# compiled
"""The state of Flip City and its rules.

    first player ─► PLAY ─ stop ─► BUILD ─ build or pass ─► next player's PLAY
                     │ └─ bust ──────────────────────────►
                     └─ shuffle (solo) ─► REMOVE ─► PLAY
    8 points, or 18 cards with a store: the player on turn wins at once.

A deck is an unordered pool plus, where cards have no back, its visible top card. Chance reveals the next top.
"""

from typing import final

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import CHANCE, OVER
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import ids
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.rules.legal import FlipMoves
from kvartal.games.flip.rules.tables import FlipTables


@final
class FlipState(FlipMoves):
    def copy(self) -> "FlipState":
        return FlipState(self.cells[:], self.tables)

    # Whose move it is -----------------------------------------------------------------------------------------------

    def turn(self) -> i64:
        cells = self.cells
        if cells[at.PHASE] == at.ENDING:
            return OVER
        if cells[at.WAIT] != at.NOTHING:
            return CHANCE
        return cells[at.ACTIVE]

    def score(self, seat: i64) -> i64:
        return self.cells[at.POINTS] if seat == self.cells[at.ACTIVE] else 0

    def place(self, seat: i64) -> i64:
        if self.cells[at.ENDED] == ids.DRAW_CAP:
            return 0 if self.tables.solo else 1  # alone it is not a win
        if self.cells[at.ENDED] == ids.LOSS_SUPPLY:
            return 0
        return 1 if seat == self.cells[at.WINNER] else 2

    def ending(self) -> i64:
        return self.cells[at.ENDED]

    # known() and imagine() are the engine's: every card in sight is open to all, and a deck has no order.

    # Moves ----------------------------------------------------------------------------------------------------------

    def play(self, seat: i64, move: i64) -> None:
        cells = self.cells
        base: i64 = self.seat_at(seat)
        if move == kit.PLAY:
            top: i64 = cells[base + at.TOP]
            if top >= 0:
                cells[base + at.TOP] = -1
                self.play_card(seat, top)
            else:
                cells[at.WAIT] = at.DRAW
                cells[at.WAIT_SEAT] = seat
        elif move == kit.STOP:
            cells[at.PHASE] = at.BUILDING
        elif move == kit.SHUFFLE:
            self.shuffle(seat)
        elif move == kit.PASS:
            self.end_turn()
        elif move < kit.BUY:
            self.recycle(base, move - kit.RECYCLE)
        elif move < kit.UPGRADE:
            self.buy(base, move - kit.BUY)
        elif move >= kit.REMOVE and move < kit.GIVE:
            self.remove(move - kit.REMOVE + 1)
        else:
            self.upgrade(seat, move)

    # Playing cards --------------------------------------------------------------------------------------------------

    def play_card(self, seat: i64, card: i64) -> None:
        """flip.play: into the play area. Sad faces come first, because a bust leaves nothing else to happen."""
        cells = self.cells
        tables = self.tables
        face: i64 = card - kit.MARKED if card >= kit.MARKED else card
        cells[at.AREA + face] += 1
        cells[at.IN_PLAY] += 1
        cells[at.FORCED] = 0
        sad: i64 = cells[at.SAD] + tables.sad[face]
        cells[at.SAD] = sad
        cells[at.LIMIT] += tables.limit[face]  # flip.church
        if sad >= cells[at.LIMIT]:  # flip.bust: no building, and no win even with the points for it
            self.end_turn()
            self.look_at_top(seat)
            return
        cells[at.COINS] += tables.coins[face] + tables.per_sad[face] * sad  # flip.hospital: its own sad face too
        cells[at.POINTS] += tables.points[face]
        cells[at.BUILDS] += tables.builds[face]
        cells[at.FORCED] = tables.force_next[face]
        if tables.mill[face] and cells[self.seat_at(seat) + at.DECK_SIZE] > 0:
            cells[at.WAIT] = at.MILL  # flip.factory: a card's own effect comes before the test for a win
            cells[at.WAIT_SEAT] = seat
        else:
            self.card_resolved(seat)

    def card_resolved(self, seat: i64) -> None:
        cells = self.cells
        if self.won():
            return
        if cells[self.seat_at(seat) + at.DECK_SIZE] == 0:
            cells[at.FORCED] = 0  # nothing to force: the effect lapses, also for a deck shuffled later
        self.look_at_top(seat)

    def won(self) -> bool:
        """8 points, or enough cards with a store among them: the game ends here."""
        cells = self.cells
        tables = self.tables
        if cells[at.POINTS] >= tables.win_points:
            cells[at.ENDED] = ids.WIN_POINTS
        elif tables.win_cards and cells[at.IN_PLAY] >= tables.win_cards and self.store_in_play():
            cells[at.ENDED] = ids.WIN_CARDS
        else:
            return False
        cells[at.WINNER] = cells[at.ACTIVE]
        cells[at.PHASE] = at.ENDING
        cells[at.WAIT] = at.NOTHING
        return True

    def store_in_play(self) -> bool:
        face: i64 = 0
        while face < kit.FACES:
            if self.tables.wins_by_cards[face] and self.cells[at.AREA + face] > 0:
                return True
            face += 1
        return False

    def look_at_top(self, seat: i64) -> None:
        """flip.top: cards have no back, so the next one is seen by everybody as soon as it lies on top."""
        cells = self.cells
        base: i64 = self.seat_at(seat)
        hidden: bool = cells[base + at.TOP] < 0 and cells[base + at.DECK_SIZE] > 0
        if hidden and self.tables.top_visible and cells[at.PHASE] != at.ENDING:
            cells[at.WAIT] = at.REVEAL
            cells[at.WAIT_SEAT] = seat
        else:
            cells[at.WAIT] = at.NOTHING

    def shuffle(self, seat: i64) -> None:
        """flip.shuffle: the discard pile becomes the deck. In solo every shuffle costs a card of the supply."""
        cells = self.cells
        base: i64 = self.seat_at(seat)
        card: i64 = 0
        while card < kit.PILE:
            cells[base + at.DECK + card] = cells[base + at.DISCARD + card]
            cells[base + at.DISCARD + card] = 0
            card += 1
        cells[base + at.DECK_SIZE] = cells[base + at.DISCARD_SIZE]
        cells[base + at.DISCARD_SIZE] = 0
        if self.tables.solo:
            if self.supply_left() == 0:
                self.lose()  # the mild reading: lost when a card must go and none is left
                return
            cells[at.PHASE] = at.REMOVING  # flip.phase.remove
        self.look_at_top(seat)

    def recycle(self, base: i64, face: i64) -> None:
        """flip.recycle, from the discard pile: turned (marked until the end of the turn), or flipped back."""
        cells = self.cells
        tables = self.tables
        cells[base + at.DISCARD + face] -= 1
        if tables.recycle_flips:  # flip.recycle.flip: the other side has no arrow, so it helps once
            cells[base + at.DISCARD + (face ^ 1)] += 1
        else:
            cells[base + at.DISCARD + kit.MARKED + face] += 1
        cells[at.COINS] += tables.again_coins[face]
        cells[at.POINTS] += tables.again_points[face]
        cells[at.RECYCLED] += tables.again_points[face]  # flip.score.recycled: no card in play shows them
        cells[at.LIMIT] += tables.again_limit[face]
        self.won()

    # Solo -----------------------------------------------------------------------------------------------------------

    def supply_left(self) -> i64:
        cells = self.cells
        return cells[at.SUPPLY + 1] + cells[at.SUPPLY + 2] + cells[at.SUPPLY + 3] + cells[at.SUPPLY + 4]

    def remove(self, kind: i64) -> None:
        self.cells[at.SUPPLY + kind] -= 1
        self.cells[at.GONE + kind] += 1
        self.cells[at.PHASE] = at.PLAYING
        if not self.tables.mild_loss and self.supply_left() == 0:
            self.lose()

    def lose(self) -> None:
        self.cells[at.ENDED] = ids.LOSS_SUPPLY
        self.cells[at.PHASE] = at.ENDING
        self.cells[at.WAIT] = at.NOTHING

    # Building -------------------------------------------------------------------------------------------------------

    def buy(self, base: i64, face: i64) -> None:
        """flip.build.buy; an upgraded face costs flip.build.both (tables.buy has the sum) and lies that side up."""
        cells = self.cells
        cells[at.COINS] -= self.tables.buy[face]
        cells[at.SUPPLY + (face >> 1)] -= 1
        cells[base + at.DISCARD + face] += 1
        cells[base + at.DISCARD_SIZE] += 1
        if self.tables.solo and not self.tables.mild_loss and self.supply_left() == 0:
            self.lose()
            return
        self.built()

    def upgrade(self, seat: i64, move: i64) -> None:
        """flip.build.upgrade: a card of the own discard pile is turned. flip.gift: an Apartment leaves its owner."""
        cells = self.cells
        base: i64 = self.seat_at(seat)
        face: i64 = kit.APARTMENT if move >= kit.GIVE else move - kit.UPGRADE
        mark: i64 = 0 if cells[base + at.DISCARD + face] > 0 else kit.MARKED
        cells[at.COINS] -= self.tables.up[face]
        cells[base + at.DISCARD + mark + face] -= 1
        if move >= kit.GIVE:
            cells[base + at.DISCARD_SIZE] -= 1
            other: i64 = self.seat_at(move - kit.GIVE)
            cells[other + at.DISCARD + (face ^ 1)] += 1
            cells[other + at.DISCARD_SIZE] += 1
        elif face == kit.APARTMENT and self.tables.solo:
            cells[base + at.DISCARD_SIZE] -= 1
            cells[at.GONE + (face >> 1)] += 1
        else:
            cells[base + at.DISCARD + (face ^ 1)] += 1  # straight: a turned card's other side may have no arrow
        self.built()

    def built(self) -> None:
        """flip.build.one: the turn ends with the last building action, the first one unless a card gives more."""
        self.cells[at.BUILDS] -= 1
        if self.cells[at.BUILDS] == 0:
            self.end_turn()

    def end_turn(self) -> None:
        """flip.end_of_turn, also after a bust: cards to the discard pile, turned cards straight, the rest lapses."""
        cells = self.cells
        base: i64 = self.seat_at(cells[at.ACTIVE])
        face: i64 = 0
        while face < kit.FACES:
            played: i64 = cells[at.AREA + face]
            if played:
                cells[base + at.DISCARD + face] += played
                cells[at.AREA + face] = 0
            face += 1
        cells[base + at.DISCARD_SIZE] += cells[at.IN_PLAY]
        if not self.tables.recycle_flips:
            self.straighten(base)
        cells[at.TURNS] += 1
        following: i64 = cells[at.ACTIVE] + 1
        cells[at.ACTIVE] = 0 if following == self.tables.players else following
        self.begin_turn()
        if self.tables.turn_cap and cells[at.TURNS] >= self.tables.turn_cap * self.tables.players:
            cells[at.ENDED] = ids.DRAW_CAP
            cells[at.PHASE] = at.ENDING

    def straighten(self, base: i64) -> None:
        cells = self.cells
        if cells[base + at.TOP] >= kit.MARKED:
            cells[base + at.TOP] -= kit.MARKED
        face: i64 = 0
        while face < kit.FACES:
            if self.tables.again[face]:
                cells[base + at.DECK + face] += cells[base + at.DECK + kit.MARKED + face]
                cells[base + at.DECK + kit.MARKED + face] = 0
                cells[base + at.DISCARD + face] += cells[base + at.DISCARD + kit.MARKED + face]
                cells[base + at.DISCARD + kit.MARKED + face] = 0
            face += 1

    def begin_turn(self) -> None:
        cells = self.cells
        cells[at.PHASE] = at.PLAYING
        cells[at.IN_PLAY] = 0
        cells[at.COINS] = 0
        cells[at.SAD] = 0
        cells[at.POINTS] = 0
        cells[at.RECYCLED] = 0
        cells[at.FORCED] = 0
        cells[at.LIMIT] = self.tables.bust
        cells[at.BUILDS] = 1

    # Chance ---------------------------------------------------------------------------------------------------------

    def stream(self) -> i64:
        return kit.FIRST if self.cells[at.WAIT] == at.FIRST_PLAYER else kit.DECK_OF + self.cells[at.WAIT_SEAT]

    def fill_chances(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        count: i64 = 0
        if self.cells[at.WAIT] == at.FIRST_PLAYER:
            while count < self.tables.players:
                outcomes[count] = count
                weights[count] = 1
                count += 1
            return count
        deck: i64 = self.seat_at(self.cells[at.WAIT_SEAT]) + at.DECK
        card: i64 = 0
        while card < kit.PILE:
            if self.cells[deck + card] > 0:
                outcomes[count] = card
                weights[count] = self.cells[deck + card]
                count += 1
            card += 1
        return count

    def pick(self, source: Source) -> i64:
        """As the engine's own, without writing the list first: draws are half of all the work."""
        if self.cells[at.WAIT] == at.FIRST_PLAYER:
            return source.below(kit.FIRST, self.tables.players)
        cells = self.cells
        seat: i64 = cells[at.WAIT_SEAT]
        base: i64 = self.seat_at(seat)
        r: i64 = source.below(kit.DECK_OF + seat, cells[base + at.DECK_SIZE])
        card: i64 = base + at.DECK
        while r >= cells[card]:
            r -= cells[card]
            card += 1
        return card - base - at.DECK

    def happen(self, outcome: i64) -> None:
        cells = self.cells
        wait: i64 = cells[at.WAIT]
        if wait == at.FIRST_PLAYER:  # flip.setup.first
            cells[at.ACTIVE] = outcome
            self.begin_turn()
            self.look_at_top(0)
            return
        seat: i64 = cells[at.WAIT_SEAT]
        base: i64 = self.seat_at(seat)
        cells[base + at.DECK + outcome] -= 1
        cells[base + at.DECK_SIZE] -= 1
        cells[at.WAIT] = at.NOTHING
        if wait == at.REVEAL:
            cells[base + at.TOP] = outcome
            if cells[at.TURNS] == 0 and seat + 1 < self.tables.players:
                self.look_at_top(seat + 1)  # at the set-up: everybody's first card
        elif wait == at.DRAW:
            self.play_card(seat, outcome)
        else:  # flip.factory: in a pool the bottom card is any of them
            cells[base + at.DISCARD + outcome] += 1
            cells[base + at.DISCARD_SIZE] += 1
            self.card_resolved(seat)


def starting(tables: FlipTables) -> FlipState:
    """A deck for each (flip.setup.deck), shuffled: unordered pools. Then chance says who begins and what is on top."""
    cells = vec[i64]([0] * (at.SEATS + at.STRIDE * tables.players))
    state = FlipState(cells, tables)
    kind: i64 = 0
    while kind < kit.KINDS:
        cells[at.SUPPLY + kind] = tables.supply[kind]  # flip.setup.supply
        kind += 1
    cells[at.WINNER] = -1
    cells[at.ENDED] = -1
    seat: i64 = 0
    while seat < tables.players:
        base: i64 = state.seat_at(seat)
        cells[base + at.TOP] = -1
        face: i64 = 0
        while face < kit.FACES:
            cells[base + at.DECK + face] = tables.start[face]
            cells[base + at.DECK_SIZE] += tables.start[face]
            face += 1
        seat += 1
    if tables.solo:
        state.begin_turn()
        state.look_at_top(0)
    else:
        cells[at.WAIT] = at.FIRST_PLAYER
    return state
