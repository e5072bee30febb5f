"""What all layouts of the board draw with: who sees it, what may be done, what is said."""

from functools import lru_cache

from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates.drawing.people import Part, card
from kvartal.games.estates.drawing.supply import offered, special
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules.keys import ROW_KEYS
from kvartal.games.estates.rules.tables import OFFER, ROOF_PIECE
from kvartal.games.estates.text.board import Board, Person, advice, headline, read, who

RIVER = 4  # lots between the street and the river


class Scene:
    """One view being drawn: what lies where, what may be done, in which language."""

    def __init__(self, view: View, words: Words) -> None:
        self.setup = view.setup
        self.words = words
        self.plain = words.plain  # for what is remembered
        self.board: Board = read(view)
        self.legal = set(view.codes())
        self.placing = self.board.mine and self.board.phase == at.PLACING
        self.choosing = self.board.mine and self.board.phase == at.CHOOSING

    # The city ---------------------------------------------------------------------------------------------------------

    def standing(self, number_: int) -> tuple[tuple[str, int], ...]:
        """What a row would bring if the round ended now, or has brought: name and points."""
        row = self.board.rows[number_]
        return tuple((who(self.board, seat, self.words), points) for seat, points in enumerate(row.points) if points)

    def heading(self) -> str:
        """What stands above the points of a row."""
        return self.words("Scored") if self.board.over else self.words("If it ended now")

    # The supply -----------------------------------------------------------------------------------------------------

    def offered(self, row: int, left: float, y: float, cell: tuple[float, float], size: float) -> str:
        """The cubes of a row of the offer, each in a cell of this width and height."""
        moves = tuple(sorted(self.legal)) if self.choosing else ()
        cubes = self.board.offer[row]
        return offered(self.setup, self.plain, cubes, self.board.over, self.choosing, moves, left, y, cell, size)

    def special(self, piece: int, x: float, y: float, width: float, height: float) -> str:
        """A piece beside the board."""
        many = self.board.roofs_left if piece == ROOF_PIECE else 0
        can = self.choosing and OFFER + piece in self.legal
        return special(self.setup, self.plain, piece, many, self.choosing, can, x, y, width, height)

    # People and the auction -------------------------------------------------------------------------------------------

    def status(self, seat: int) -> str:
        """What a seat is in this auction."""
        board, words = self.board, self.words
        if board.over:
            return words("first") if seat in board.winners else ""
        if board.phase in (at.BIDDING, at.DECIDING, at.PLACING):
            if board.phase == at.PLACING and seat == board.actor:
                return words("placing")
            if seat == board.active:
                return words("auctioneer")
            if seat == board.leader:
                return words("highest bid: {n}", n=board.high)
            if seat == board.actor and board.phase == at.BIDDING:
                return words("your bid") if seat == board.me else words("asked now")
            return words("out") if board.spoke(seat) else words("later")
        return words("choosing") if seat == board.active and board.phase == at.CHOOSING else ""

    def person(self, person: Person, x: float, y: float, width: float, height: float) -> str:
        board, seat = self.board, person.seat
        now = not board.over and board.phase >= at.CHOOSING and seat == board.actor
        sells = not board.over and board.phase >= at.CHOOSING and seat == board.active
        part = Part(now, sells, seat in board.winners, self.status(seat))
        name = who(board, seat, self.words)
        return card(self.plain, person, name, part, board.tables.rounds > 1, x, y, width, height)

    def summary(self) -> str:
        """The board in a sentence, for those who hear it."""
        parts = [headline(self.board, self.words), advice(self.board, self.words)]
        for number_, row in enumerate(self.board.rows):
            parts.append(_how_far(self.plain, number_, row.built, row.length, row.roofed))
        return ". ".join(part.rstrip(".") for part in parts if part)


@lru_cache(512)
def _how_far(words: Words, row: int, built: int, length: int, roofed: int) -> str:
    return words(
        "Row {row}: {built} of {length} built, {roofed} roofed, {state}",
        row=ROW_KEYS[row],
        built=built,
        length=length,
        roofed=roofed,
        state=words("complete") if roofed == length else words("not complete"),
    )
