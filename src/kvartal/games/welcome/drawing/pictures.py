"""Rules of Welcome To… in pictures: parts of the sheet, drawn as on the board, with one move marked."""

from typing import Any

from kvartal.engine.picture import HALF, WHOLE, Drawn, RulePicture
from kvartal.engine.svg import box, group, path, text, verdict
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.welcome.drawing import art, tracks
from kvartal.games.welcome.drawing.art import INK
from kvartal.games.welcome.drawing.cards import plan_lines
from kvartal.games.welcome.drawing.scene import Scene
from kvartal.games.welcome.drawing.streets import lawn
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.keys import house_name

EDGE, GAP = 6.0, 8.0
Mark = tuple[float, float, float, float]  # around what the move is about


def draw_picture(view: View, picture: RulePicture, words: Words) -> Drawn:
    sheet = _Sheet(view, picture, words)
    rows = [[part.strip() for part in row.split("+")] for row in picture.parts]
    width = WHOLE if any(sheet.wide(part) for row in rows for part in row) else HALF
    inside, marks, y = [], "", EDGE + 4
    for row in rows:
        room = (width - 2 * EDGE - GAP * (len(row) - 1)) / len(row)
        tall = 0.0
        for n, part in enumerate(row):
            x = EDGE + n * (room + GAP)
            high, drawn, mark = sheet.part(part, room)
            inside.append(group(x, y, drawn))
            if mark and picture.move:
                low = sheet.verb in ("fence", "refuse")  # beside it stands a number or a word
                marks += verdict(x + mark[0], y + mark[1], mark[2], mark[3], picture.wrong, low=low)
            tall = max(tall, high)
        y += tall + GAP
    tall = y - GAP + EDGE
    return Drawn(
        width, tall, box(0.5, 0.5, width - 1, tall - 1, "paper", INK, 8, stroke_width=1) + "".join(inside) + marks
    )


class _Sheet:
    """The view of a picture without places to press, and as if what is only tried had been done."""

    def __init__(self, view: View, picture: RulePicture, words: Words) -> None:
        self.scene = scene = Scene(view, words)
        scene.legal = {}
        scene.cells = self.cells = list(scene.cells)
        self.tables: Any = scene.tables
        self.verb, _, self.where = picture.move.partition(" ")
        self.house = self._house(self.where.split(" ")[0])
        if self.verb == "pool":
            self.house = scene.wrote
        if picture.wrong:
            self._as_if()

    def _house(self, name: str) -> int:
        """Its number; −1: no house."""
        names = [house_name(self.tables, house) for house in range(self.tables.houses)]
        return names.index(name) if name in names else -1

    def _as_if(self) -> None:
        cells, base, house = self.cells, self.scene.base, self.house
        if self.verb == "write":
            cells[base + at.NUMBERS + house] = cells[base + at.NUMBER_NOW]
        elif self.verb == "fence":
            cells[base + self.tables.fences + house] = 1
        elif self.verb == "bis":
            beside = cells[base + at.NUMBERS + house + (1 if self.where.endswith("right") else -1)]
            cells[base + at.NUMBERS + house] = at.BIS_BASE + beside % at.BIS_BASE
        elif self.verb == "refuse":
            cells[base + at.REFUSALS] += 1

    # Parts ------------------------------------------------------------------------------------------------------------

    def wide(self, part: str) -> bool:
        """Does it need the whole row?"""
        if "-" in part:
            first, last = (self._house(each) for each in part.split("-"))
            return last - first >= 5
        return part in ("cards", "refusals")

    def part(self, part: str, room: float) -> tuple[float, str, Mark | None]:
        """How high it is, how it looks, and where the mark goes if the move is about it."""
        kind, _, number = part.partition(" ")
        if kind == "cards":
            return self.cards(room)
        if kind == "plan":
            return self.plan(int(number) - 1, room)
        if kind == "park":
            return self.park(int(number) - 1, room)
        if kind == "refusals":
            return self.refusals()
        if kind == "value":
            return self.value(int(number), room)
        if kind == "change":
            return self.change(room)
        first, last = (self._house(each) for each in part.split("-"))
        return self.houses(first, last + 1, room)

    def houses(self, first: int, past: int, room: float) -> tuple[float, str, Mark | None]:
        step = min(33.0, room / (past - first))
        high, left = step * 1.3, (room - step * (past - first)) / 2
        down = lawn(step, high)
        drawn = self.scene.houses(first, past, left, 8, step, high)
        mark: Mark | None = None
        if first <= self.house < past:
            x = left + (self.house - first) * step
            if self.verb == "fence":
                mark = (x + step - 9, 8 + high * 0.5, 18, down - high * 0.5 + 4)
            elif self.verb == "pool":
                mark = (x + 1, 8 + high + 1, step - 2, step * 0.42)
            elif self.verb in ("write", "bis"):
                mark = (x + 1, 7, step - 2, high + 2)
        return down + 22, drawn, mark

    def cards(self, room: float) -> tuple[float, str, Mark | None]:
        step = (room + GAP) / 3
        return 84, "".join(self.scene.offer(i, i * step, 0, step - GAP, 84) for i in range(3)), None

    def plan(self, i: int, room: float) -> tuple[float, str, Mark | None]:
        scene, wide = self.scene, min(room, 128.0)
        lines = len(plan_lines(scene.setup, scene.plain, scene.cells[at.PLANS_AT + i], wide, 13))
        high, left = 70.0 + 15.5 * lines, (room - wide) / 2
        mark = (left - 2, -2.0, wide + 4, high + 4) if self.verb == "plan" else None
        return high + 2, scene.plan(i, left, 0, wide, high), mark

    def park(self, street: int, room: float) -> tuple[float, str, Mark | None]:
        wide = (self.tables.park_boxes[street] + 1) * 27 + 9
        left = (room - wide) / 2
        mark = (left - 2, -2.0, wide + 4.0, 62.0) if self.verb == "park" else None
        return 60, self.scene.parks(street, left, 0), mark

    def refusals(self) -> tuple[float, str, Mark | None]:
        crossed = self.cells[self.scene.base + at.REFUSALS]
        drawn = tracks.track(self.scene.plain, "refusals", 2, 18, crossed, self.tables.refusal_points, 4, 200)
        side = tracks.SIDE
        return 24 + side, drawn, (2 + (crossed - 1) * (side + 3) - 2, 16, side + 4, side + 4)

    def value(self, size: int, room: float) -> tuple[float, str, Mark | None]:
        """The column of one size, laid on its side."""
        tables, scene = self.tables, self.scene
        crossed, count = self.cells[scene.base + at.VALUES + size - 1], tables.value_boxes[size - 1]
        points = tables.value_points[(size - 1) * 16 : (size - 1) * 16 + count + 1]
        side, step = tracks.SIDE, tracks.SIDE + 3
        left = (room - (count + 1) * step - 22) / 2
        drawn = group(left, 1, art.effect_sign(at.VALUE, 19))
        drawn += art.boxes(left + 24, 0, side, 3, tuple(map(str, points)), crossed, crossed)
        return side + 2, drawn, (left + 22 + (crossed - 1) * step, -2.0, side + 4, side + 4)

    def change(self, room: float) -> tuple[float, str, Mark | None]:
        """The pair that was taken, and what its number becomes."""
        card = self.cells[self.scene.base + at.CARD_N]
        wide, middle = 78.0, 34.0
        printed = self.scene.offer(card, 0, 0, wide, 68)
        arrow = path(f"M{wide + 4} {middle}h8m-4-4l4 4-4 4", None, INK, stroke_width=2)
        number = text(room - 18, middle + 9, self.where, 26, INK, bold=True, anchor="middle")
        return 70, printed + arrow + number, (room - 34, middle - 17, 32, 34)
