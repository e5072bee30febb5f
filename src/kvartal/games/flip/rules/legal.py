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
        return self.fill_upgrades(seat, buffer, count)

    def fill_upgrades(self, seat: i64, buffer: vec[i64], first: i64) -> i64:
        """Into the buffer from `first` on; an Apartment as a gift to each of the others."""
        cells = self.cells
        tables = self.tables
        base: i64 = self.seat_at(seat)
        coins: i64 = cells[at.COINS]
        count: i64 = first
        gift: bool = False
        face: i64 = 0
        while face < kit.FACES:
            price: i64 = tables.up[face]
            if price <= coins and price != kit.NEVER:
                if cells[base + at.DISCARD + face] > 0 or cells[base + at.DISCARD + kit.MARKED + face] > 0:
                    if face == kit.APARTMENT and tables.gift:
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
        """The time of this kind of move comes first, then what the kind itself asks for."""
        early: i64 = self.phase_refusal(due_in(move))
        if early != LEGAL or move == kit.PASS:
            return early
        if move == kit.PLAY:
            return LEGAL if self.has_deck(seat) else ids.PLAY_EMPTY
        if move == kit.STOP:
            return self.stop_refusal(seat)
        if move == kit.SHUFFLE:
            return self.shuffle_refusal(seat)
        if move < kit.BUY:
            return self.recycle_refusal(seat, move - kit.RECYCLE)
        if move < kit.UPGRADE:
            return self.buy_refusal(move - kit.BUY)
        if move < kit.REMOVE:
            return self.upgrade_refusal(seat, move - kit.UPGRADE)
        if move < kit.GIVE:
            return LEGAL if self.cells[at.SUPPLY + move - kit.REMOVE + 1] > 0 else ids.REMOVE_EMPTY
        return self.give_refusal(seat, move - kit.GIVE)

    def phase_refusal(self, due: i64) -> i64:
        """A move of one phase in another one. Whoever shuffled alone can do nothing before a card is removed."""
        phase: i64 = self.cells[at.PHASE]
        if phase == due:
            return LEGAL
        if phase == at.REMOVING or due == at.REMOVING:
            return ids.PHASE_REMOVE
        return ids.PHASE_PLAY if due == at.PLAYING else ids.PHASE_BUILD

    # Playing cards --------------------------------------------------------------------------------------------------

    def has_deck(self, seat: i64) -> bool:
        base: i64 = self.seat_at(seat)
        return self.cells[base + at.TOP] >= 0 or self.cells[base + at.DECK_SIZE] > 0

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
            if self.has_deck(seat) or cells[base + at.DISCARD_SIZE] > 0:
                return ids.STOP_SOLO
        return LEGAL

    def shuffle_refusal(self, seat: i64) -> i64:
        if self.has_deck(seat):
            return ids.SHUFFLE_DECK
        return LEGAL if self.cells[self.seat_at(seat) + at.DISCARD_SIZE] > 0 else ids.SHUFFLE_EMPTY

    def recycle_refusal(self, seat: i64, face: i64) -> i64:
        if not self.tables.again[face]:
            return ids.RECYCLE_CARD
        discard: i64 = self.seat_at(seat) + at.DISCARD
        if self.cells[discard + face] > 0:
            return LEGAL
        return ids.RECYCLE_ONCE if self.cells[discard + kit.MARKED + face] > 0 else ids.RECYCLE_WHERE

    # Building -------------------------------------------------------------------------------------------------------

    def buy_refusal(self, face: i64) -> i64:
        price: i64 = self.tables.buy[face]
        if price == kit.NEVER:
            return ids.BUY_NEVER
        if self.cells[at.SUPPLY + (face >> 1)] == 0:
            return ids.BUY_EMPTY
        return LEGAL if price <= self.cells[at.COINS] else ids.BUY_PRICE

    def upgrade_refusal(self, seat: i64, face: i64) -> i64:
        if self.tables.up[face] == kit.NEVER:
            return ids.UPGRADE_NEVER
        if face == kit.APARTMENT and self.tables.gift:
            return ids.GIFT
        return self.turn_refusal(seat, face)

    def give_refusal(self, seat: i64, other: i64) -> i64:
        if not self.tables.gift:
            return ids.GIFT
        return ids.GIFT_SELF if other == seat else self.turn_refusal(seat, kit.APARTMENT)

    def turn_refusal(self, seat: i64, face: i64) -> i64:
        """What is turned over lies in the own discard pile, straight or turned, and is paid for."""
        discard: i64 = self.seat_at(seat) + at.DISCARD
        if self.cells[discard + face] == 0 and self.cells[discard + kit.MARKED + face] == 0:
            return ids.UPGRADE_WHERE
        return LEGAL if self.tables.up[face] <= self.cells[at.COINS] else ids.UPGRADE_PRICE


def due_in(move: i64) -> i64:
    """The phase in which this kind of move is made."""
    if move < kit.PASS or (move >= kit.RECYCLE and move < kit.BUY):
        return at.PLAYING
    return at.REMOVING if move >= kit.REMOVE and move < kit.GIVE else at.BUILDING
