"""What lies on the table, read from a view: what the text board and both drawings are made from."""

from functools import lru_cache
from typing import NamedTuple

from kvartal.engine.state import UNKNOWN
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.state import EstatesState
from kvartal.games.estates.rules.tables import EstatesTables
from kvartal.games.estates.text.labels import cheques, piece_name, piece_object


class Lot(NamedTuple):
    floors: tuple[int, ...]  # cubes from the ground up
    roof: int
    value: int
    white: bool


Barriers = tuple[tuple[int, int], ...]  # (value, +1 or −1)


class Row(NamedTuple):
    length: int
    built: int
    roofed: int
    barriers: Barriers
    mayor: bool
    points: tuple[int, ...]  # per seat, if the round ended now

    @property
    def complete(self) -> bool:
        return self.roofed == self.length


class Person(NamedTuple):
    seat: int
    hand: int | None  # None: behind the screen
    box: int | None
    net: int
    boxed: int
    certificates: tuple[int, ...]
    total: int  # points as things stand, as far as they can be seen
    earlier: int
    wins: int


class Board(NamedTuple):
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
    offer = tuple(
        tuple(cells[first : first + kit.PER_ROW])
        for first in range(at.OFFER_AT, at.OFFER_AT + kit.OFFERED, kit.PER_ROW)
    )
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
        tuple(b + 1 for b in range(kit.BARRIERS) if cells[at.BARRIER + b] == 0),
        tuple(cells[at.ROOFS : at.ROOFS + kit.VALUES]),
        cells[at.ROOFS_LEFT],
        offer,
        frozenset(cube for row in offer for cube in ends_of(row)),
        _lots(
            tables.white,
            tuple(cells[at.CUBE_AT : at.CUBE_AT + kit.CUBES]),
            tuple(cells[at.ROOF : at.ROOF + kit.BOARD]),
            tuple(cells[at.VALUE : at.VALUE + kit.BOARD]),
        ),
        tuple(_row(known, tables, cells, row) for row in range(kit.ROWS)),
        tuple(_person(known, cells, seat) for seat in range(tables.players)),
        tuple(seat for seat in range(tables.players) if over and known.place(seat) == 1),
    )


def ends_of(row: tuple[int, ...]) -> tuple[int, ...]:
    """The cubes at the ends of a row of the offer: one if it is the last."""
    there = [cube for cube in row if cube >= 0]
    return (there[0], there[-1]) if there else ()


@lru_cache(256)  # while people bid the city stays as it is, and all see the same
def _lots(
    white: bytes, cubes: tuple[int, ...], roofs: tuple[int, ...], values: tuple[int, ...]
) -> tuple[Lot, ...]:  # fmt: skip
    floors: list[list[int]] = [[] for _ in range(kit.BOARD)]
    for cube, lot in enumerate(cubes):
        if 0 <= lot < kit.BOARD:
            floors[lot].append(cube)
    for building in floors:
        building.sort(key=lambda cube: -(cube % kit.VALUES))  # floors descend: the order follows from the numbers
    return tuple(Lot(tuple(floors[lot]), roofs[lot], values[lot], bool(white[lot])) for lot in range(kit.BOARD))


def _row(known: EstatesState, tables: EstatesTables, cells: list[int], row: int) -> Row:
    barriers = [
        (b + 1, 1 if known.barrier_change(b) > 0 else -1) for b in range(kit.BARRIERS) if known.barrier_row(b) == row
    ]
    points = [0] * tables.players
    for lot in range(row * kit.LOTS, (row + 1) * kit.LOTS):
        top = cells[at.TOP + lot]
        holder = cells[at.CERTIFICATE + tables.colour[top]] if top >= 0 else -1
        if holder >= 0:
            points[holder] += known.lot_points(holder, lot)
    return Row(
        cells[at.LENGTH + row],
        cells[at.BUILT + row],
        cells[at.ROOFED + row],
        tuple(barriers),
        cells[at.MAYOR] == row,
        tuple(points),
    )


def _person(known: EstatesState, cells: list[int], seat: int) -> Person:
    base = at.SEATS + seat * at.STRIDE
    hand, box = cells[base + at.HAND], cells[base + at.BOX]
    return Person(
        seat,
        None if hand == UNKNOWN else hand,
        None if box == UNKNOWN else box,
        cells[base + at.NET],
        cells[base + at.BOXED],
        tuple(colour for colour in range(kit.COLOURS) if cells[at.CERTIFICATE + colour] == seat),
        known.score(seat),
        cells[base + at.TOTAL],
        cells[base + at.WINS],
    )


# The turn in words ------------------------------------------------------------------------------------------------


WHERE = (  # it may be placed: a cube, a roof, a barrier, the mayor, the cancel cube
    N_("On the next empty lot of a row, or on a higher number."),
    N_("On a building without one: it closes it."),
    N_("A row becomes longer or shorter."),
    N_("At a row: he doubles it, plus or minus."),
    N_("On a barrier: both go away."),
)


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
    piece = piece_object(board.piece, board.face, words)
    if board.mine and board.phase == at.BIDDING:
        return words("Your bid: {piece}", piece=piece_name(board.piece, board.face, words))
    if board.mine and board.phase == at.DECIDING:
        return words("Sell {piece}?", piece=piece)
    if board.mine and board.phase == at.PLACING:
        return words("Place {piece}", piece=piece)
    if board.phase == at.PLACING:
        return words("{player} places {piece}", player=words.player(board.actor), piece=piece)
    return words("{player} auctions {piece}", player=words.player(board.active), piece=piece)


def advice(board: Board, words: Words) -> str:
    """What happens next, and to whom."""
    actor = words.player(board.actor)
    hand = board.people[board.actor].hand or 0
    if board.phase == at.BIDDING:
        if not board.mine:
            text = words("{player} is asked for a bid.", player=actor)
        elif hand <= board.high:  # asked all the same: whoever is passed over would show their hand
            text = words("You hold {hand}: you can only pass.", hand=cheques(hand, words))
        else:
            text = words("You hold {hand}.", hand=cheques(hand, words))
            text = f"{text} {words('{player} sells.', player=words.player(board.active))}"
        return f"{highest(board, words)} {text}"
    if board.phase == at.DECIDING:
        if not board.mine:
            text = words("{player} decides: sell or keep.", player=actor)
        elif hand < board.high:
            text = words("You hold {hand}: you have to sell.", hand=cheques(hand, words))
        else:
            text = words("Sell, or pay it yourself.")
        return f"{highest(board, words)} {text}"
    if board.phase == at.PLACING:
        return words(WHERE[_kind(board.piece)]) if board.mine else paid(board, words)
    if board.phase == at.CHOOSING and board.mine:
        return words("A cheque may go into your cash box first, once a turn.")
    return ""


def _kind(piece: int) -> int:
    """Which sort of piece it is: a cube, a roof, a barrier, the mayor, the cancel cube."""
    return sum(piece >= first for first in (kit.ROOF_PIECE, kit.BARRIER_PIECE, kit.MAYOR_PIECE, kit.CANCEL_PIECE))


def paid(board: Board, words: Words) -> str:
    """What was paid by whoever places the piece now: to the auctioneer, or, if that is who keeps it, to the bidder."""
    if not board.high:
        return words("Nobody has bid: it costs nothing.")
    payee, price = board.leader if board.actor == board.active else board.active, cheques(board.high, words)
    if payee == board.me:
        return words("You get {price}.", price=price)
    return words("{player} gets {price}.", player=words.player(payee), price=price)


def highest(board: Board, words: Words) -> str:
    if not board.high:
        return words("No bid yet.")
    return words("Highest bid: {n}, {player}.", n=board.high, player=who(board, board.leader, words))


def beside(board: Board) -> list[int]:
    """The pieces beside the board that are not cubes, without the one that is on auction; roofs count as one."""
    found = [kit.BARRIER_PIECE + value - 1 for value in board.beside]
    if board.mayor == at.BESIDE:
        found.append(kit.MAYOR_PIECE)
    if board.cancel == 0:
        found.append(kit.CANCEL_PIECE)
    roofs = [kit.ROOF_PIECE] if board.roofs_left else []
    return roofs + [piece for piece in found if board.over or piece != board.piece]
