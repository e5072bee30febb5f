# compiled
"""Which moves of Flip City are legal, and the rule that forbids the others."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL, State
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import ids
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.rules.tables import FlipTables


class FlipMoves(State):
    """What a seat may do, and by which rule not. FlipState adds what happens then."""

    def __init__(self, cells: vec[i64], tables: FlipTables) -> None:
        self.cells = cells
        self.tables = tables

    def seat_at(self, seat: i64) -> i64:
        return at.SEATS + seat * at.STRIDE

    def fill_moves(self, seat: i64, buffer: vec[i64]) -> i64:
        phase: i64 = self.cells[at.PHASE]
        if phase == at.PLAYING:
            return self.fill_playing(seat, buffer)
        if phase == at.BUILDING:
            return self.fill_building(seat, buffer)
        count: i64 = 0
        kind: i64 = 1
        while kind < kit.KINDS:
            if self.cells[at.SUPPLY + kind] > 0:
                buffer[count] = kit.REMOVE + kind - 1
                count += 1
            kind += 1
        return count

    def fill_playing(self, seat: i64, buffer: vec[i64]) -> i64:
        cells = self.cells
        tables = self.tables
        base: i64 = self.seat_at(seat)
        count: i64 = 0
        if cells[base + at.TOP] >= 0 or cells[base + at.DECK_SIZE] > 0:
            buffer[0] = kit.PLAY
            count = 1
            if self.stop_refusal(seat) == LEGAL:
                buffer[1] = kit.STOP
                count = 2
        else:
            if self.stop_refusal(seat) == LEGAL:
                buffer[0] = kit.STOP
                count = 1
            if cells[base + at.DISCARD_SIZE] > 0:
                buffer[count] = kit.SHUFFLE
                count += 1
        if cells[base + at.DISCARD_SIZE] > 0:
            face: i64 = 0
            while face < kit.FACES:
                if tables.again[face] and cells[base + at.DISCARD + face] > 0:
                    buffer[count] = kit.RECYCLE + face
                    count += 1
                face += 1
        return count

    def fill_building(self, seat: i64, buffer: vec[i64]) -> i64:
        cells = self.cells
        tables = self.tables
        base: i64 = self.seat_at(seat)
        coins: i64 = cells[at.COINS]
        buffer[0] = kit.PASS
        count: i64 = 1
        if coins < tables.cheapest:
            return count
        face: i64 = 0
        while face < kit.FACES:
            price: i64 = tables.buy[face]
            if price <= coins and price != kit.NEVER and cells[at.SUPPLY + (face >> 1)] > 0:
                buffer[count] = kit.BUY + face
                count += 1
            face += 1
        gift: bool = False
        face = 0
        while face < kit.FACES:
            price = tables.up[face]
            if price <= coins and price != kit.NEVER:
                if cells[base + at.DISCARD + face] > 0 or cells[base + at.DISCARD + kit.MARKED + face] > 0:
                    if face == kit.APARTMENT and tables.gift and not tables.solo:
                        gift = True
                    else:
                        buffer[count] = kit.UPGRADE + face
                        count += 1
            face += 1
        if gift:
            other: i64 = 0
            while other < tables.players:
                if other != seat:
                    buffer[count] = kit.GIVE + other
                    count += 1
                other += 1
        return count

    def refusal(self, seat: i64, move: i64) -> i64:
        cells = self.cells
        tables = self.tables
        phase: i64 = cells[at.PHASE]
        base: i64 = self.seat_at(seat)
        deck: bool = cells[base + at.TOP] >= 0 or cells[base + at.DECK_SIZE] > 0
        if move < kit.PASS or (move >= kit.RECYCLE and move < kit.BUY):
            if phase == at.REMOVING:
                return ids.PHASE_REMOVE
            if phase != at.PLAYING:
                return ids.PHASE_PLAY
            if move == kit.PLAY:
                return LEGAL if deck else ids.PLAY_EMPTY
            if move == kit.STOP:
                return self.stop_refusal(seat)
            if move == kit.SHUFFLE:
                if deck:
                    return ids.SHUFFLE_DECK
                return LEGAL if cells[base + at.DISCARD_SIZE] > 0 else ids.SHUFFLE_EMPTY
            return self.recycle_refusal(base, move - kit.RECYCLE)
        if move >= kit.REMOVE and move < kit.GIVE:
            if phase != at.REMOVING:
                return ids.PHASE_REMOVE
            return LEGAL if cells[at.SUPPLY + move - kit.REMOVE + 1] > 0 else ids.REMOVE_EMPTY
        if phase == at.REMOVING:
            return ids.PHASE_REMOVE
        if phase != at.BUILDING:
            return ids.PHASE_BUILD
        if move == kit.PASS:
            return LEGAL
        if move < kit.UPGRADE:
            face: i64 = move - kit.BUY
            if tables.buy[face] == kit.NEVER:
                return ids.BUY_NEVER
            if cells[at.SUPPLY + (face >> 1)] == 0:
                return ids.BUY_EMPTY
            return LEGAL if tables.buy[face] <= cells[at.COINS] else ids.BUY_PRICE
        if move >= kit.GIVE:
            if tables.solo or not tables.gift:
                return ids.GIFT
            if move - kit.GIVE == seat:
                return ids.GIFT_SELF
            face = kit.APARTMENT
        else:
            face = move - kit.UPGRADE
            if tables.up[face] == kit.NEVER:
                return ids.UPGRADE_NEVER
            if face == kit.APARTMENT and tables.gift and not tables.solo:
                return ids.GIFT
        if cells[base + at.DISCARD + face] == 0 and cells[base + at.DISCARD + kit.MARKED + face] == 0:
            return ids.UPGRADE_WHERE
        return LEGAL if tables.up[face] <= cells[at.COINS] else ids.UPGRADE_PRICE

    def stop_refusal(self, seat: i64) -> i64:
        cells = self.cells
        tables = self.tables
        base: i64 = self.seat_at(seat)
        top: i64 = cells[base + at.TOP]
        if top >= kit.MARKED:
            top -= kit.MARKED
        if top >= 0 and tables.must_play_on and tables.must_play[top]:
            return ids.STOP_MUST_PLAY
        if cells[at.FORCED]:
            return ids.STOP_FORCED
        if tables.solo and cells[at.IN_PLAY] == 0:
            if cells[base + at.TOP] >= 0 or cells[base + at.DECK_SIZE] > 0 or cells[base + at.DISCARD_SIZE] > 0:
                return ids.STOP_SOLO
        return LEGAL

    def recycle_refusal(self, base: i64, face: i64) -> i64:
        if not self.tables.again[face]:
            return ids.RECYCLE_CARD
        if self.cells[base + at.DISCARD + face] > 0:
            return LEGAL
        return ids.RECYCLE_ONCE if self.cells[base + at.DISCARD + kit.MARKED + face] > 0 else ids.RECYCLE_WHERE
