"""What both layouts of the board draw with: targets, tags, buttons, counters, zones."""

from kvartal.engine.svg import SMALLEST, at, box, breadth, panel, plate, ring, target, text, title
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.flip import cards, turn
from kvartal.games.flip import cells as phases
from kvartal.games.flip.board import Town, read
from kvartal.games.flip.pictures import picture, sign
from kvartal.games.flip.tables import APARTMENT, BUY, GIVE, RECYCLE, REMOVE, UPGRADE
from kvartal.games.flip.texts import FACE_KEYS
from kvartal.games.flip.words import card, house_faces, label, pile


def thumb_id(key: str, face: int, turned: bool = False) -> str:
    """Of a thumbnail: it stays when the others of its pile change."""
    return f"{key}-{FACE_KEYS[face]}" + ("-used" if turned else "")


class Pen:
    """One view being drawn: what lies where, what may be done, in which language."""

    def __init__(self, view: View, words: Words) -> None:
        self.view = view
        self.words = words
        self.board = read(view)
        self.tables = self.board.tables
        self.notation = view.setup.notation
        self.legal = {move.code for move in view.moves()}
        self.house = house_faces(view.setup)

    # Targets --------------------------------------------------------------------------------------------------------

    def place(self, id_: str, x: float, y: float, code: int | None, *inside: str) -> str:
        """A thing on the table; if `code` is a move, it can be chosen, or it is told why not."""
        if code in self.legal:
            assert code is not None
            move, spoken = self.notation[code], label(self.view.setup, code, self.words)
            return target(f"flip-{id_}", x, y, *inside, move=move, label=spoken)
        refused = None if code is None or self.board.me is None else self.notation[code]
        return target(f"flip-{id_}", x, y, *inside, refused=refused)

    def supply_move(self, face: int) -> int:
        """What a card of the supply stands for: bought, or alone after a shuffle removed."""
        if self.board.phase == phases.REMOVING and face % 2 == 0:
            return REMOVE + (face >> 1) - 1
        return BUY + face

    def discard_move(self, face: int, turned: bool) -> int | None:
        """What a card of the own discard pile stands for; the turned ones only if there is no other of them."""
        town = self.board.near
        if turned and town.discard[face]:
            return None
        if self.board.phase != phases.BUILDING:
            return RECYCLE + face
        return UPGRADE + face

    def ring(self, code: int | None, width: float, height: float, r: float = 9) -> str:
        """The mark around what can be chosen now."""
        return ring(width, height, r, 1.5) if code in self.legal else ""

    # Pieces ---------------------------------------------------------------------------------------------------------

    def about(self, face: int) -> str:
        """What a card says, for pointing at it. A stand-in is never passed off as printed."""
        said = card(self.tables, face, self.words.plain)
        return title(f"{said}. ⚠ {self.words('Partly our own values')}" if face in self.house else said)

    def button(self, id_: str, x: float, y: float, width: float, height: float, code: int, shown: str) -> str:
        return self.place(id_, x, y, code, plate(width, height, shown, code in self.legal))

    def price(
        self, x: float, y: float, width: float, height: float, code: int | None, tokens: list[cards.Token]
    ) -> str:
        """A tag under a card: what it costs or gives; filled, with the verb, when it can be had now."""
        size = 19.0
        across, middle = cards.row_width(tokens, size), y + height / 2
        if code not in self.legal:  # a price that cannot be paid now is just a small tag
            plain = box(x + (width - across - 14) / 2, y, across + 14, height, "slot", None, height / 2)
            return plain + cards.row(tokens, x + (width - across) / 2, middle - size / 2, size, "ink")
        found = [box(x, y, width, height, "action", None, height / 2)]
        verb, letters = self.verb(code), 14.0
        while letters >= SMALLEST and breadth(verb, letters, True) + across + 20 > width:
            letters -= 0.5
        if letters < SMALLEST:  # no room for the word: its sign instead
            verb, tokens = "", [*self.verb_sign(code), *tokens]
            across = cards.row_width(tokens, size)
        said = breadth(verb, letters, True) + 6 if verb else 0
        left = x + (width - across - said) / 2
        if verb:
            found.append(text(left, middle + letters * 0.35, verb, letters, "on-action", bold=True))
        left += said
        if tokens:
            found.append(box(left - 3, middle - 11, across + 6, 22, cards.PAPER, None, 11))
            found.append(cards.row(tokens, left, middle - size / 2, size))
        return "".join(found)

    def verb_sign(self, code: int | None) -> list[cards.Token]:
        if code is None or code < RECYCLE or BUY <= code < UPGRADE:
            return []
        return [("again", "")] if code < BUY else [("up", "")] if code < REMOVE else []

    def verb(self, code: int | None) -> str:
        words = self.words
        if code is None:
            return ""
        if code >= GIVE:
            return words("Give")
        if code >= REMOVE:
            return words("Remove")
        if code >= UPGRADE:
            return words("Upgrade")
        return words("Buy") if code >= BUY else words("Use")

    def counter(self, x: float, y: float, icon: str, number: int, of: int | None, shown: str, room: float) -> str:
        """A sign, a number, its limit, and the word for it."""
        found = [sign(icon, x, y + 2, 34), text(x + 42, y + 23, str(number), 26, bold=True)]
        if of is not None:
            found.append(text(x + 46 + breadth(str(number), 26, True), y + 23, f"/ {of}", 16, "muted", bold=True))
        found.append(text(x + 42, y + 40, shown, 12, "muted", room=room - 44))
        return "".join(found)

    def counters(self) -> list[tuple[str, str, int, int | None, str]]:
        """id, sign, number, limit, word."""
        board, words = self.board, self.words
        found: list[tuple[str, str, int, int | None, str]] = [
            ("coins", "coin", board.coins, None, words("coins")),
            ("sad", "sad", board.sad, board.limit, words("sad faces")),
            ("points", "medal", board.points, self.tables.win_points, words("points")),
            ("cards", "cards", board.in_play, self.tables.win_cards or None, words("cards in play")),
        ]
        return found

    def zone(self, id_: str, x: float, y: float, width: float, height: float, shown: str, *inside: str) -> str:
        """A named part of the table."""
        return at(x, y, panel(width, height, shown), *inside, id=f"flip-{id_}", role="group", aria_label=shown)

    def owner(self, town: Town) -> str:
        return self.words("You") if town.seat == self.board.me else self.words.player(town.seat)

    def badge(self, x: float, y: float, code: int | None, tokens: list[cards.Token]) -> str:
        """On a card that can be had now, where there is no room for a tag below it: the sign of the verb, the price."""
        tokens = [*self.verb_sign(code), *tokens]
        size = next((size for size in (19.0, 17.0, 15.0) if cards.row_width(tokens, size) <= 47), 13.0)
        across = cards.row_width(tokens, size)
        ground = box(x, y, across + 10, 26, "action", None, 13)
        paper = box(x + 2, y + 2, across + 6, 22, cards.PAPER, None, 11)
        return ground + paper + cards.row(tokens, x + 5, y + 13 - size / 2, size)

    def gift(self, town: Town) -> int:
        return GIVE + town.seat

    def give(self, town: Town, x: float, y: float, width: float, height: float) -> str:
        """The button that hands the Apartment to another player: its picture, the verb, the price."""
        code, thumb = self.gift(town), 34.0
        price = self.price(thumb, 0, width - thumb, height, code, [("coin", str(self.tables.up[APARTMENT]))])
        body = box(0, 0, width, height, "action", None, height / 2) + price
        body += box(8, height / 2 - 9.5, 30, 19, cards.PAPER, None, 3) + picture(APARTMENT, 9, height / 2 - 8.75, 28)
        return self.place(f"give-{town.seat}", x, y, code, body, self.ring(code, width, height, height / 2))

    def discard_tokens(self, face: int) -> list[cards.Token]:
        """On the tag of a card in the discard pile: the price of turning it over, or what it gives from there."""
        if self.board.phase == phases.BUILDING:
            return [("coin", str(self.tables.up[face]))]
        return cards.bonus(self.tables, face)

    def summary(self) -> str:
        """The board in a sentence, for those who hear it."""
        words, board = self.words, self.board
        parts = [turn.headline(board, words)]
        if board.in_play:
            parts.append(words("In play: {cards}", cards=pile(board.area, words)))
        parts += [f"{shown}: {number}" for _, _, number, _, shown in self.counters()]
        return ". ".join(parts)
