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
from kvartal.games.flip.rules.cells import (
    ACTIVE,
    AREA,
    BUILDING,
    BUILDS,
    COINS,
    DECK,
    DECK_SIZE,
    DISCARD,
    DISCARD_SIZE,
    DRAW,
    ENDED,
    ENDING,
    FIRST_PLAYER,
    FORCED,
    GONE,
    IN_PLAY,
    LIMIT,
    MILL,
    NOTHING,
    PHASE,
    PLAYING,
    POINTS,
    RECYCLED,
    REMOVING,
    REVEAL,
    SAD,
    SEATS,
    STRIDE,
    SUPPLY,
    TOP,
    TURNS,
    WAIT,
    WAIT_SEAT,
    WINNER,
)
from kvartal.games.flip.rules.ids import (
    DRAW_CAP,
    LOSS_SUPPLY,
    WIN_CARDS,
    WIN_POINTS,
)
from kvartal.games.flip.rules.legal import FlipMoves
from kvartal.games.flip.rules.tables import (
    APARTMENT,
    BUY,
    DECK_OF,
    FACES,
    FIRST,
    GIVE,
    KINDS,
    MARKED,
    PASS,
    PILE,
    PLAY,
    RECYCLE,
    REMOVE,
    SHUFFLE,
    STOP,
    UPGRADE,
    FlipTables,
)


@final
class FlipState(FlipMoves):
    def copy(self) -> "FlipState":
        return FlipState(self.cells[:], self.tables)

    # Whose move it is -----------------------------------------------------------------------------------------------

    def turn(self) -> i64:
        cells = self.cells
        if cells[PHASE] == ENDING:
            return OVER
        if cells[WAIT] != NOTHING:
            return CHANCE
        return cells[ACTIVE]

    def score(self, seat: i64) -> i64:
        return self.cells[POINTS] if seat == self.cells[ACTIVE] else 0

    def place(self, seat: i64) -> i64:
        if self.cells[ENDED] == DRAW_CAP:
            return 0 if self.tables.solo else 1  # alone it is not a win
        if self.cells[ENDED] == LOSS_SUPPLY:
            return 0
        return 1 if seat == self.cells[WINNER] else 2

    def ending(self) -> i64:
        return self.cells[ENDED]

    # known() and imagine() are the engine's: every card in sight is open to all, and a deck has no order.

    # Moves ----------------------------------------------------------------------------------------------------------

    def play(self, seat: i64, move: i64) -> None:
        cells = self.cells
        base: i64 = self.seat_at(seat)
        if move == PLAY:
            top: i64 = cells[base + TOP]
            if top >= 0:
                cells[base + TOP] = -1
                self.play_card(seat, top)
            else:
                cells[WAIT] = DRAW
                cells[WAIT_SEAT] = seat
        elif move == STOP:
            cells[PHASE] = BUILDING
        elif move == SHUFFLE:
            self.shuffle(seat)
        elif move == PASS:
            self.end_turn()
        elif move < BUY:
            self.recycle(base, move - RECYCLE)
        elif move < UPGRADE:
            self.buy(base, move - BUY)
        elif move >= REMOVE and move < GIVE:
            self.remove(move - REMOVE + 1)
        else:
            self.upgrade(seat, move)

    # Playing cards --------------------------------------------------------------------------------------------------

    def play_card(self, seat: i64, card: i64) -> None:
        """Into the play area: sad faces first, because a bust leaves nothing else to happen."""
        cells = self.cells
        tables = self.tables
        face: i64 = card - MARKED if card >= MARKED else card
        cells[AREA + face] += 1
        cells[IN_PLAY] += 1
        cells[FORCED] = 0
        sad: i64 = cells[SAD] + tables.sad[face]
        cells[SAD] = sad
        cells[LIMIT] += tables.limit[face]
        if sad >= cells[LIMIT]:
            self.end_turn()
            self.look_at_top(seat)
            return
        cells[COINS] += tables.coins[face] + tables.per_sad[face] * sad
        cells[POINTS] += tables.points[face]
        cells[BUILDS] += tables.builds[face]
        cells[FORCED] = tables.force_next[face]
        if tables.mill[face] and cells[self.seat_at(seat) + DECK_SIZE] > 0:
            cells[WAIT] = MILL  # a card's own effect comes before the test for a win
            cells[WAIT_SEAT] = seat
        else:
            self.card_resolved(seat)

    def card_resolved(self, seat: i64) -> None:
        cells = self.cells
        if self.won():
            return
        if cells[self.seat_at(seat) + DECK_SIZE] == 0:
            cells[FORCED] = 0  # nothing to force: the effect lapses, also for a deck shuffled later
        self.look_at_top(seat)

    def won(self) -> bool:
        """8 points, or enough cards with a store among them: the game ends here."""
        cells = self.cells
        tables = self.tables
        if cells[POINTS] >= tables.win_points:
            cells[ENDED] = WIN_POINTS
        elif tables.win_cards and cells[IN_PLAY] >= tables.win_cards and self.store_in_play():
            cells[ENDED] = WIN_CARDS
        else:
            return False
        cells[WINNER] = cells[ACTIVE]
        cells[PHASE] = ENDING
        cells[WAIT] = NOTHING
        return True

    def store_in_play(self) -> bool:
        face: i64 = 0
        while face < FACES:
            if self.tables.wins_by_cards[face] and self.cells[AREA + face] > 0:
                return True
            face += 1
        return False

    def look_at_top(self, seat: i64) -> None:
        """Cards have no back: the next top card is seen by everybody as soon as it lies on top."""
        cells = self.cells
        base: i64 = self.seat_at(seat)
        hidden: bool = cells[base + TOP] < 0 and cells[base + DECK_SIZE] > 0
        if hidden and self.tables.top_visible and cells[PHASE] != ENDING:
            cells[WAIT] = REVEAL
            cells[WAIT_SEAT] = seat
        else:
            cells[WAIT] = NOTHING

    def shuffle(self, seat: i64) -> None:
        """The discard pile becomes the deck. In solo every shuffle costs a card of the supply."""
        cells = self.cells
        base: i64 = self.seat_at(seat)
        card: i64 = 0
        while card < PILE:
            cells[base + DECK + card] = cells[base + DISCARD + card]
            cells[base + DISCARD + card] = 0
            card += 1
        cells[base + DECK_SIZE] = cells[base + DISCARD_SIZE]
        cells[base + DISCARD_SIZE] = 0
        if self.tables.solo:
            if self.supply_left() == 0:
                self.lose()  # the mild reading: lost when a card must go and none is left
                return
            cells[PHASE] = REMOVING
        self.look_at_top(seat)

    def recycle(self, base: i64, face: i64) -> None:
        """From the discard pile: turned (marked until the end of the turn) or flipped to the other side."""
        cells = self.cells
        tables = self.tables
        cells[base + DISCARD + face] -= 1
        if tables.recycle_flips:
            cells[base + DISCARD + (face ^ 1)] += 1
        else:
            cells[base + DISCARD + MARKED + face] += 1
        cells[COINS] += tables.again_coins[face]
        cells[POINTS] += tables.again_points[face]
        cells[RECYCLED] += tables.again_points[face]
        cells[LIMIT] += tables.again_limit[face]
        self.won()

    # Solo -----------------------------------------------------------------------------------------------------------

    def supply_left(self) -> i64:
        cells = self.cells
        return cells[SUPPLY + 1] + cells[SUPPLY + 2] + cells[SUPPLY + 3] + cells[SUPPLY + 4]

    def remove(self, kind: i64) -> None:
        self.cells[SUPPLY + kind] -= 1
        self.cells[GONE + kind] += 1
        self.cells[PHASE] = PLAYING
        if not self.tables.mild_loss and self.supply_left() == 0:
            self.lose()

    def lose(self) -> None:
        self.cells[ENDED] = LOSS_SUPPLY
        self.cells[PHASE] = ENDING
        self.cells[WAIT] = NOTHING

    # Building -------------------------------------------------------------------------------------------------------

    def buy(self, base: i64, face: i64) -> None:
        cells = self.cells
        cells[COINS] -= self.tables.buy[face]
        cells[SUPPLY + (face >> 1)] -= 1
        cells[base + DISCARD + face] += 1
        cells[base + DISCARD_SIZE] += 1
        if self.tables.solo and not self.tables.mild_loss and self.supply_left() == 0:
            self.lose()
            return
        self.built()

    def upgrade(self, seat: i64, move: i64) -> None:
        """Turn a card of the own discard pile; an Apartment goes to an opponent, or in solo out of the game."""
        cells = self.cells
        base: i64 = self.seat_at(seat)
        face: i64 = APARTMENT if move >= GIVE else move - UPGRADE
        mark: i64 = 0 if cells[base + DISCARD + face] > 0 else MARKED
        cells[COINS] -= self.tables.up[face]
        cells[base + DISCARD + mark + face] -= 1
        if move >= GIVE:
            cells[base + DISCARD_SIZE] -= 1
            other: i64 = self.seat_at(move - GIVE)
            cells[other + DISCARD + (face ^ 1)] += 1
            cells[other + DISCARD_SIZE] += 1
        elif face == APARTMENT and self.tables.solo:
            cells[base + DISCARD_SIZE] -= 1
            cells[GONE + (face >> 1)] += 1
        else:
            cells[base + DISCARD + (face ^ 1)] += 1  # straight: a turned card's other side may have no arrow
        self.built()

    def built(self) -> None:
        self.cells[BUILDS] -= 1
        if self.cells[BUILDS] == 0:
            self.end_turn()

    def end_turn(self) -> None:
        """Clean up, also after a bust: cards to the discard pile, turned cards straight, the rest lapses."""
        cells = self.cells
        base: i64 = self.seat_at(cells[ACTIVE])
        face: i64 = 0
        while face < FACES:
            played: i64 = cells[AREA + face]
            if played:
                cells[base + DISCARD + face] += played
                cells[AREA + face] = 0
            face += 1
        cells[base + DISCARD_SIZE] += cells[IN_PLAY]
        if not self.tables.recycle_flips:
            self.straighten(base)
        cells[TURNS] += 1
        following: i64 = cells[ACTIVE] + 1
        cells[ACTIVE] = 0 if following == self.tables.players else following
        self.begin_turn()
        if self.tables.turn_cap and cells[TURNS] >= self.tables.turn_cap * self.tables.players:
            cells[ENDED] = DRAW_CAP
            cells[PHASE] = ENDING

    def straighten(self, base: i64) -> None:
        cells = self.cells
        if cells[base + TOP] >= MARKED:
            cells[base + TOP] -= MARKED
        face: i64 = 0
        while face < FACES:
            if self.tables.again[face]:
                cells[base + DECK + face] += cells[base + DECK + MARKED + face]
                cells[base + DECK + MARKED + face] = 0
                cells[base + DISCARD + face] += cells[base + DISCARD + MARKED + face]
                cells[base + DISCARD + MARKED + face] = 0
            face += 1

    def begin_turn(self) -> None:
        cells = self.cells
        cells[PHASE] = PLAYING
        cells[IN_PLAY] = 0
        cells[COINS] = 0
        cells[SAD] = 0
        cells[POINTS] = 0
        cells[RECYCLED] = 0
        cells[FORCED] = 0
        cells[LIMIT] = self.tables.bust
        cells[BUILDS] = 1

    # Chance ---------------------------------------------------------------------------------------------------------

    def stream(self) -> i64:
        return FIRST if self.cells[WAIT] == FIRST_PLAYER else DECK_OF + self.cells[WAIT_SEAT]

    def fill_chances(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        count: i64 = 0
        if self.cells[WAIT] == FIRST_PLAYER:
            while count < self.tables.players:
                outcomes[count] = count
                weights[count] = 1
                count += 1
            return count
        deck: i64 = self.seat_at(self.cells[WAIT_SEAT]) + DECK
        card: i64 = 0
        while card < PILE:
            if self.cells[deck + card] > 0:
                outcomes[count] = card
                weights[count] = self.cells[deck + card]
                count += 1
            card += 1
        return count

    def pick(self, source: Source) -> i64:
        """As the engine's own, without writing the list first: draws are half of all the work."""
        if self.cells[WAIT] == FIRST_PLAYER:
            return source.below(FIRST, self.tables.players)
        cells = self.cells
        seat: i64 = cells[WAIT_SEAT]
        base: i64 = self.seat_at(seat)
        r: i64 = source.below(DECK_OF + seat, cells[base + DECK_SIZE])
        card: i64 = base + DECK
        while r >= cells[card]:
            r -= cells[card]
            card += 1
        return card - base - DECK

    def happen(self, outcome: i64) -> None:
        cells = self.cells
        wait: i64 = cells[WAIT]
        if wait == FIRST_PLAYER:
            cells[ACTIVE] = outcome
            self.begin_turn()
            self.look_at_top(0)
            return
        seat: i64 = cells[WAIT_SEAT]
        base: i64 = self.seat_at(seat)
        cells[base + DECK + outcome] -= 1
        cells[base + DECK_SIZE] -= 1
        cells[WAIT] = NOTHING
        if wait == REVEAL:
            cells[base + TOP] = outcome
            if cells[TURNS] == 0 and seat + 1 < self.tables.players:
                self.look_at_top(seat + 1)  # at the set-up: everybody's first card
        elif wait == DRAW:
            self.play_card(seat, outcome)
        else:
            cells[base + DISCARD + outcome] += 1
            cells[base + DISCARD_SIZE] += 1
            self.card_resolved(seat)


def starting(tables: FlipTables) -> FlipState:
    """Nine cards each, shuffled: unordered pools. Then chance says who begins and what lies on top."""
    cells = vec[i64]([0] * (SEATS + STRIDE * tables.players))
    state = FlipState(cells, tables)
    kind: i64 = 0
    while kind < KINDS:
        cells[SUPPLY + kind] = tables.supply[kind]
        kind += 1
    cells[WINNER] = -1
    cells[ENDED] = -1
    seat: i64 = 0
    while seat < tables.players:
        base: i64 = state.seat_at(seat)
        cells[base + TOP] = -1
        face: i64 = 0
        while face < FACES:
            cells[base + DECK + face] = tables.start[face]
            cells[base + DECK_SIZE] += tables.start[face]
            face += 1
        seat += 1
    if tables.solo:
        state.begin_turn()
        state.look_at_top(0)
    else:
        cells[WAIT] = FIRST_PLAYER
    return state
