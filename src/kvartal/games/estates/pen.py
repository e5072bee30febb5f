"""What both layouts of the board draw with: targets, buttons, the rows of the city, the offer, the people."""

from kvartal.engine.svg import at, box, breadth, plate, ring, short, tag, target, text, title
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates import cells as phases
from kvartal.games.estates import pictures as pic
from kvartal.games.estates.board import Board, Person, advice, headline, highest, read, who
from kvartal.games.estates.tables import (
    BARRIER_PIECE,
    BID,
    BOX_MOVE,
    CANCEL_PIECE,
    CUBES,
    DISCARD,
    KEEP,
    MAYOR_PIECE,
    OFFER,
    PASS,
    ROOF_PIECE,
    SELL,
)
from kvartal.games.estates.texts import ROW_KEYS
from kvartal.games.estates.wording import cheques, colour_name, label, piece_name

RIVER = 4  # lots between the street and the river


class Pen:
    """One view being drawn: what lies where, what may be done, in which language."""

    def __init__(self, view: View, words: Words) -> None:
        self.view = view
        self.words = words
        self.board: Board = read(view)
        self.notation = view.setup.notation
        self.legal = {move.code for move in view.moves()}
        self.placing = self.board.mine and self.board.phase == phases.PLACING

    # Targets ----------------------------------------------------------------------------------------------------------

    def place(self, id_: str, x: float, y: float, code: int | None, *inside: str) -> str:
        """A thing on the table; if `code` is a move, it can be chosen, or it is told why not."""
        if code is not None and code in self.legal:
            move, spoken = self.notation[code], label(code, self.words)
            return target(f"estates-{id_}", x, y, *inside, move=move, label=spoken)
        refused = None if code is None or self.board.me is None else self.notation[code]
        return target(f"estates-{id_}", x, y, *inside, refused=refused)

    def ring(self, code: int | None, width: float, height: float, r: float = 6) -> str:
        return ring(width, height, r) if code in self.legal else ""

    def button(self, id_: str, x: float, y: float, width: float, height: float, code: int, shown: str) -> str:
        return self.place(id_, x, y, code, plate(width, height, shown))

    def actions(self) -> list[tuple[str, int, str]]:
        """The moves that are buttons: id, code, what stands on it."""
        words, found = self.words, []
        names = {
            BOX_MOVE: ("box", words("Cheque into the box")),
            PASS: ("pass", words("Pass")),
            SELL: ("sell", words("Sell for {n}", n=self.board.high)),
            KEEP: ("keep", words("Keep, pay {n}", n=self.board.high)),
            DISCARD: ("discard", words("Remove from the game")),
        }
        for code in sorted(self.legal):
            if code in names:
                found.append((names[code][0], code, names[code][1]))
        return found

    @property
    def most(self) -> int:
        """The highest bid that the viewer could make now: as much room is kept for bids."""
        return (self.board.people[self.board.me].hand or 0) if self.board.me is not None else 0

    def bids(self) -> list[int]:
        return sorted(code for code in self.legal if code > BID)

    # The city ---------------------------------------------------------------------------------------------------------

    def standing(self, number_: int) -> list[tuple[str, int]]:
        """What a row would bring if the round ended now, or has brought: name and points."""
        row = self.board.rows[number_]
        return [(who(self.board, seat, self.words), points) for seat, points in enumerate(row.points) if points]

    def heading(self) -> str:
        """What stands above the points of a row."""
        return self.words("Scored") if self.board.over else self.words("Now")

    # The supply -----------------------------------------------------------------------------------------------------

    def offered(self, cube: int, size: float) -> str:
        """A cube of the offer; those at the ends stand out."""
        code = OFFER + cube
        end = cube in self.board.ends
        name = self.notation[code].replace(" ", "-")
        about = title(piece_name(cube, 0, self.words))
        tile = pic.cube_tile(cube, size)
        shade = None if end or self.board.over else 0.5
        wanted = code if self.board.mine and self.board.phase == phases.CHOOSING else None
        return self.place(name, 0, 0, wanted, about, tag("g", tile, opacity=shade), self.ring(wanted, size, size))

    def beside(self) -> list[int]:
        """The pieces beside the board that are not cubes."""
        found = [ROOF_PIECE] if self.board.roofs_left else []
        found += [BARRIER_PIECE + value - 1 for value in self.board.beside]
        up = self.board.piece if not self.board.over else -1
        if self.board.mayor == phases.BESIDE:
            found.append(MAYOR_PIECE)
        if self.board.cancel == 0:
            found.append(CANCEL_PIECE)
        return [piece for piece in found if piece == ROOF_PIECE or piece != up]

    def special(self, piece: int, size: float) -> str:
        code = OFFER + piece
        wanted = code if self.board.mine and self.board.phase == phases.CHOOSING else None
        name = self.notation[code].replace(" ", "-")
        parts = [title(piece_name(piece, 0, self.words)), box(0, 0, size, size, "slot", "edge", 7)]
        parts.append(at(size * 0.14, size * 0.12, pic.piece(piece, 0, size * 0.72)))
        if piece == ROOF_PIECE:
            parts.append(text(size - 3, size - 3, f"×{self.board.roofs_left}", 12, bold=True, anchor="end"))
        return self.place(name, 0, 0, wanted, *parts, self.ring(wanted, size, size, 7))

    # People and the auction -------------------------------------------------------------------------------------------

    def status(self, seat: int) -> str:
        """What a seat is in this auction."""
        board, words = self.board, self.words
        if board.over:
            return words("first") if seat in board.winners else ""
        if board.phase in (phases.BIDDING, phases.DECIDING, phases.PLACING):
            if board.phase == phases.PLACING and seat == board.actor:
                return words("placing")
            if seat == board.active:
                return words("auctioneer")
            if seat == board.leader:
                return words("highest bid: {n}", n=board.high)
            if seat == board.actor and board.phase == phases.BIDDING:
                return words("asked now")
            return words("out") if board.spoke(seat) else words("later")
        return words("choosing") if seat == board.active and board.phase == phases.CHOOSING else ""

    def order(self) -> list[tuple[Person, str, bool]]:
        """Everybody in the order in which they are asked, the auctioneer last; what each does; is it their turn?"""
        board, people = self.board, self.board.people
        if board.over:
            ranked = sorted(people, key=lambda each: (each.seat not in board.winners, -each.total))
            return [(each, signed(each.total), each.seat in board.winners) for each in ranked]
        first = board.active if board.phase <= phases.CHOOSING else board.active + 1
        turns = [people[(first + n) % len(people)] for n in range(len(people))]
        asked = board.actor if board.phase >= phases.CHOOSING else -1
        return [(each, self.status(each.seat) or self.words("later"), each.seat == asked) for each in turns]

    def person(self, person: Person, x: float, y: float, width: float, height: float) -> str:
        board, words = self.board, self.words
        asked = person.seat == board.actor and not board.over and board.phase >= phases.CHOOSING
        won = person.seat in board.winners
        parts = [box(0, 0, width, height, "glow" if asked or won else "panel", "action" if asked else "edge", 10)]
        name = short(who(board, person.seat, words), width - 92, 15, True)
        parts.append(text(12, 22, name, 15, bold=True))
        if person.seat == board.active and not board.over:
            parts.append(at(15 + breadth(name, 15, True), 8, pic.hammer(18)))
        role = "good" if person.total > 0 else "bad" if person.total < 0 else "ink"
        parts.append(text(width - 12, 23, signed(person.total), 18, role, bold=True, anchor="end"))
        status = self.status(person.seat)
        if status:
            parts.append(text(12, 40, status, 12.5, "action" if asked else "muted", bold=asked, room=width - 24))
        parts.append(self.purse(person, width))
        if board.tables.rounds > 1:
            said = words.count("{n} round won", "{n} rounds won", person.wins)
            parts.append(text(12, 82, f"{said}, {signed(person.earlier)}", 12, "muted", room=width - 24))
        held = ", ".join(colour_name(colour, words) for colour in person.certificates) or "—"
        money = words("hand and box not shown")
        if person.hand is not None:
            money = words("hand {hand}, box {box}", hand=cheques(person.hand, words), box=person.box)
        said = who(board, person.seat, words)
        spoken = f"{said}: {status + ', ' if status else ''}{money}, {words('certificates')}: {held}"
        return at(x, y, *parts, id=f"estates-person-{person.seat}", role="group", aria_label=spoken)

    def purse(self, person: Person, width: float) -> str:
        """Cheques, cash box, certificates: apart from the rest, for they change less often."""
        parts = [at(12, 50, pic.cheque())]
        parts.append(text(38, 62, "?" if person.hand is None else str(person.hand), 14, bold=True))
        parts.append(at(62, 48, pic.cash_box()))
        parts.append(text(88, 62, "?" if person.box is None else str(person.box), 14, bold=True))
        step = min(23.0, (width - 122) / max(1, len(person.certificates)))
        for i, colour in enumerate(person.certificates):
            x = width - 10 - 21 - step * (len(person.certificates) - 1 - i)
            chip = box(0, 0, 21, 21, pic.FILLS[colour], pic.DARKS[colour], 5) + pic.symbol(colour, 5, 5, 11)
            parts.append(at(x, 45, title(colour_name(colour, self.words)), chip))
        return tag("g", *parts, id=f"estates-purse-{person.seat}")

    def auction(self) -> tuple[str, str, str]:
        """Headline, advice, and the highest bid."""
        board, words = self.board, self.words
        bid = highest(board, words) if phases.BIDDING <= board.phase <= phases.DECIDING else ""
        said = advice(board, words)
        if board.mine and board.phase == phases.CHOOSING and BOX_MOVE not in self.legal:
            said = words("Choose an end of a row of the offer, or a piece beside the board.")
        return headline(board, words), said, bid

    def summary(self) -> str:
        """The board in a sentence, for those who hear it."""
        words, parts = self.words, [headline(self.board, self.words), advice(self.board, self.words)]
        for number_, row in enumerate(self.board.rows):
            state = words("complete") if row.complete else words("not complete")
            parts.append(
                words(
                    "Row {row}: {built} of {length} built, {roofed} roofed, {state}",
                    row=ROW_KEYS[number_],
                    built=row.built,
                    length=row.length,
                    roofed=row.roofed,
                    state=state,
                )
            )
        return ". ".join(part.rstrip(".") for part in parts if part)


def signed(number_: int) -> str:
    """+3, −3, 0: with a minus as wide as the plus."""
    return f"{number_:+d}".replace("-", "−") if number_ else "0"


def cubes_of(row: tuple[int, ...]) -> list[tuple[int, int]]:
    """Place and cube of what is left in a row of the offer."""
    return [(place, cube) for place, cube in enumerate(row) if 0 <= cube < CUBES]
