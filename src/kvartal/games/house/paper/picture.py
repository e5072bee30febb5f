"""The houses at the end of a game as a picture to tap: a plot for each player, with what can stand on it."""

from typing import TYPE_CHECKING, Any

from kvartal.engine.score import signed
from kvartal.engine.svg import box, group, text
from kvartal.engine.tappable import GAP, KEY, LEFT, Key, Picture, face
from kvartal.engine.words import Words
from kvartal.games.house.drawing import art as pic
from kvartal.games.house.drawing.pieces import CARD_COLOURS, INK, SEAT_COLOURS
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import geometry
from kvartal.games.house.rules.numbers import COLOURS
from kvartal.games.house.text.labels import element, privilege
from kvartal.games.house.text.names import ELEMENT_NAMES
from kvartal.games.house.text.score_lines import lacking, missing

if TYPE_CHECKING:
    from kvartal.games.house.paper.taps import Column, Home

Chosen = tuple[str, list[int]] | None  # a wall, the top of a column, the garage or the cards; of whom and where
Points = list[tuple[int, int]]  # of each player, with the place; none while something does not fit yet
VARIANTS = ("basic", "expert")
WALL_KINDS = 8


def draw(state: Any, homes: "list[Home]", chosen: Chosen, points: Points, words: Words, width: int) -> str:
    board = Endboard(state, homes, chosen, points, words, width)
    shown = {"basic": words("basic game"), "expert": words("expert game")}
    expert = VARIANTS[board.expert]
    board.keys([(f"variant {each}", shown[each], shown[each], each == expert) for each in VARIANTS])
    board.y += 6
    for seat in range(len(homes)):
        board.whose = homes[seat].name
        board.home(seat)
    board.whose = ""
    if len(homes) < at.SEAT_LIMIT:
        board.key("join", LEFT, board.y, 220, words("One more player"))
        board.y += KEY + GAP
    return board.document("house", words("The houses, to tap"))


class Endboard(Picture):
    def __init__(
        self, state: Any, homes: "list[Home]", chosen: Chosen, points: Points, words: Words, width: int
    ) -> None:
        super().__init__(words, width)
        self.state, self.tables, self.expert = state, state.tables, bool(state.tables.expert)
        self.homes, self.chosen, self.points = homes, chosen, points

    def home(self, seat: int) -> None:
        words, home, top, drawn = self.words, self.homes[seat], self.y, len(self.parts)
        self.y += 10
        if len(self.homes) > 2:
            spoken = f"{words('Take away')}: {home.name}"
            self.key(f"leave {seat}", self.across - LEFT - 112, self.y - 2, 112, words("Take away"), None, spoken)
        self.parts.append(box(LEFT, self.y - 1, 22, 20, SEAT_COLOURS[seat], INK, 5, stroke_width=0.8))
        self.parts.append(text(LEFT + 11, self.y + 14, str(seat + 1), 13, "#fffaf0", bold=True, anchor="middle"))
        said = home.name
        if self.points:
            total, place = self.points[seat]
            said += f": {total}" + ("" if place else f" ({words('not finished: lost')})")
        self.parts.append(text(LEFT + 30, self.y + 15, said, 16, bold=True, room=self.room - 154))
        self.y = top + 54
        self.plot(seat, home)
        self.say(lacking(self.state, seat, words), 13, "muted")
        self.y += 2
        self.pad(seat, home)
        self.papers(seat, home)
        self.panel(top, drawn)

    # The plot -------------------------------------------------------------------------------------------------------

    def plot(self, seat: int, home: "Home") -> None:
        """Walls and roofs where they stand; what can be added is a frame with a plus."""
        more = len(home.columns) < self.tables.columns
        units = max(2, len(home.columns) + more) + (1.6 if self.expert else 0) + 0.5
        w = min((self.room - 8) / units, 84.0)
        h = max(w * 0.8, 40.0)
        storeys = max([2, *(len(column.walls) for column in home.columns)])
        height = storeys * h + h * 1.35 + 20
        floor = self.y + height - 14
        done = not missing(self.state, seat, self.words)
        left = LEFT + (self.room - (units - 0.5) * w) / 2
        self.parts.append(group(LEFT, self.y, pic.ground(self.room, height, height - 14, False)))
        if not done and left > 120:
            self.parts.append(pic.crane(LEFT + 32, floor, min(height - 40, 170)))
        if done:
            self.parts.append(pic.flag(self.across - LEFT - 30, floor))
        for number, column in enumerate(home.columns):
            self.column(seat, number, column, left + number * w, floor, w, h)
        right = left + len(home.columns) * w
        if more:
            self.ghost(
                f"column {seat}", right + 3, floor - h, w - 6, h, f"{home.name}: {self.words('one more column')}"
            )
        if self.expert:
            self.garage(seat, home, right + (w if more else 0) + w * 0.3, floor, w, h)
        self.y += height + 6

    def column(self, seat: int, number: int, column: "Column", x: float, floor: float, w: float, h: float) -> None:
        words, name = self.words, self.homes[seat].name
        for storey, wall in enumerate(column.walls):
            on_ = self.chosen == ("wall", [seat, number, storey])
            body = [pic.wall_front(w, h, wall)]
            if on_:
                body.append(box(2, 2, w - 4, h - 4, None, "action", 3, stroke_width=4))
            where = words("{name}, column {column}, storey {storey}", name=name, column=number + 1, storey=storey + 1)
            tap = f"wall {seat} {number} {storey}"
            self.target(tap, x, floor - (storey + 1) * h, body, f"{where}: {wall_name(wall, words)}", on_)
        top, on_ = floor - len(column.walls) * h, self.chosen == ("top", [seat, number])
        where = words("{name}, top of column {column}", name=name, column=number + 1)
        tap = f"top {seat} {number}"
        if not column.roof:
            self.ghost(tap, x + 5, top - h * 0.72, w - 10, h * 0.66, f"{where}: {words('no roof')}", on_)
            return
        said = [element(at.ROOF + column.roof - 1, self.tables, words)]
        said += [words("chimney")] if column.chimney else []
        body = [pic.roof(self.expert, 0, 0, w, h, column.roof, column.chimney)]
        body.append(box(0, -h * 0.7, w, h * 0.7, "#000000", None, 4, fill_opacity=0))
        if on_:
            body.append(box(1, -h * 0.72, w - 2, h * 0.7, None, "action", 4, stroke_width=3))
        self.target(tap, x, top, body, f"{where}: {', '.join(said)}", on_)

    def garage(self, seat: int, home: "Home", x: float, floor: float, w: float, h: float) -> None:
        words, on_ = self.words, self.chosen == ("garage", [seat])
        tap, label = f"garage {seat}", f"{home.name}: {words('garage')}"
        if not home.garage[at.G_WALL]:
            self.ghost(tap, x, floor - h, w, h, f"{label}: {words('none')}", on_, words("garage"))
            return
        body = [pic.garage_front(0, -h, w, h, home.garage)]
        if on_:
            body.append(box(2, 2 - h, w - 4, h - 4, None, "action", 3, stroke_width=4))
        self.target(tap, x, floor, body, label, on_)

    def ghost(
        self, tap: str, x: float, y: float, w: float, h: float, label: str, pressed: bool | None = None, shown: str = ""
    ) -> None:
        """A place where something can go."""
        edge = {"stroke_width": 4.0} if pressed else {"stroke_width": 2.0, "stroke_dasharray": "6 4"}
        body = [box(0, 0, w, h, "glow", "action", 5, fill_opacity=0.85, **edge)]
        body.append(text(w / 2, h / 2 + (2 if shown else 7), "+", 22, "action", bold=True, anchor="middle"))
        if shown:
            body.append(text(w / 2, h / 2 + 18, shown, 12, "ink", anchor="middle", room=w - 4))
        self.target(tap, x, y, body, label, pressed)

    # What can be chosen ---------------------------------------------------------------------------------------------

    def pad(self, seat: int, home: "Home") -> None:
        if self.chosen is None or self.chosen[1][0] != seat:
            return
        what, place = self.chosen
        if what == "wall":
            self.walls(place, home.columns[place[1]].walls[place[2]])
        elif what == "top":
            self.tops(place, home.columns[place[1]])
        elif what == "garage":
            self.garage_keys(seat, home.garage)

    def walls(self, place: list[int], now: int) -> None:
        words, where = self.words, " ".join(map(str, place))
        across = 4 if self.narrow else 8
        step = (self.room + GAP) / across
        high = 52
        for kind in range(1, WALL_KINDS + 1):
            wide, on_ = step - GAP, kind == now
            x, y = LEFT + (kind - 1) % across * step, self.y + (kind - 1) // across * (high + GAP)
            front = min(wide - 10, 56.0)
            body = [face(wide, high, on_)]
            body.append(group((wide - front) / 2, 5, pic.wall_front(front, 42, kind)))
            self.target(f"put {where} {kind}", x, y, body, wall_name(kind, words), on_)
        self.y += WALL_KINDS // across * (high + GAP)
        self.keys(
            [
                (f"raise {place[0]} {place[1]}", words("A wall on top"), "", None),
                (f"put {where} 0", words("Take the wall away"), "", None),
            ]
        )
        self.y += 6

    def tops(self, place: list[int], column: "Column") -> None:
        words, where = self.words, f"{place[0]} {place[1]}"
        roofs = [(0, words("no roof"))] + [
            (n, element(at.ROOF + n - 1, self.tables, words)) for n in ((1, 2) if self.expert else (1,))
        ]
        self.keys([(f"roof {where} {n}", shown, shown, n == column.roof) for n, shown in roofs])
        keys: list[Key] = [(f"raise {where}", words("A wall on top"), "", None)]
        if column.roof:
            keys.append((f"stack {where}", words("chimney"), "", column.chimney))
        self.keys(keys)
        self.y += 6

    def garage_keys(self, seat: int, garage: list[int]) -> None:
        words = self.words
        walls = (words("no garage"), words(ELEMENT_NAMES[at.WOOD_WALL]), words(ELEMENT_NAMES[at.BRICK_WALL]))
        self.keys([(f"gwall {seat} {n}", shown, "", n == garage[at.G_WALL]) for n, shown in enumerate(walls)])
        if garage[at.G_WALL]:
            doors = (words("no door"), words.count("{n} door", "{n} doors", 1), words.count("{n} door", "{n} doors", 2))
            self.keys([(f"gdoors {seat} {n}", shown, "", n == garage[at.G_DOORS]) for n, shown in enumerate(doors)])
            roofs = (words("no roof"), words(ELEMENT_NAMES[at.ROOF]), words(ELEMENT_NAMES[at.TILE_ROOF]))
            self.keys([(f"groof {seat} {n}", shown, "", n == garage[at.G_COVER]) for n, shown in enumerate(roofs)])
            if garage[at.G_COVER]:
                self.key(f"gstack {seat}", LEFT, self.y, 160, words("chimney"), bool(garage[at.G_STACK]))
                self.y += KEY + GAP
        self.y += 6

    def papers(self, seat: int, home: "Home") -> None:
        """The permit, and the numbers of the variant."""
        words, numbers = self.words, home.numbers
        wide = (self.room - 20) / 2 if self.narrow else (self.room - 40) / 3
        keys = [(f"permit {seat}", ("✓ " if home.permit else "") + words("Permit"), words("Permit"), home.permit)]
        if self.expert:
            opened = self.chosen == ("cards", [seat])
            shown = f"{words('Privileges')}: {len(home.cards)}"
            keys.append((f"cards {seat}", shown, f"{home.name}: {shown}", opened))
        self.keys(keys, wide=(self.room - GAP) / 2)
        if self.expert and opened:
            self.cards(seat, home)
        self.y += 4
        if not self.expert:
            self.stepper(f"coins {seat}", LEFT, wide, words("Coins"), str(numbers.get("coins", 0)))
            self.stepper(f"left {seat}", LEFT + wide + 20, wide, words("Goods left"), str(numbers.get("left", 0)))
        else:
            quality = signed(numbers.get("quality", 0))
            self.stepper(f"quality {seat}", LEFT, wide, words("Quality"), quality)
            self.stepper(f"loans {seat}", LEFT + wide + 20, wide, words("Loans"), str(numbers.get("loans", 0)))
            left = LEFT + 2 * (wide + 20)
            if self.narrow:
                self.y += KEY + 26
                left, wide = LEFT, self.room
            self.stepper(f"money {seat}", left, wide, words("Money, for ties"), str(numbers.get("money", 0)), 5)
        self.y += KEY + 26

    def cards(self, seat: int, home: "Home") -> None:
        words = self.words
        owner = {card: n for n, each in enumerate(self.homes) for card in each.cards}
        across = 2 if self.narrow else 3
        step = (self.room + GAP) / across
        self.y += 2
        for card in range(at.PRIVILEGES):
            kept, name = card in home.cards, privilege(card, words)
            colour = COLOURS[self.tables.colour[card]]
            x, y, wide = LEFT + card % across * step, self.y + card // across * (KEY + GAP), step - GAP
            body = [face(wide, KEY, kept, CARD_COLOURS[colour])]
            body.append(text(30, KEY / 2 + 5, name, 13, INK, bold=kept, room=wide - 38))
            label = f"{name} ({words(colour)})"
            if kept:
                body.append(text(10, KEY / 2 + 6, "✓", 16, INK, bold=True))
            elif card in owner:
                body.append(box(7, 11, 17, 18, SEAT_COLOURS[owner[card]], INK, 4, stroke_width=0.8))
                body.append(text(15.5, 25, str(owner[card] + 1), 12, "#fffaf0", bold=True, anchor="middle"))
                label += ", " + words("now with {name}", name=self.homes[owner[card]].name)
            self.target(f"card {seat} {card}", x, y, body, f"{home.name}: {label}", kept)
        self.y += -(-at.PRIVILEGES // across) * (KEY + GAP) + 4


def wall_name(wall: int, words: Words) -> str:
    """A wall and what is in it."""
    name = words(ELEMENT_NAMES[at.WOOD_WALL if wall <= WALL_KINDS // 2 else at.BRICK_WALL])
    has = geometry.opening(wall)
    if has == at.WITH_DOOR:
        return f"{name}, {words('door')}"
    return f"{name}, {words.count('{n} window', '{n} windows', has)}" if has else name
