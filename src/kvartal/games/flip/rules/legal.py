# compiled
"""Which moves of Flip City are legal, and the rule that forbids the others."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL, State
from kvartal.games.flip.rules.cells import (
    BUILDING,
    COINS,
    DECK_SIZE,
    DISCARD,
    DISCARD_SIZE,
    FORCED,
    IN_PLAY,
    PHASE,
    PLAYING,
    REMOVING,
    SEATS,
    STRIDE,
    SUPPLY,
    TOP,
)
from kvartal.games.flip.rules.ids import (
    BUY_EMPTY,
    BUY_NEVER,
    BUY_PRICE,
    GIFT,
    GIFT_SELF,
    PHASE_BUILD,
    PHASE_PLAY,
    PHASE_REMOVE,
    PLAY_EMPTY,
    RECYCLE_CARD,
    RECYCLE_ONCE,
    RECYCLE_WHERE,
    REMOVE_EMPTY,
    SHUFFLE_DECK,
    SHUFFLE_EMPTY,
    STOP_FORCED,
    STOP_MUST_PLAY,
    STOP_SOLO,
    UPGRADE_NEVER,
    UPGRADE_PRICE,
    UPGRADE_WHERE,
)
from kvartal.games.flip.rules.tables import (
    APARTMENT,
    BUY,
    FACES,
    GIVE,
    KINDS,
    MARKED,
    NEVER,
    PASS,
    PLAY,
    RECYCLE,
    REMOVE,
    SHUFFLE,
    STOP,
    UPGRADE,
    FlipTables,
)


class FlipMoves(State):
    """What a seat may do, and by which rule not. FlipState adds what happens then."""

    def __init__(self, cells: vec[i64], tables: FlipTables) -> None:
        self.cells = cells
        self.tables = tables

    def seat_at(self, seat: i64) -> i64:
        return SEATS + seat * STRIDE

    def fill_moves(self, seat: i64, buffer: vec[i64]) -> i64:
        phase: i64 = self.cells[PHASE]
        if phase == PLAYING:
            return self.fill_playing(seat, buffer)
        if phase == BUILDING:
            return self.fill_building(seat, buffer)
        count: i64 = 0
        kind: i64 = 1
        while kind < KINDS:
            if self.cells[SUPPLY + kind] > 0:
                buffer[count] = REMOVE + kind - 1
                count += 1
            kind += 1
        return count

    def fill_playing(self, seat: i64, buffer: vec[i64]) -> i64:
        cells = self.cells
        tables = self.tables
        base: i64 = self.seat_at(seat)
        count: i64 = 0
        if cells[base + TOP] >= 0 or cells[base + DECK_SIZE] > 0:
            buffer[0] = PLAY
            count = 1
            if self.stop_refusal(seat) == LEGAL:
                buffer[1] = STOP
                count = 2
        else:
            if self.stop_refusal(seat) == LEGAL:
                buffer[0] = STOP
                count = 1
            if cells[base + DISCARD_SIZE] > 0:
                buffer[count] = SHUFFLE
                count += 1
        if cells[base + DISCARD_SIZE] > 0:
            face: i64 = 0
            while face < FACES:
                if tables.again[face] and cells[base + DISCARD + face] > 0:
                    buffer[count] = RECYCLE + face
                    count += 1
                face += 1
        return count

    def fill_building(self, seat: i64, buffer: vec[i64]) -> i64:
        cells = self.cells
        tables = self.tables
        base: i64 = self.seat_at(seat)
        coins: i64 = cells[COINS]
        buffer[0] = PASS
        count: i64 = 1
        if coins < tables.cheapest:
            return count
        face: i64 = 0
        while face < FACES:
            price: i64 = tables.buy[face]
            if price <= coins and price != NEVER and cells[SUPPLY + (face >> 1)] > 0:
                buffer[count] = BUY + face
                count += 1
            face += 1
        gift: bool = False
        face = 0
        while face < FACES:
            price = tables.up[face]
            if price <= coins and price != NEVER:
                if cells[base + DISCARD + face] > 0 or cells[base + DISCARD + MARKED + face] > 0:
                    if face == APARTMENT and tables.gift and not tables.solo:
                        gift = True
                    else:
                        buffer[count] = UPGRADE + face
                        count += 1
            face += 1
        if gift:
            other: i64 = 0
            while other < tables.players:
                if other != seat:
                    buffer[count] = GIVE + other
                    count += 1
                other += 1
        return count

    def refusal(self, seat: i64, move: i64) -> i64:
        cells = self.cells
        tables = self.tables
        phase: i64 = cells[PHASE]
        base: i64 = self.seat_at(seat)
        deck: bool = cells[base + TOP] >= 0 or cells[base + DECK_SIZE] > 0
        if move < PASS or (move >= RECYCLE and move < BUY):
            if phase == REMOVING:
                return PHASE_REMOVE
            if phase != PLAYING:
                return PHASE_PLAY
            if move == PLAY:
                return LEGAL if deck else PLAY_EMPTY
            if move == STOP:
                return self.stop_refusal(seat)
            if move == SHUFFLE:
                if deck:
                    return SHUFFLE_DECK
                return LEGAL if cells[base + DISCARD_SIZE] > 0 else SHUFFLE_EMPTY
            return self.recycle_refusal(base, move - RECYCLE)
        if move >= REMOVE and move < GIVE:
            if phase != REMOVING:
                return PHASE_REMOVE
            return LEGAL if cells[SUPPLY + move - REMOVE + 1] > 0 else REMOVE_EMPTY
        if phase == REMOVING:
            return PHASE_REMOVE
        if phase != BUILDING:
            return PHASE_BUILD
        if move == PASS:
            return LEGAL
        if move < UPGRADE:
            face: i64 = move - BUY
            if tables.buy[face] == NEVER:
                return BUY_NEVER
            if cells[SUPPLY + (face >> 1)] == 0:
                return BUY_EMPTY
            return LEGAL if tables.buy[face] <= cells[COINS] else BUY_PRICE
        if move >= GIVE:
            if tables.solo or not tables.gift:
                return GIFT
            if move - GIVE == seat:
                return GIFT_SELF
            face = APARTMENT
        else:
            face = move - UPGRADE
            if tables.up[face] == NEVER:
                return UPGRADE_NEVER
            if face == APARTMENT and tables.gift and not tables.solo:
                return GIFT
        if cells[base + DISCARD + face] == 0 and cells[base + DISCARD + MARKED + face] == 0:
            return UPGRADE_WHERE
        return LEGAL if tables.up[face] <= cells[COINS] else UPGRADE_PRICE

    def stop_refusal(self, seat: i64) -> i64:
        cells = self.cells
        tables = self.tables
        base: i64 = self.seat_at(seat)
        top: i64 = cells[base + TOP]
        if top >= MARKED:
            top -= MARKED
        if top >= 0 and tables.must_play_on and tables.must_play[top]:
            return STOP_MUST_PLAY
        if cells[FORCED]:
            return STOP_FORCED
        if tables.solo and cells[IN_PLAY] == 0:
            if cells[base + TOP] >= 0 or cells[base + DECK_SIZE] > 0 or cells[base + DISCARD_SIZE] > 0:
                return STOP_SOLO
        return LEGAL

    def recycle_refusal(self, base: i64, face: i64) -> i64:
        if not self.tables.again[face]:
            return RECYCLE_CARD
        if self.cells[base + DISCARD + face] > 0:
            return LEGAL
        return RECYCLE_ONCE if self.cells[base + DISCARD + MARKED + face] > 0 else RECYCLE_WHERE
