"""What both layouts of the board draw with: who sees it, what may be done, what is said."""

from functools import cached_property, lru_cache

from kvartal.engine.bar import Bar, Button
from kvartal.engine.score import signed
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates.drawing.people import Part, card
from kvartal.games.estates.drawing.supply import offered, special
from kvartal.games.estates.drawing.widgets import button
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules.keys import ROW_KEYS
from kvartal.games.estates.rules.tables import (
    BARRIER_PIECE,
    CANCEL_PIECE,
    MAYOR_PIECE,
    OFFER,
    ROOF_PIECE,
)
from kvartal.games.estates.text.bar import bar_of
from kvartal.games.estates.text.board import Board, Person, advice, highest, read, who

RIVER = 4  # lots between the street and the river


class Scene:
    """One view being drawn: what lies where, what may be done, in which language."""

    def __init__(self, view: View, words: Words) -> None:
        self.view = view
        self.setup = view.setup
        self.words = words
        self.plain = words.plain  # for what is remembered
        self.board: Board = read(view)
        self.legal = set(view.codes())
        self.placing = self.board.mine and self.board.phase == at.PLACING
        self.choosing = self.board.mine and self.board.phase == at.CHOOSING

    # What can be done -------------------------------------------------------------------------------------------------

    @cached_property
    def bar(self) -> Bar:
        return bar_of(self.view, self.board, self.words)

    def button(self, pressed: Button, x: float, y: float, width: float, height: float, shown: str = "") -> str:
        """With other words on it than usual, if so told."""
        return button(self.setup, pressed, x, y, width, height, shown or pressed.shown)

    def actions(self) -> list[Button]:
        """The buttons with words."""
        return [each for each in self.bar.buttons if each.kind != "amount"]

    @property
    def most(self) -> int:
        """The highest bid that the viewer could make now: as much room is kept for bids."""
        return (self.board.people[self.board.me].hand or 0) if self.board.me is not None else 0

    def bids(self) -> list[Button]:
        return [each for each in self.bar.buttons if each.kind == "amount"]

    # The city ---------------------------------------------------------------------------------------------------------

    def standing(self, number_: int) -> tuple[tuple[str, int], ...]:
        """What a row would bring if the round ended now, or has brought: name and points."""
        row = self.board.rows[number_]
        return tuple((who(self.board, seat, self.words), points) for seat, points in enumerate(row.points) if points)

    def heading(self) -> str:
        """What stands above the points of a row."""
        return self.words("Scored") if self.board.over else self.words("If it ended now")

    # The supply -----------------------------------------------------------------------------------------------------

    def offered(self, row: int, left: float, y: float, step: float, size: float) -> str:
        """The cubes of a row of the offer."""
        moves = tuple(sorted(self.legal)) if self.choosing else ()
        cubes = self.board.offer[row]
        return offered(self.setup, self.plain, cubes, self.board.over, self.choosing, moves, left, y, step, size)

    def beside(self) -> list[int]:
        """The pieces beside the board that are not cubes."""
        found = [ROOF_PIECE] if self.board.roofs_left else []
        found += [BARRIER_PIECE + value - 1 for value in self.board.beside]
        up = self.board.piece if not self.board.over else -1
        if self.board.mayor == at.BESIDE:
            found.append(MAYOR_PIECE)
        if self.board.cancel == 0:
            found.append(CANCEL_PIECE)
        return [piece for piece in found if piece == ROOF_PIECE or piece != up]

    def special(self, piece: int, x: float, y: float, size: float) -> str:
        many = self.board.roofs_left if piece == ROOF_PIECE else 0
        can = self.choosing and OFFER + piece in self.legal
        return special(self.setup, self.plain, piece, many, self.choosing, can, x, y, size)

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

    def order(self) -> list[tuple[Person, str, bool]]:
        """Everybody in the order in which they are asked, the auctioneer last; what each does; is it their turn?"""
        board, people = self.board, self.board.people
        if board.over:
            ranked = sorted(people, key=lambda each: (each.seat not in board.winners, -each.total))
            return [(each, signed(each.total), each.seat in board.winners) for each in ranked]
        first = board.active if board.phase <= at.CHOOSING else board.active + 1
        turns = [people[(first + n) % len(people)] for n in range(len(people))]
        asked = board.actor if board.phase >= at.CHOOSING else -1
        return [(each, self.status(each.seat) or self.words("later"), each.seat == asked) for each in turns]

    def person(self, person: Person, x: float, y: float, width: float, height: float) -> str:
        board, seat = self.board, person.seat
        now = not board.over and board.phase >= at.CHOOSING and seat == board.actor
        sells = not board.over and board.phase >= at.CHOOSING and seat == board.active
        part = Part(now, sells, seat in board.winners, self.status(seat))
        name = who(board, seat, self.words)
        return card(self.plain, person, name, part, board.tables.rounds > 1, x, y, width, height)

    def auction(self) -> tuple[str, str, str]:
        """Headline, advice, and the highest bid."""
        board = self.board
        bid = highest(board, self.words) if at.BIDDING <= board.phase <= at.DECIDING else ""
        return self.bar.title, self.bar.sentence, bid

    @cached_property
    def advice(self) -> str:
        return advice(self.board, self.words)

    def summary(self) -> str:
        """The board in a sentence, for those who hear it."""
        parts = [self.bar.title, self.advice]
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
