"""Everybody else: sheets in small, with many players a line each, alone the rival."""

from kvartal.engine.score import figure
from kvartal.engine.svg import box, group, panel, tag, text, title
from kvartal.games.welcome.drawing import art
from kvartal.games.welcome.drawing.art import INK
from kvartal.games.welcome.drawing.mini_sheet import SMALL, small_sheet
from kvartal.games.welcome.drawing.scene import Scene
from kvartal.games.welcome.drawing.widgets import LEAST
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries
from kvartal.games.welcome.text.labels import effect_name, points_of
from kvartal.games.welcome.text.score_lines import rival_name

MOST_SHEETS = 12  # with more other players each has a line
LINE, PAD = 19, 8  # how high it is, and what is left around all lines
RIVAL_STEP = 30  # from card to card of the rival


class Others:
    """In so many columns at most."""

    def __init__(self, scene: Scene, width: float, columns: int) -> None:
        self.scene, self.width = scene, width
        self.seats = [seat for seat in range(scene.tables.players) if seat != scene.seat]
        many = len(self.seats)
        self.lines = many > MOST_SHEETS
        self.columns = columns * 2 if self.lines else min(columns, 2 if many <= 2 else 3 if many <= 6 else 4)

    @property
    def height(self) -> float:
        """0: nobody is there."""
        rows = -(-len(self.seats) // self.columns)
        if self.lines:
            return float(rows * LINE + 2 * PAD)
        if self.seats:
            return float(rows * (SMALL + 10) - 10)
        return 34 + self._rival_rows() * 34 if self.scene.tables.mode == at.SOLO_2023 else 0

    def draw(self, x: float, y: float) -> str:
        return group(x, y, *(self._seats() if self.seats else [self._rival()]), id="welcome-others")

    def _seats(self) -> list[str]:
        if self.lines:
            step = (self.width - 2 * PAD) / self.columns
            places = [(PAD + i % self.columns * step, PAD + i // self.columns * LINE) for i in range(len(self.seats))]
            shown = [self._line(seat, x, y, step) for seat, (x, y) in zip(self.seats, places, strict=True)]
            return [panel(self.width, self.height), *shown]
        step, down = (self.width + 10) / self.columns, SMALL + 10
        return [
            self._mini(seat, i % self.columns * step, i // self.columns * down, step - 10)
            for i, seat in enumerate(self.seats)
        ]

    def _mini(self, seat: int, x: float, y: float, width: float) -> str:
        """Another sheet in small."""
        scene, tables = self.scene, self.scene.tables
        base = tables.seats + seat * tables.stride
        sheet, points = tuple(scene.cells[base : base + tables.stride]), scene.known.score(seat)
        return small_sheet(scene.setup, scene.plain, seat, sheet, scene.owner(seat), points, x, y, width)

    def _line(self, seat: int, x: float, y: float, width: float) -> str:
        scene, tables = self.scene, self.scene.tables
        done = " ✓" if scene.cells[tables.seats + seat * tables.stride] == at.CONFIRMED else ""
        shown = f"{scene.owner(seat)}{done}: {figure(scene.known.score(seat))}"
        return group(x, y, text(0, 13, shown, LEAST, room=width - 8, least=LEAST), id=f"welcome-seat-{seat}")

    # The rival --------------------------------------------------------------------------------------------------------

    @property
    def _abreast(self) -> int:
        return int((self.width - 20) // RIVAL_STEP)

    def _rival_rows(self) -> int:
        """Of the cards of the AAA rival."""
        size: int = self.scene.cells[at.RIVAL_SIZE]
        return max(1, -(-size // self._abreast))

    def _rival(self) -> str:
        """The AAA rival: points and its cards in rows."""
        scene, tables, cells, words = self.scene, self.scene.tables, self.scene.cells, self.scene.words
        points = points_of(queries.rival_total(scene.known), words)
        said = f"{rival_name(scene.setup, words)}: {points}"
        width, high = self.width, self.height
        parts = [box(0, 0, width, high, "paper", INK, 10), text(12, 22, said, 14, INK, bold=True, room=width - 24)]
        for i in range(cells[at.RIVAL_SIZE]):
            effect, (down, right) = tables.effect[cells[tables.rival_pile + i]], divmod(i, self._abreast)
            sign = art.effect_sign(effect, 24)
            parts.append(group(12 + right * RIVAL_STEP, 32 + down * 34, title(effect_name(effect, words)), sign))
        return tag("g", *parts, id="welcome-rival")
