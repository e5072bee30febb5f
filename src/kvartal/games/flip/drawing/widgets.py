"""What all layouts of the board draw with: targets, tags, counters, zones."""

from functools import lru_cache
from typing import NamedTuple

from kvartal.engine import board
from kvartal.engine.game import Setup
from kvartal.engine.svg import box, breadth, group, panel, ring, text, title
from kvartal.engine.words import Words
from kvartal.games.flip.drawing import cards
from kvartal.games.flip.drawing.art import picture, sign
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules.tables import APARTMENT, BUY, GIVE, RECYCLE, REMOVE, UPGRADE, FlipTables
from kvartal.games.flip.text.catalogue import FACE_KEYS
from kvartal.games.flip.text.labels import card, house_faces, label

ZONES, PIECES = 128, 512  # remembered: a table changes in few places from move to move


def zone(id_: str, x: float, y: float, width: float, height: float, shown: str, *inside: str) -> str:
    """A named part of the table."""
    return group(x, y, panel(width, height, shown), *inside, id=f"flip-{id_}", role="group", aria_label=shown)


def thumb_id(key: str, face: int, turned: bool = False) -> str:
    """Of a thumbnail: it stays when the others of its pile change."""
    return f"{key}-{FACE_KEYS[face]}" + ("-used" if turned else "")


def face_id(seat: int, face: int, number: int) -> str:
    """Of the face of a card, whichever zone it lies in: a page moves it there. The copies of a face that a town has are
    numbered: first those in its deck, the top one last, then those in play, the last one played first, then the others.
    So a card that comes from the deck or goes to the discard pile has the same number there."""
    return f"flip-card-{seat}-{FACE_KEYS[face]}-{number}"


class Pen(NamedTuple):
    """What a zone is drawn with. The same pen draws the same cards alike, so a zone that has not changed is
    remembered: it may read nothing else of a view."""

    setup: Setup
    words: Words  # without the names of one table
    phase: int
    onlooker: bool  # who has no seat is refused nothing
    legal: frozenset[int]  # of the moves that the zone stands for

    @property
    def tables(self) -> FlipTables:
        tables = self.setup.tables
        assert isinstance(tables, FlipTables)
        return tables

    def only(self, code: int | None) -> "Pen":
        """For one thing of the zone, which stands for this move."""
        return Pen(self.setup, self.words, self.phase, self.onlooker, self.legal & {code})

    # Targets --------------------------------------------------------------------------------------------------------

    def place(self, id_: str, x: float, y: float, code: int | None, *inside: str, spoken: str = "") -> str:
        """A thing on the table; if `code` is a move, it can be chosen, or it is told why not."""
        said = None
        if code is not None and code in self.legal:
            said = spoken or label(self.setup, code, self.words)
        return board.place(self.setup, id_, x, y, code, *inside, said=said, told=not self.onlooker)

    def supply_move(self, face: int) -> int:
        """What a card of the supply stands for: bought, or alone after a shuffle removed."""
        if self.phase == at.REMOVING and face % 2 == 0:
            return REMOVE + (face >> 1) - 1
        return BUY + face

    def discard_move(self, face: int) -> int:
        """What a card of the own discard pile stands for."""
        return (UPGRADE if self.phase == at.BUILDING else RECYCLE) + face

    def ring(self, code: int | None, width: float, height: float, r: float = 9) -> str:
        """The mark around what can be chosen now."""
        return ring(width, height, r, 0.5) if code in self.legal else ""

    # Pieces ---------------------------------------------------------------------------------------------------------

    def about(self, face: int) -> str:
        return about(self.setup, face, self.words)

    def price(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        code: int | None,
        tokens: list[cards.Token],
        key: str | None = None,
    ) -> str:
        """A tag under a card: what it costs or gives; filled, with the verb, when it can be had now. One that is there
        all the time has a key: its coin stays, and moves."""
        id_ = f"flip-price-{key}" if key else None
        if code not in self.legal:
            return plain_price(x, y, width, height, tuple(tokens), id_)
        said, sign_ = verb(code, self.words), tuple(verb_sign(code))
        return filled_price(x, y, width, height, said, sign_, tuple(tokens), id_)

    def pill(self, right: float, y: float, code: int | None, tokens: list[cards.Token], key: str | None = None) -> str:
        """A small price on a card itself, which ends at `right`; on a dark ground when it can be had now."""
        id_ = f"flip-price-{key}" if key else None
        return pill(right, y, tuple(tokens), code in self.legal, id_)

    def give(self, seat: int, x: float, y: float, width: float, height: float, spoken: str) -> str:
        """The button that hands the Apartment to another player: its picture, the verb, the price."""
        code, thumb = GIVE + seat, 34.0
        price = self.price(thumb, 0, width - thumb, height, code, [("coin", str(self.tables.up[APARTMENT]))])
        body = box(0, 0, width, height, "action", None, height / 2) + price
        body += box(8, height / 2 - 9.5, 30, 19, cards.PAPER, None, 3) + picture(APARTMENT, 9, height / 2 - 8.75, 28)
        edge = self.ring(code, width, height, height / 2)
        return self.place(f"give-{seat}", x, y, code, body, edge, spoken=spoken)

    def discard_tokens(self, face: int) -> list[cards.Token]:
        """On the tag of a card in the discard pile: the price of turning it over, or what it gives from there."""
        if self.phase == at.BUILDING:
            return [("coin", str(self.tables.up[face]))]
        return cards.bonus(self.tables, face)


# Pieces that many boards have --------------------------------------------------------------------------------------


@lru_cache(PIECES)
def about(setup: Setup, face: int, words: Words) -> str:
    """What a card says, for pointing at it. A stand-in is never passed off as printed."""
    said = card(setup.tables, face, words)
    return title(f"{said}. ⚠ {words('Partly our own values')}" if face in house_faces(setup) else said)


@lru_cache(PIECES)
def plain_price(
    x: float, y: float, width: float, height: float, tokens: tuple[cards.Token, ...], id_: str | None
) -> str:
    """A price that cannot be paid now is just a small tag."""
    size = 19.0
    across, middle = cards.row_width(tokens, size), y + height / 2
    ground = box(x + (width - across - 14) / 2, y, across + 14, height, "slot", None, height / 2)
    return ground + group(x + (width - across) / 2, middle - size / 2, cards.row(tokens, 0, 0, size, "ink"), id=id_)


@lru_cache(PIECES)
def pill(right: float, y: float, tokens: tuple[cards.Token, ...], can: bool, id_: str | None) -> str:
    size = 17.0
    across = cards.row_width(tokens, size)
    left = right - across - 5
    edge = box(left - 7, y - 2, across + 14, 26, "action", None, 13) if can else ""
    paper = box(left - 5, y, across + 10, 22, cards.PAPER if can else "#efe2c8", None, 11)
    return edge + paper + group(left, y + 2.5, cards.row(tokens, 0, 0, size), id=id_)


@lru_cache(PIECES)
def filled_price(
    x: float,
    y: float,
    width: float,
    height: float,
    verb: str,
    verb_sign: tuple[cards.Token, ...],
    tokens: tuple[cards.Token, ...],
    id_: str | None,
) -> str:
    size, letters = 19.0, 14.0
    across, middle = cards.row_width(tokens, size), y + height / 2
    found = [box(x, y, width, height, "action", None, height / 2)]
    while letters >= cards.LEAST and breadth(verb, letters, True) + across + 20 > width:
        letters -= 0.5
    if letters < cards.LEAST:  # no room for the word: its sign instead
        verb, tokens = "", verb_sign + tokens
        across = cards.row_width(tokens, size)
    said = breadth(verb, letters, True) + 6 if verb else 0
    left = x + (width - across - said) / 2
    if verb:
        found.append(text(left, middle + letters * 0.35, verb, letters, "on-action", bold=True))
    left += said
    if tokens:
        found.append(box(left - 3, middle - 11, across + 6, 22, cards.PAPER, None, 11))
        found.append(group(left, middle - size / 2, cards.row(tokens, 0, 0, size), id=id_))
    return "".join(found)


def verb_sign(code: int | None) -> list[cards.Token]:
    if code is None or code < RECYCLE or BUY <= code < UPGRADE:
        return []
    return [("again", "")] if code < BUY else [("up", "")] if code < REMOVE else []


def verb(code: int | None, words: Words) -> str:
    if code is None:
        return ""
    if code >= GIVE:
        return words("Give")
    if code >= REMOVE:
        return words("Remove")
    if code >= UPGRADE:
        return words("Upgrade")
    return words("Buy") if code >= BUY else words("Recycle")


@lru_cache(PIECES)
def counter(x: float, y: float, icon: str, number: int, of: int | None, shown: str, room: float) -> str:
    """A sign, a number, its limit, and the word for it."""
    found = [sign(icon, x, y + 2, 34), text(x + 42, y + 23, str(number), 26, bold=True)]
    if of is not None:
        found.append(text(x + 46 + breadth(str(number), 26, True), y + 23, f"/ {of}", 16, "muted", bold=True))
    found.append(cards.written(x + 42, y + 40, shown, 12.5, "muted", room=room - 44))
    return "".join(found)
