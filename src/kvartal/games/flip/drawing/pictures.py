"""Rules of Flip City in pictures: piles, counters and buttons, drawn as on the board, with one move marked."""

from kvartal.engine.picture import HALF, WHOLE, Drawn, RulePicture
from kvartal.engine.svg import box, group, lines, plate, text, verdict
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.flip.drawing import cards
from kvartal.games.flip.drawing.art import unfolded
from kvartal.games.flip.drawing.scene import Scene
from kvartal.games.flip.drawing.widgets import counter, plain_price
from kvartal.games.flip.rules.tables import BUY, FACES, GIVE, RECYCLE, RESIDENTIAL, SHUFFLE, STOP, UPGRADE
from kvartal.games.flip.text.bar import SHOWN
from kvartal.games.flip.text.board import Lying
from kvartal.games.flip.text.catalogue import FACE_KEYS

EDGE, GAP, HEAD = 6.0, 8.0, 24.0
BUTTONS = {"stop": STOP, "shuffle": SHUFFLE}
Part = tuple[float, str]


def draw_picture(view: View, picture: RulePicture, words: Words) -> Drawn:
    table = _Table(view, picture, words)
    width = WHOLE if any(table.wide(part) for part in picture.parts) else HALF
    inside, y = [], EDGE
    for part in picture.parts:
        high, drawn = table.part(part, width - 2 * EDGE)
        inside.append(group(EDGE, y, drawn))
        y += high + GAP
    tall = y - GAP + EDGE
    return Drawn(width, tall, box(0.5, 0.5, width - 1, tall - 1, "panel", "edge", 8) + unfolded("".join(inside)))


class _Table:
    """What lies there in one picture."""

    def __init__(self, view: View, picture: RulePicture, words: Words) -> None:
        self.scene, self.picture, self.words = Scene(view, words), picture, words
        self.board = self.scene.board
        self.tables = self.board.tables
        self.code = view.setup.notation.index(picture.move) if picture.move else -1
        self.face = _about(self.code, picture.wrong)

    def wide(self, part: str) -> bool:
        return (part.startswith("play") and sum(map(bool, self.board.area)) > 1) or "+" in part

    def part(self, part: str, room: float) -> Part:
        if "+" in part:
            left, right = (self.part(each.strip(), HALF - 2 * EDGE) for each in part.split("+"))
            return max(left[0], right[0]), left[1] + group(room / 2 + GAP / 2, 0, right[1])
        kind, *named = part.split()
        if kind == "deck":
            return self.deck(room)
        if kind == "play":
            if named:
                self.face = FACE_KEYS.index(named[0])
            shown = tuple((face, False, count) for face, count in enumerate(self.board.area) if count)
            return self.pile(self.words("In play"), shown, room)
        if kind in ("discard", "theirs"):
            town = self.board.towns[kind == "theirs"]
            whose = f"{self.words.player(town.seat)} · " if town.seat else ""
            lying = tuple(each for each in town.lying() if FACE_KEYS[each[0]] in named)
            return self.pile(whose + self.words("Discard pile: {n}", n=town.discard_size), lying, room)
        if kind == "supply":
            return self.for_sale(FACE_KEYS.index(named[0]), room)
        if kind in BUTTONS:
            return self.button(BUTTONS[kind], room)
        _, sign, number, of, shown_ = next(each for each in self.scene.counters if each[0] == kind)
        return 42, counter(4, 0, sign, number, of, shown_, room)

    def mark(self, x: float, y: float, width: float, height: float) -> str:
        return verdict(x, y, width, height, self.picture.wrong)

    def heading(self, said: str, room: float) -> str:
        return text(2, 12, said, 12, "muted", bold=True, room=room - 4)

    def deck(self, room: float) -> Part:
        """Its top card; right after shuffling nobody has seen it."""
        town, words, left = self.board.near, self.words, (room - cards.WIDTH) / 2
        said = self.heading(words("Deck: {n}", n=town.deck_size), room)
        if town.top is not None:
            top = cards.sheets(town.deck_size, cards.WIDTH, cards.HEIGHT) + cards.card(self.tables, town.top, words)
        else:
            top = cards.sheets(town.deck_size, cards.WIDTH, cards.HEIGHT)
            top += box(0, 0, cards.WIDTH, cards.HEIGHT, "#b98d62", "#8a6a4d", 9)
            top += text(cards.WIDTH / 2, 92, "?", 48, "#fffaf0", bold=True, anchor="middle")
        return HEAD + cards.HEIGHT + 8, said + group(left, HEAD, top)

    def pile(self, said: str, lying: tuple[Lying, ...], room: float) -> Part:
        """Cards side by side, the one that it is about marked."""
        step = room / max(1, len(lying))
        parts, marks = [self.heading(said, room)], ""
        for n, (face, turned, count) in enumerate(lying):
            x = n * step + (step - cards.WIDTH) / 2
            card = cards.card(self.tables, face, self.words)
            if turned:  # as on the board: grey
                card += box(0, 0, cards.WIDTH, cards.HEIGHT, "#8d8377", None, 9, opacity=0.35)
            if turned or count > 1:
                card += cards.badge(f"{'↻' if turned else '×'}{count if count > 1 else ''}", 6, 66)
            parts.append(group(x, HEAD, card))
            if face == self.face:
                marks += self.mark(x - 3, HEAD - 3, cards.WIDTH + 6, cards.HEIGHT + 6)
        return HEAD + cards.HEIGHT + 6, "".join(parts) + marks

    def for_sale(self, face: int, room: float) -> Part:
        left, price = (room - cards.WIDTH) / 2, (("coin", str(self.tables.buy[face])),)
        drawn = group(left, 8, cards.card(self.tables, face, self.words))
        drawn += plain_price(0, cards.HEIGHT + 14, room, 24, price, None)
        if face == self.face:
            drawn += self.mark(left - 4, 4, cards.WIDTH + 8, cards.HEIGHT + 38)
        return cards.HEIGHT + 44, drawn

    def button(self, code: int, room: float) -> Part:
        """In two lines, where its words are long."""
        tried, size = code == self.code, 13
        can, shown = tried and not self.picture.wrong, self.words(SHOWN[code])
        said = lines(shown, room - 20, size, True)
        face = plate(room - 12, 38, shown if len(said) == 1 else "", can, size)
        for n, each in enumerate(said if len(said) > 1 else ()):
            role = "on-action" if can else "muted"
            face += text((room - 12) / 2, 16 + 15 * n, each, size, role, bold=True, anchor="middle", room=room - 18)
        return 44, group(6, 3, face) + (self.mark(4, 1, room - 8, 42) if tried else "")


def _about(code: int, wrong: bool) -> int:
    """The card that a move is about, as it lies there then; −1: none."""
    for first in (RECYCLE, BUY):
        if first <= code < first + FACES:
            return code - first
    if UPGRADE <= code < UPGRADE + FACES:
        return (code - UPGRADE) ^ (not wrong)
    return RESIDENTIAL if code >= GIVE else -1
