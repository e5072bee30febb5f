"""What both layouts of the board draw with: targets, buttons, the rows of the city, the offer, the people."""

from collections.abc import Sequence

from kvartal.engine.svg import at, box, breadth, number, tag, target, text, title
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates import cells as phases
from kvartal.games.estates import pictures as pic
from kvartal.games.estates.board import Board, Lot, Person, Row, advice, headline, highest, read, who
from kvartal.games.estates.tables import (
    BARRIER_PIECE,
    BID,
    BOX_MOVE,
    CANCEL_PIECE,
    CUBES,
    DISCARD,
    KEEP,
    LOTS,
    MAYOR_PIECE,
    OFFER,
    PASS,
    PLACE_BARRIER,
    PLACE_CANCEL,
    PLACE_LOT,
    PLACE_MAYOR,
    ROOF_PIECE,
    SELL,
)
from kvartal.games.estates.texts import ROW_KEYS
from kvartal.games.estates.wording import cheques, colour_name, label, lot_name, piece_name

RIVER = 4  # lots between the street and the river


class Pen:
    """One view being drawn: what lies where, what may be done, in which language."""

    def __init__(self, view: View, words: Words) -> None:
        self.view = view
        self.words = words
        self.board: Board = read(view)
        self.notation = view.setup.notation
        self.legal = {move.code for move in view.moves()}

    # Targets ----------------------------------------------------------------------------------------------------------

    def place(self, id_: str, x: float, y: float, code: int | None, *inside: str) -> str:
        """A thing on the table; if `code` is a move, it can be chosen, or it is told why not."""
        if code is not None and code in self.legal:
            move, spoken = self.notation[code], label(code, self.words)
            return target(f"estates-{id_}", x, y, *inside, move=move, label=spoken)
        refused = None if code is None or self.board.me is None else self.notation[code]
        return target(f"estates-{id_}", x, y, *inside, refused=refused)

    def ring(self, code: int | None, width: float, height: float, r: float = 6) -> str:
        if code not in self.legal:
            return ""
        return box(-3, -3, width + 6, height + 6, None, "action", r + 3, stroke_width=3, class_="ring")

    def button(self, id_: str, x: float, y: float, width: float, height: float, code: int, shown: str) -> str:
        return self.place(
            id_,
            x,
            y,
            code,
            box(0, 0, width, height, "action", "edge", 9),
            box(-2, -2, width + 4, height + 4, None, "action", 11, stroke_width=2, class_="ring"),
            text(width / 2, height / 2 + 5, shown, 15, "on-action", bold=True, anchor="middle", room=width - 10),
        )

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

    def bids(self) -> list[int]:
        return sorted(code for code in self.legal if code > BID)

    # The city ---------------------------------------------------------------------------------------------------------

    def lot(self, number_: int, width: float, height: float, storey: float) -> str:
        """A lot with its building, and the place for what may be put on it."""
        lot, row = self.board.lots[number_], self.board.rows[number_ // LOTS]
        inside = [self._ground(lot, number_, row, width, height)]
        margin = 4 if width >= 44 else 1.5
        wide = width - 2 * margin
        down = height - 16.0
        for cube in lot.floors:
            down -= storey
            inside.append(at(margin, down, pic.floor(cube, wide, storey - 1)))
        if lot.roof:
            down -= storey
            inside.append(at(1, down, pic.roof(lot.roof, width - 2, storey)))
        code = PLACE_LOT + number_
        if code in self.legal:
            ghost = [
                box(
                    margin, down - storey, wide, storey - 2, "glow", "action", 3, stroke_width=2, stroke_dasharray="4 3"
                ),
                text(width / 2, down - storey / 2 + 4, "+", 16, "action", bold=True, anchor="middle"),
                box(0, 0, width, height, "#000000", None, 4, fill_opacity=0),
                box(
                    1,
                    down - storey - 3,
                    width - 2,
                    height - down + storey + 2,
                    None,
                    "action",
                    5,
                    stroke_width=2,
                    class_="ring",
                ),
            ]
            inside += ghost
        about = title(self._about(number_, lot))
        wanted = self.board.mine and self.board.phase == phases.PLACING and self.board.piece <= ROOF_PIECE
        return self.place(f"lot-{lot_name(number_)}", 0, 0, code if wanted else None, about, *inside)

    def _ground(self, lot: Lot, number_: int, row: Row, width: float, height: float) -> str:
        place = number_ % LOTS
        fill = pic.WHITE_DIRT if lot.white else pic.DIRT if place < row.length else pic.GRASS
        edge = "#5d4d41" if place < row.length else "#6f9155"
        parts = [box(1, height - 14, width - 2, 13, fill, edge, 3, stroke_width=1.2)]
        if lot.white:  # dots beside the name, or all along where there is no room for one
            side, far = (width / 2 - 18, width / 2 + 12) if width >= 44 else (width - 12, 0.0)
            dots = f"M6 {number(height - 7)}h{number(float(side))}"
            dots += f"M{number(far)} {number(height - 7)}h{number(float(side))}" if far else ""
            parts.append(tag("path", d=dots, stroke="#b9a88c", stroke_width=2, stroke_dasharray="2 4"))
        if width >= 44:
            ink = "#ffffff" if fill == pic.DIRT else "#3d2f28"
            parts.append(text(width / 2, height - 3.6, lot_name(number_), 11, ink, anchor="middle"))
        return "".join(parts)

    def _about(self, number_: int, lot: Lot) -> str:
        words = self.words
        parts = [lot_name(number_)]
        if lot.white:
            parts.append(words("white dirt"))
        parts += [piece_name(cube, 0, words) for cube in lot.floors]
        if lot.roof:
            parts.append(words("roof {n}", n=lot.roof))
        if lot.floors:
            parts.append(words("worth {n}", n=lot.value))
        return ", ".join(parts)

    def barriers(self, number_: int, x_of: Sequence[float], width: float, height: float) -> str:
        """The barriers of a row where they stand, and the places where one may be put."""
        row, found = self.board.rows[number_], []
        name = ROW_KEYS[number_]
        y = height - 44
        for i, (value, sign) in enumerate(row.barriers):
            code = PLACE_CANCEL + value - 1
            wanted = (
                code
                if self.board.mine and self.board.phase == phases.PLACING and (self.board.piece == CANCEL_PIECE)
                else None
            )
            up = y - 38 * i
            found.append(
                self.place(
                    f"barrier-{value}",
                    x_of[row.length] + 4,
                    up,
                    wanted,
                    title(self.words("barrier {n}", n=value)),
                    pic.trestle(width - 8, 26, f"{'+' if sign > 0 else '−'}{value}"),
                    self.ring(wanted, width - 8, 32),
                )
            )
        if BARRIER_PIECE <= self.board.piece < MAYOR_PIECE:
            value = self.board.piece - BARRIER_PIECE + 1
            for way, sign in ((0, 1), (1, -1)):
                code = PLACE_BARRIER + 2 * number_ + way
                there = row.length + sign * value
                if code in self.legal:
                    word = "shorter" if way else "longer"
                    found.append(
                        self.place(
                            f"{word}-{name}",
                            x_of[there] + 4,
                            y - 6,
                            code,
                            box(width / 2 - 26, -8, 44, 52, "#000000", None, 0, fill_opacity=0),
                            box(-2, -4, width - 4, 44, "glow", "action", 5, stroke_width=2, stroke_dasharray="4 3"),
                            pic.trestle(width - 8, 26, f"{'−' if way else '+'}{value}"),
                            box(-3, -5, width - 2, 46, None, "action", 6, stroke_width=2, class_="ring"),
                        )
                    )
        return "".join(found)

    def street(self, number_: int, width: float, height: float) -> str:
        """The head of a row: its name, how far it is, the mayor or the place for him."""
        row, words, name = self.board.rows[number_], self.words, ROW_KEYS[number_]
        code = PLACE_MAYOR + number_
        wanted = (
            code
            if self.board.mine and self.board.piece == MAYOR_PIECE and (self.board.phase == phases.PLACING)
            else None
        )
        parts = [box(0, 0, width, height, pic.ROAD, None, 8)]
        parts.append(text(10, 26, name, 22, "#ffffff", bold=True))
        if row.mayor or wanted is not None:
            shade = 1.0 if row.mayor else 0.45
            parts.append(at(width - 38, 4, pic.hat(30), opacity=shade))
        state = words("complete") if row.complete else words("not complete")
        plate = pic.OK if row.complete else pic.BAD
        parts.append(box(6, height - 50, width - 12, 18, plate, None, 5))
        parts.append(text(width / 2, height - 37, state, 12, "#ffffff", bold=True, anchor="middle", room=width - 16))
        tally = words("{built}/{length} built", built=row.built, length=row.length)
        parts.append(text(width / 2, height - 20, tally, 12, "#ffffff", anchor="middle", room=width - 8))
        roofs = words("{roofed}/{length} roofed", roofed=row.roofed, length=row.length)
        parts.append(text(width / 2, height - 6, roofs, 12, "#ffffff", anchor="middle", room=width - 8))
        parts.append(self.ring(wanted, width, height))
        return self.place(f"street-{name}", 0, 0, wanted, *parts)

    def standing(self, number_: int, room: float) -> list[tuple[str, int]]:
        """What a row would bring if the round ended now: name and points."""
        row = self.board.rows[number_]
        return [(who(self.board, seat, self.words), points) for seat, points in enumerate(row.points) if points]

    # The supply -----------------------------------------------------------------------------------------------------

    def offered(self, cube: int, size: float) -> str:
        """A cube of the offer; those at the ends stand out."""
        code = OFFER + cube
        end = cube in self.board.ends
        name = self.notation[code].replace(" ", "-")
        about = title(piece_name(cube, 0, self.words))
        tile = pic.cube_tile(cube, size)
        shade = None if end else 0.55
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

    def person(self, person: Person, width: float, height: float) -> str:
        board, words = self.board, self.words
        asked = person.seat == board.actor and not board.over and board.phase >= phases.CHOOSING
        parts = [box(0, 0, width, height, "glow" if asked or person.seat in board.winners else "panel", "edge", 10)]
        name = who(board, person.seat, words)
        parts.append(text(12, 22, name, 15, bold=True, room=width - 84))
        if person.seat == board.active and not board.over:
            parts.append(at(14 + min(breadth(name, 15, True), width - 84), 7, pic.hammer(18)))
        points = signed(person.total)
        parts.append(text(width - 12, 23, points, 18, bold=True, anchor="end"))
        status = self.status(person.seat)
        if status:
            parts.append(text(12, 40, status, 12.5, "action" if asked else "muted", bold=asked, room=width - 24))
        parts.append(at(12, 50, pic.cheque()))
        parts.append(text(39, 61.5, "?" if person.hand is None else str(person.hand), 14, bold=True))
        parts.append(at(66, 48, pic.cash_box()))
        parts.append(text(93, 61.5, "?" if person.box is None else str(person.box), 14, bold=True))
        for i, colour in enumerate(person.certificates):
            x = width - 12 - 21 * (len(person.certificates) - i)
            chip = box(0, 0, 19, 19, pic.FILLS[colour], pic.DARKS[colour], 4) + pic.symbol(colour, 4.5, 4.5, 10)
            parts.append(at(x, 46, title(colour_name(colour, words)), chip))
        if board.tables.rounds > 1:
            said = words.count("{n} round won", "{n} rounds won", person.wins)
            parts.append(text(12, 78, f"{said}, {signed(person.earlier)}", 12, "muted", room=width - 24))
        held = ", ".join(colour_name(colour, words) for colour in person.certificates) or "—"
        money = words("hand and box not shown")
        if person.hand is not None:
            money = words("hand {hand}, box {box}", hand=cheques(person.hand, words), box=person.box)
        spoken = f"{name}: {status + ', ' if status else ''}{money}, {words('certificates')}: {held}"
        return tag("g", *parts, role="group", aria_label=spoken)

    def auction(self) -> tuple[str, str, str]:
        """Headline, advice, and the highest bid."""
        board, words = self.board, self.words
        bid = highest(board, words) if phases.BIDDING <= board.phase <= phases.DECIDING else ""
        return headline(board, words), advice(board, words), bid

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
