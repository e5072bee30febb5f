"""The end of a round as a picture to tap: the city with its buildings, barriers and mayor, then the people."""

from typing import TYPE_CHECKING, Any

from kvartal.engine.game import Setup
from kvartal.engine.score import signed
from kvartal.engine.svg import box, group, path, tag, text
from kvartal.engine.tappable import GAP, KEY, LEFT, Picture, face
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates.drawing import art as pic
from kvartal.games.estates.drawing import skyline
from kvartal.games.estates.drawing.heads import head as row_head
from kvartal.games.estates.drawing.scene import RIVER, Scene
from kvartal.games.estates.paper.reading import put
from kvartal.games.estates.paper.sheet import read_sheet
from kvartal.games.estates.rules import cells
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.keys import ROW_KEYS
from kvartal.games.estates.text.labels import colour_name, lot_name, piece_name

if TYPE_CHECKING:
    from kvartal.games.estates.paper.taps import City

Chosen = tuple[int, int] | None  # row and place of the lot whose cubes are shown
STOREY, LOWEST = 19, 118


def draw(setup: Setup, city: "City", chosen: Chosen, points: list[int], words: Words, width: int) -> str:
    board = Endboard(setup, city, chosen, points, words, width)
    for row in range(kit.ROWS):
        board.row(row)
    board.beside()
    for seat in range(len(city.players)):
        board.whose = city.players[seat].name
        board.person(seat)
    board.whose = ""
    if len(city.players) < max(setup.game.seats):
        board.key("join", LEFT, board.y, 220, words("One more player"))
        board.y += KEY + GAP
    return board.document("estates", words("The end of the round, to tap"))


class Endboard(Picture):
    def __init__(self, setup: Setup, city: "City", chosen: Chosen, points: list[int], words: Words, width: int) -> None:
        super().__init__(words, width)
        self.city, self.chosen, self.points = city, chosen, points
        self.scene = Scene(View.truth(setup, _state(setup, city, words), [each.name for each in city.players]), words)

    # The city -------------------------------------------------------------------------------------------------------

    def row(self, number: int) -> None:
        """A street with its head; each building, and the next free lot, is a target."""
        row, built = self.scene.board.rows[number], len(self.city.rows[number])
        top, drawn = self.y, len(self.parts)
        shown = (
            kit.LOTS if not self.narrow else min(kit.LOTS, max(RIVER + 1, row.length + bool(row.barriers), built + 1))
        )
        ground = skyline.ROAD + skyline.SOIL
        tall = max(
            LOWEST, ground + 8 + STOREY * (skyline.tallest(self.scene, number) + 1), ground + 38 * len(row.barriers)
        )
        head, water = (0, 8) if self.narrow else (112, 20)
        self.y += 8
        if self.narrow:
            self.parts.append(group(LEFT, self.y, _strip(self.scene, number, self.room)))
            self.y += 34
        else:
            self.parts.append(group(LEFT, self.y, row_head(self.scene, number, head, tall)))
        left = LEFT + head + (6 if head else 0)
        right = self.across - LEFT
        lot = (right - left - 12 - water) / (
            shown if shown < kit.LOTS else kit.LOTS + (0.7 if row.length == kit.LOTS else 0)
        )
        x_of = skyline.places(left + 6, lot, water)
        self.parts += [
            group(0, self.y, box(left, 0, right - left, tall, "sky", "edge", 8)),
            group(0, self.y, skyline.far_roofs(number, x_of[0], x_of[shown - 1] + lot, tall)),
            group(x_of[RIVER] - water + 1, self.y, skyline.river(0, water - 2, tall)),
            group(0, self.y, skyline.road(x_of[0], x_of[shown - 1] + lot, tall)),
            group(0, self.y, skyline.street(self.scene, number, x_of, lot, tall, STOREY, shown, right)),
        ]
        free = built < row.length or (
            not row.barriers and built < kit.LOTS
        )  # a barrier stands on the lot behind the last
        for place in range(built + free):
            self.lot(number, place, x_of[place], lot, tall)
        self.y += tall + 8
        if self.chosen is not None and self.chosen[0] == number:
            self.pad(*self.chosen)
        self.panel(top, drawn)

    def lot(self, row: int, place: int, x: float, wide: float, tall: float) -> None:
        buildings = self.city.rows[row]
        ground = tall - skyline.ROAD - skyline.SOIL - 1
        body = [box(0, 0, wide, tall, "#000000", None, 4, fill_opacity=0)]
        said = self.words("empty lot")
        if place == len(buildings):
            ghost = box(3, ground - STOREY, wide - 6, STOREY - 2, "glow", "action", 3, stroke_dasharray="4 3")
            body += [ghost, text(wide / 2, ground - 6, "+", 16, "action", bold=True, anchor="middle")]
        else:
            parts = [piece_name(cube, 0, self.words) for cube in buildings[place].cubes]
            roof = buildings[place].roof
            said = ", ".join([*parts, self.words("roof {n}", n=roof) if roof else self.words("no roof")])
        on = self.chosen == (row, place)
        if on:
            body.append(box(1, 1, wide - 2, tall - 2, None, "action", 5, stroke_width=3))
        self.target(f"lot {row} {place}", x, self.y, body, f"{lot_name(row * kit.LOTS + place)}: {said}", on)

    def pad(self, row: int, place: int) -> None:
        """All cubes and roofs for one lot. A cube that stands elsewhere comes from there."""
        words, where = self.words, lot_name(row * kit.LOTS + place)
        buildings = self.city.rows[row]
        mine = buildings[place].cubes if place < len(buildings) else []
        standing = self.city.standing()
        self.say(words("{lot}: its floors and its roof", lot=where), 14, "ink", bold=True)
        across = kit.VALUES if self.narrow else 2 * kit.VALUES
        step = (self.room + GAP) / across
        for cube in range(kit.COLOURS * kit.VALUES):
            x, y = LEFT + cube % across * step, self.y + cube // across * (KEY + GAP)
            wide, on, elsewhere = step - GAP, cube in mine, cube in standing and cube not in mine
            body = [face(wide, KEY, on)]
            tile = group((wide - 34) / 2, 3, pic.cube_tile(cube, 34))
            body.append(tag("g", tile, opacity=0.3 if elsewhere else None))
            label = piece_name(cube, 0, words)
            if elsewhere:
                far = lot_name(standing[cube][0] * kit.LOTS + standing[cube][1])
                body.append(text(wide / 2, 25, far, 14, "ink", bold=True, anchor="middle"))
                label += ", " + words("now on {lot}", lot=far)
            self.target(f"cube {row} {place} {cube}", x, y, body, f"{where}: {label}", on)
        self.y += -(-kit.COLOURS * kit.VALUES // across) * (KEY + GAP) + 4
        if mine:
            self.roofs(row, place, buildings[place].roof)

    def roofs(self, row: int, place: int, now: int) -> None:
        words = self.words
        step = (self.room + GAP) / (kit.VALUES + 1)
        for value in range(kit.VALUES + 1):
            wide, on = step - GAP, value == now
            body = [face(wide, KEY + 4, on)]
            if value:
                across = min(wide - 6, 64)
                body.append(group((wide - across) / 2, 10, pic.roof(value, across, 26)))
            else:
                body.append(text(wide / 2, 27, "—", 16, anchor="middle"))
            label = words("roof {n}", n=value) if value else words("no roof")
            spoken = f"{lot_name(row * kit.LOTS + place)}: {label}"
            self.target(f"roof {row} {place} {value}", LEFT + value * step, self.y, body, spoken, on)
        self.y += KEY + 4 + GAP
        self.key(f"clear {row} {place}", LEFT, self.y, 200, words("Clear the lot"))
        self.y += KEY + 8

    def beside(self) -> None:
        """Where the barriers and the mayor are."""
        words, drawn, top = self.words, len(self.parts), self.y
        self.y += 8
        self.say(words("Barriers and the mayor"), 14, "ink", bold=True)
        left = LEFT + 54
        ways = [(row, sign) for row in ROW_KEYS for sign in "+−"]
        for value in range(1, kit.BARRIERS + 1):
            self.parts.append(group(LEFT + 2, self.y + 3, pic.trestle(44, 34, str(value))))
            said = words("barrier {n}", n=value)
            now = self.city.barriers[value - 1]
            keys = [(f"barrier {value} 0", "—", f"{said}: {words('in no row')}", now == "-")]
            for n, (row, sign) in enumerate(ways, 1):
                label = (
                    words("Make row {row} longer", row=row) if sign == "+" else words("Make row {row} shorter", row=row)
                )
                keys.append((f"barrier {value} {n}", f"{row} {sign}", f"{said}: {label}", now == _place(row, sign)))
            self.keys(keys, left)
        self.parts.append(group(LEFT + 8, self.y + 4, pic.hat(32)))
        keys = [("mayor 0", "—", f"{words('mayor')}: {words('in no row')}", not self.city.mayor)]
        for n, row in enumerate(ROW_KEYS, 1):
            label = words("Send the mayor to row {row}", row=row)
            keys.append((f"mayor {n}", row, label, self.city.mayor == row))
        self.keys(keys, left)
        self.y += 4
        self.panel(top, drawn)

    # The people -----------------------------------------------------------------------------------------------------

    def person(self, seat: int) -> None:
        words, holder, drawn, top = self.words, self.city.players[seat], len(self.parts), self.y
        self.y += 10
        if len(self.city.players) > min(self.scene.setup.game.seats):
            self.key(
                f"leave {seat}",
                self.across - LEFT - 112,
                self.y - 2,
                112,
                words("Take away"),
                None,
                f"{words('Take away')}: {holder.name}",
            )
        said = holder.name + (f": {signed(self.points[seat])}" if self.points else "")
        self.say(said, 16, "ink", bold=True, room=self.room - 124)
        self.y = max(self.y, top + 34) + 4
        self.say(words("Certificates"), 13)
        step = min((self.room + GAP) / kit.COLOURS, 90.0)
        for colour in range(kit.COLOURS):
            on, wide = self.city.holder(colour) == seat, step - GAP
            body = [face(wide, KEY, on, pic.FILLS[colour] if on else "slot")]
            body.append(pic.symbol(colour, wide / 2 - 9, KEY / 2 - 9, 18, None if on else pic.FILLS[colour]))
            if on:
                body.append(path(f"M{wide - 15:.0f} 9l4 4l7 -8", None, pic.INKS[colour], stroke_width=2.4))
            label = f"{holder.name}: {words('certificate {colour}', colour=colour_name(colour, words))}"
            self.target(f"certificate {seat} {colour}", LEFT + colour * step, self.y, body, label, on)
        self.y += KEY + 8
        numbers = holder.numbers
        wide = (self.room - 10) / 2 if self.narrow else (self.room - 40) / 4
        self.stepper(f"box {seat}", LEFT, wide, words("Cash box"), str(numbers.get("box", 0)))
        hand = numbers.get("hand")
        self.stepper(
            f"hand {seat}", LEFT + wide + 10, wide, words("Hand, for ties"), "—" if hand is None else str(hand)
        )
        left, long = LEFT + 2 * (wide + 20), 2 * wide - 10
        if self.narrow:
            self.y += KEY + 26
            left, long = LEFT, self.room
        self.stepper(f"earlier {seat}", left, long, words("Earlier rounds"), signed(numbers.get("earlier", 0)), 10)
        self.y += KEY + 26
        self.panel(top, drawn)


def _place(row: str, sign: str) -> str:
    return f"{row} {'longer' if sign == '+' else 'shorter'}"


def _strip(scene: Scene, number: int, width: float) -> str:
    """The head of a row in one line: its name, how far it is, the mayor."""
    row, words = scene.board.rows[number], scene.words
    parts = [box(0, 0, 28, 26, "#2c5d52", "#f4ead2", 5, stroke_width=1.5)]
    parts.append(text(14, 19.5, ROW_KEYS[number], 18, "#ffffff", bold=True, anchor="middle"))
    shown = f"✓ {words('complete')}" if row.complete else words("not complete")
    built = words("{built}/{length} built", built=row.built, length=row.length)
    roofed = words("{roofed}/{length} roofed", roofed=row.roofed, length=row.length)
    parts.append(text(36, 11, shown, 12.5, "good" if row.complete else "bad", bold=True, room=width - 76))
    parts.append(text(36, 26, f"{built}, {roofed}", 12, room=width - 76))
    if row.mayor:
        parts.append(group(width - 30, -1, pic.hat(28)))
    return "".join(parts)


def _state(setup: Setup, city: "City", words: Words) -> Any:
    """The city on a board; what cannot be is drawn as near to it as the board allows."""
    tables: Any = setup.tables
    state: Any = setup.start()
    put(read_sheet(city.text(), [], words), tables, state.cells, [], words)
    for row in range(kit.ROWS):
        state.cells[cells.LENGTH + row] = max(0, min(kit.LOTS, state.cells[cells.LENGTH + row]))
    return state
