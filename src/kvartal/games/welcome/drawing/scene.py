"""What both layouts of the board share: the sheet in parts, cards, plans, buttons, the others in small."""

from functools import cached_property, lru_cache
from typing import Any

from kvartal.engine.bar import Bar
from kvartal.engine.board import place
from kvartal.engine.score import figure
from kvartal.engine.state import UNKNOWN
from kvartal.engine.svg import box, course, group, plate, short, text, title
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.welcome.drawing import art
from kvartal.games.welcome.drawing.art import INK
from kvartal.games.welcome.drawing.cards import face, legend, plan_face, plan_lines
from kvartal.games.welcome.drawing.goals import progress
from kvartal.games.welcome.drawing.mini_sheet import SMALL, small_sheet
from kvartal.games.welcome.drawing.streets import Built, Strip, street
from kvartal.games.welcome.drawing.tracks import park, scorebox, values
from kvartal.games.welcome.drawing.widgets import edge
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries
from kvartal.games.welcome.text.bar import bar
from kvartal.games.welcome.text.labels import effect_name, offered, points_of

MOST_SHEETS = 12  # with more other players each has a line
LINE = 18  # how high it is
RIVAL_STEP = 30  # from card to card of the rival


class Scene:
    def __init__(self, view: View, words: Words) -> None:
        self.view = view
        self.setup = view.setup
        self.words = words
        self.plain = words.plain  # for what is remembered
        tables: Any = view.setup.tables
        self.tables = tables
        self.known: Any = view.known
        self.cells: Any = view.known.cells
        self.seat = 0 if view.seat is None else view.seat
        self.base: int = tables.seats + self.seat * tables.stride
        self.legal = {code: view.setup.notation[code] for code in view.codes()}
        self.stage = self.cells[self.base + at.STAGE]
        self.wrote: int = self.cells[self.base + at.WROTE]

    # Targets --------------------------------------------------------------------------------------------------------

    def place(self, name: str, x: float, y: float, code: int | None, *inside: str) -> str:
        """Something that may stand for a move now; what cannot be done says so when it is asked."""
        said = offered(self.view, code, self.words) if code is not None and code in self.legal else None
        return place(self.setup, name, x, y, code, *inside, said=said, told=bool(self.legal))

    def ring(self, code: int | None, x: float, y: float, width: float, height: float, r: float = 8) -> str:
        return edge(x, y, width, height, r) if code in self.legal else ""

    def buttons(self, x: float, y: float, room: float) -> tuple[str, int]:
        """All moves that are no place on the board, in rows; returns how many rows there are."""
        shown = [(each, 56.0 if each.kind == "amount" else 168.0) for each in self.bar.buttons]
        taken = sum(width + 8 for _, width in shown) - 8
        parts, left, row = [], x, 0
        if taken <= room:  # one row, at the right
            left = x = x + room - taken
        for each, width in shown:
            if left > x and left + width > x + room:
                left, row = x, row + 1
            name, face = self.setup.notation[each.code].replace(" ", "-"), plate(width, 40, each.shown)
            parts.append(place(self.setup, name, left, y + row * 48, each.code, face, said=each.said))
            left += width + 8
        return "".join(parts), (row + 1 if shown else 0)

    # Headline -------------------------------------------------------------------------------------------------------

    @cached_property
    def bar(self) -> Bar:
        return bar(self.view, self.words)

    def course(self, width: float) -> str:
        """The steps of a turn and which one it is; at the end who has how many points. Nothing where buttons are."""
        if self.view.over:
            known, seats = self.view.known, list(range(self.tables.players))
            seats.sort(key=lambda seat: (known.place(seat) != 1, -known.score(seat)))
            seats = seats[: 3 if width > 340 else 2]
            room = width / len(seats) - 60
            named = [f"{short(self.owner(seat), room, 13, True)}: {figure(known.score(seat))}" for seat in seats]
            return course(named, 0 if known.place(seats[0]) == 1 else -1, width)
        return steps(self.bar.steps, self.bar.step, width)

    def summary(self) -> str:
        return f"{self.bar.title} {self.bar.sentence}"

    # Cards ----------------------------------------------------------------------------------------------------------

    def offer(self, i: int, x: float, y: float, width: float, height: float) -> str:
        """Pair or card i: a number and an effect, and with piles what the number card becomes next round."""
        tables, cells = self.tables, self.cells
        if tables.hand:
            kind = cells[self.base + tables.hand_at + i] if self.view.seat is not None else UNKNOWN
            effect = cells[self.base + tables.hand_effects + i]
            number = str(tables.number[kind]) if kind >= 0 else "?"
            later = -1
        else:
            top, turned = cells[at.TOP + i], cells[at.TURNED + i]
            number = str(tables.number[top]) if top >= 0 else "–"
            effect = tables.effect[turned] if turned >= 0 else -1
            later = tables.effect[top] if top >= 0 else -1
        code, card_n, card_e = self.card_move(i), cells[self.base + at.CARD_N], cells[self.base + at.CARD_E]
        chosen = ""
        if i in (card_n, card_e) and self.view.seat is not None:
            chosen = "both" if card_n == card_e else "number" if i == card_n else "effect"
        shown = face(self.plain, i, width, height, number, effect, later, chosen)
        return self.place(f"card-{i + 1}", x, y, code, shown, self.ring(code, -2, -2, width + 4, height + 4, 13))

    def card_move(self, i: int) -> int:
        if self.tables.hand and self.stage == at.PAIRING:
            return at.PAIR + i
        if self.tables.hand and self.stage == at.GIVING:
            return at.GIVE + i
        return at.TAKE + i

    def plan(self, i: int, x: float, y: float, width: float, height: float, size: float = 13) -> str:
        cells, code = self.cells, at.PLAN + i
        plan, flipped, mine = cells[at.PLANS_AT + i], cells[at.FLIPPED + i], cells[self.base + at.PLANS + i]
        there = progress(self.view, self.seat, plan) if plan >= 0 and mine < 0 else ()
        shown = plan_face(self.setup, self.plain, i, plan, flipped, mine, there, width, height, size)
        if plan < 0:
            return group(x, y, shown, id=f"welcome-plan-{i + 1}")
        return self.place(f"plan-{i + 1}", x, y, code, shown, self.ring(code, -2, -2, width + 4, height + 4, 11))

    def plan_lines(self, i: int, width: float, size: float) -> int:
        """How many lines plan i has."""
        return len(plan_lines(self.setup, self.plain, self.cells[at.PLANS_AT + i], width, size))

    def legend(self, width: float) -> tuple[float, str]:
        """What the effects do: how high it is, and its parts."""
        return legend(self.setup, self.plain, width)

    # The sheet ------------------------------------------------------------------------------------------------------

    def houses(self, first: int, past: int, x: float, y: float, step: float, high: float) -> str:
        """Some houses of a street side by side, and every place for a move there."""
        tables, cells, base = self.tables, self.cells, self.base
        begin, end = tables.first[tables.street[first]], tables.past[tables.street[first]]
        built = Built(
            begin,
            tuple(cells[base + at.NUMBERS + begin : base + at.NUMBERS + end]),
            tuple(cells[base + tables.fences + begin : base + tables.fences + end]),
            tuple(cells[base + tables.marks + begin : base + tables.marks + end]),
            tuple(cells[base + tables.pool_at : base + tables.pool_at + tables.pools]),
        )
        moves = tuple(
            code for code in self.legal if code >= at.WRITE and first <= (code - at.WRITE) % tables.houses < past
        )
        asked = self.stage == at.WRITING and bool(self.legal)
        wet = self.wrote if at.MAKE_POOL in self.legal and first <= self.wrote < past else None
        return street(self.setup, self.plain, Strip(first, past, x, y, step, high), built, moves, asked, wet)

    def parks(self, street: int, x: float, y: float) -> str:
        """The park at the end of a street."""
        here = self.wrote >= 0 and self.tables.street[self.wrote] == street
        crossed = self.cells[self.base + at.PARKS + street]
        return park(self.setup, self.plain, street, x, y, crossed, here and at.MAKE_PARK in self.legal)

    def values(self, x: float, y: float, step: float) -> str:
        """Six columns: boxes, the size, the estates there are."""
        cells, base = self.cells, self.base
        crossed = tuple(cells[base + at.VALUES : base + at.VALUES + 6])
        made = tuple(cells[base + at.ESTATES : base + at.ESTATES + 6])
        moves = tuple(code for code in self.legal if at.RAISE <= code < at.HIRE)
        return values(self.setup, self.plain, x, y, step, crossed, made, moves)

    @property
    def pools(self) -> int:
        """How many have been built."""
        return queries.pools_built(self.known, self.seat)

    def points(self, x: float, y: float, width: float) -> str:
        """The own points, as things stand."""
        said = points_of(self.view.known.score(self.seat), self.words)
        return scorebox(said, x, y, width)

    # The others -----------------------------------------------------------------------------------------------------

    def owner(self, seat: int) -> str:
        return self.words("You") if seat == self.view.seat else self.words.player(seat)

    def mini(self, seat: int, x: float, y: float, width: float) -> str:
        """Another sheet in small."""
        base = self.tables.seats + seat * self.tables.stride
        sheet, points = tuple(self.cells[base : base + self.tables.stride]), self.known.score(seat)
        return small_sheet(self.setup, self.plain, seat, sheet, self.owner(seat), points, x, y, width)

    def row(self, seat: int, x: float, y: float, width: float) -> str:
        done = " ✓" if self.cells[self.tables.seats + seat * self.tables.stride] == at.CONFIRMED else ""
        shown = f"{self.owner(seat)}{done}: {figure(self.view.known.score(seat))}"
        return group(x, y, text(0, 12, shown, 12, room=width - 8), id=f"welcome-seat-{seat}")

    def others_height(self, width: float, columns: int) -> float:
        """How high everybody else stands, in small sheets or lines, or the rival; 0: nobody does."""
        many = self.tables.players - 1
        if many > MOST_SHEETS:
            return float(-(-many // (columns * 2)) * LINE)
        if many:
            return float(-(-many // self.abreast(columns)) * (SMALL + 10) - 10)
        return 34 + self.rival_rows(width) * 34 if self.tables.mode == at.SOLO_2023 else 0

    def abreast(self, columns: int) -> int:
        """How many small sheets stand beside each other."""
        many = self.tables.players - 1
        return min(columns, 2 if many <= 2 else 3 if many <= 6 else 4)

    def others(self, x: float, y: float, width: float, columns: int) -> str:
        """Everybody else: sheets in small, or with many players a line each."""
        seats = [seat for seat in range(self.tables.players) if seat != self.seat]
        if not seats:
            return self.rival(x, y, width)
        if len(seats) > MOST_SHEETS:
            across = columns * 2
            step = width / across
            return "".join(
                self.row(seat, x + i % across * step, y + i // across * LINE, step) for i, seat in enumerate(seats)
            )
        columns = self.abreast(columns)
        step, down = (width + 10) / columns, SMALL + 10
        return "".join(
            self.mini(seat, x + i % columns * step, y + i // columns * down, step - 10) for i, seat in enumerate(seats)
        )

    def rival_rows(self, width: float) -> int:
        """Of the cards of the AAA rival."""
        size: int = self.cells[at.RIVAL_SIZE]
        return max(1, -(-size // int((width - 20) // RIVAL_STEP)))

    def rival(self, x: float, y: float, width: float) -> str:
        """The AAA rival: points and its cards in rows."""
        tables, cells = self.tables, self.cells
        if tables.mode != at.SOLO_2023:
            return ""
        name = self.words(self.view.setup.data.get_value(f"rivals.r{tables.rival[0]}.name"))
        points = points_of(queries.rival_total(self.known), self.words)
        said = f"{self.words('Rival {name}', name=name)}: {points}"
        across = int((width - 20) // RIVAL_STEP)
        high = 34 + self.rival_rows(width) * 34
        parts = [box(0, 0, width, high, "paper", INK, 10), text(12, 22, said, 14, INK, bold=True, room=width - 24)]
        for i in range(cells[at.RIVAL_SIZE]):
            effect = tables.effect[cells[tables.rival_pile + i]]
            sign = art.effect_sign(effect, 24)
            parts.append(
                group(12 + i % across * RIVAL_STEP, 32 + i // across * 34, title(effect_name(effect, self.words)), sign)
            )
        return group(x, y, *parts, id="welcome-rival")


@lru_cache(64)
def steps(names: tuple[str, ...], now: int, width: float) -> str:
    """The steps of a turn, and which one it is."""
    return course(list(names), now, width)
