"""What lies on the table, read from a view: what the text board and both drawings are made from."""

from dataclasses import dataclass

from kvartal.engine.state import UNKNOWN
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates import cells as at
from kvartal.games.estates.state import EstatesState
from kvartal.games.estates.tables import (
    BARRIERS,
    BOARD,
    COLOURS,
    CUBES,
    LOTS,
    OFFER_ROWS,
    PER_ROW,
    ROWS,
    VALUES,
    EstatesTables,
)
from kvartal.games.estates.wording import piece_name


@dataclass(frozen=True)
class Lot:
    floors: tuple[int, ...]  # cubes from the ground up
    roof: int
    value: int
    white: bool


@dataclass(frozen=True)
class Row:
    length: int
    built: int
    roofed: int
    barriers: tuple[tuple[int, int], ...]  # (value, +1 or −1)
    mayor: bool
    points: tuple[int, ...]  # per seat, if the round ended now

    @property
    def complete(self) -> bool:
        return self.roofed == self.length


@dataclass(frozen=True)
class Person:
    seat: int
    hand: int | None  # None: behind the screen
    box: int | None
    net: int
    boxed: int
    certificates: tuple[int, ...]
    total: int  # points as things stand, as far as they can be seen
    earlier: int
    wins: int


@dataclass(frozen=True)
class Board:
    tables: EstatesTables
    me: int | None
    phase: int
    active: int
    actor: int
    piece: int
    face: int
    high: int
    leader: int
    round: int
    turns: int
    ended: int
    mayor: int
    cancel: int
    beside: tuple[int, ...]  # values of the barriers beside the board
    roofs: tuple[int, ...]  # face down, per value
    roofs_left: int
    offer: tuple[tuple[int, ...], ...]  # cubes per row and place, −1: gone
    ends: frozenset[int]  # the cubes at the ends of the rows
    lots: tuple[Lot, ...]
    rows: tuple[Row, ...]
    people: tuple[Person, ...]
    winners: tuple[int, ...]

    @property
    def over(self) -> bool:
        return self.phase == at.FINISHED

    @property
    def mine(self) -> bool:
        """Is it the viewer who has to do something now?"""
        return self.me is not None and self.me == self.actor and at.CHOOSING <= self.phase < at.FINISHED

    def spoke(self, seat: int) -> bool:
        """Has a seat had its word in this auction?"""
        n = self.tables.players
        if self.phase != at.BIDDING:
            return self.phase in (at.DECIDING, at.PLACING)
        return (seat - self.active - 1) % n < (self.actor - self.active - 1) % n


def read(view: View) -> Board:
    known, tables = view.known, view.setup.tables
    assert isinstance(known, EstatesState)
    assert isinstance(tables, EstatesTables)
    cells = list(known.cells)
    floors: list[list[int]] = [[] for _ in range(BOARD)]
    for cube in range(CUBES):
        if 0 <= cells[at.CUBE_AT + cube] < BOARD:
            floors[cells[at.CUBE_AT + cube]].append(cube)
    lots = []
    for lot in range(BOARD):
        floors[lot].sort(key=lambda cube: -tables.value[cube])  # floors descend: the order follows from the numbers
        lots.append(Lot(tuple(floors[lot]), cells[at.ROOF + lot], cells[at.VALUE + lot], bool(tables.white[lot])))
    offer = tuple(
        tuple(cells[at.OFFER_AT + row * PER_ROW + place] for place in range(PER_ROW)) for row in range(OFFER_ROWS)
    )
    ends = set()
    for row in offer:
        there = [cube for cube in row if cube >= 0]
        ends |= {there[0], there[-1]} if there else set()
    over = cells[at.PHASE] == at.FINISHED
    return Board(
        tables,
        view.seat,
        cells[at.PHASE],
        cells[at.ACTIVE],
        cells[at.ACTOR],
        cells[at.PIECE],
        cells[at.FACE],
        cells[at.HIGH],
        cells[at.LEADER],
        cells[at.ROUND],
        cells[at.TURNS],
        cells[at.ENDED],
        cells[at.MAYOR],
        cells[at.CANCEL],
        tuple(b + 1 for b in range(BARRIERS) if cells[at.BARRIER + b] == 0),
        tuple(cells[at.ROOFS + value] for value in range(VALUES)),
        cells[at.ROOFS_LEFT],
        offer,
        frozenset(ends),
        tuple(lots),
        tuple(_row(view, row) for row in range(ROWS)),
        tuple(_person(view, seat) for seat in range(tables.players)),
        tuple(seat for seat in range(tables.players) if over and view.known.place(seat) == 1),
    )


def _row(view: View, row: int) -> Row:
    known, tables = view.known, view.setup.tables
    assert isinstance(known, EstatesState)
    assert isinstance(tables, EstatesTables)
    cells = list(known.cells)
    barriers = [
        (b + 1, 1 if known.barrier_change(b) > 0 else -1) for b in range(BARRIERS) if known.barrier_row(b) == row
    ]
    points = [
        sum(known.lot_points(seat, row * LOTS + place) for place in range(LOTS)) for seat in range(tables.players)
    ]
    return Row(
        cells[at.LENGTH + row],
        cells[at.BUILT + row],
        cells[at.ROOFED + row],
        tuple(barriers),
        cells[at.MAYOR] == row,
        tuple(points),
    )


def _person(view: View, seat: int) -> Person:
    known, tables = view.known, view.setup.tables
    assert isinstance(known, EstatesState)
    assert isinstance(tables, EstatesTables)
    cells = list(known.cells)
    base = at.SEATS + seat * at.STRIDE
    hand, box = cells[base + at.HAND], cells[base + at.BOX]
    return Person(
        seat,
        None if hand == UNKNOWN else hand,
        None if box == UNKNOWN else box,
        cells[base + at.NET],
        cells[base + at.BOXED],
        tuple(colour for colour in range(COLOURS) if cells[at.CERTIFICATE + colour] == seat),
        known.score(seat),
        cells[base + at.TOTAL],
        cells[base + at.WINS],
    )


# The turn in words ------------------------------------------------------------------------------------------------


def who(board: Board, seat: int, words: Words) -> str:
    return words("You") if seat == board.me else words.player(seat)


def headline(board: Board, words: Words) -> str:
    """Whose turn it is, and for what."""
    if board.over:
        names = ", ".join(words.player(seat) for seat in board.winners)
        return words("The game is over. First: {players}", players=names)
    if board.phase <= at.DRAWING:
        return words("The offer is laid out")
    if board.phase == at.CHOOSING:
        if board.mine:
            return words("Your turn: put a piece up for auction")
        return words("{player} chooses a piece", player=words.player(board.active))
    return words(
        "{player} auctions: {piece}",
        player=words.player(board.active),
        piece=piece_name(board.piece, board.face, words),
    )


def advice(board: Board, words: Words) -> str:
    """What happens next, and to whom."""
    actor = words.player(board.actor)
    if board.phase == at.BIDDING:
        if board.mine:
            text = words("Bid, or pass.")
        else:
            text = words("{player} is asked for a bid.", player=actor)
        return f"{highest(board, words)} {text}"
    if board.phase == at.DECIDING:
        if board.mine:
            return f"{highest(board, words)} {words('Sell, or keep it and pay as much.')}"
        return f"{highest(board, words)} {words('{player} decides: sell or keep.', player=actor)}"
    if board.phase == at.PLACING:
        return words("You place it now.") if board.mine else words("{player} places it.", player=actor)
    if board.phase == at.CHOOSING and board.mine:
        return words("A cheque may go into your cash box first, once a turn.")
    return ""


def highest(board: Board, words: Words) -> str:
    if not board.high:
        return words("No bid yet.")
    return words.count(
        "Highest bid: {n} cheque, {player}.",
        "Highest bid: {n} cheques, {player}.",
        board.high,
        player=who(board, board.leader, words),
    )
