"""What all layouts of the board share: the cards, the plans, and the sheet in parts."""

from typing import Any

from kvartal.engine.board import place
from kvartal.engine.state import UNKNOWN
from kvartal.engine.svg import group, title
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.welcome.drawing.cards import face, legend, pile, plan_face
from kvartal.games.welcome.drawing.goals import Counts, progress
from kvartal.games.welcome.drawing.streets import Built, Strip, street
from kvartal.games.welcome.drawing.strip import plan_cell, plan_row, value_cells
from kvartal.games.welcome.drawing.tracks import park, park_row, scorebox, values
from kvartal.games.welcome.drawing.widgets import edge
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries
from kvartal.games.welcome.text.bar import bar
from kvartal.games.welcome.text.labels import effect_name, offered, points_of


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
        self._plans: dict[int, tuple[int, int, int, Counts, tuple[str, ...]]] = {}

    # Targets --------------------------------------------------------------------------------------------------------

    def place(self, name: str, x: float, y: float, code: int | None, *inside: str) -> str:
        """Something that may stand for a move now; what cannot be done says so when it is asked."""
        said = offered(self.view, code, self.words) if code is not None and code in self.legal else None
        return place(self.setup, name, x, y, code, *inside, said=said, told=bool(self.legal))

    def ring(self, code: int | None, x: float, y: float, width: float, height: float, r: float = 8) -> str:
        return edge(x, y, width, height, r) if code in self.legal else ""

    # Words ----------------------------------------------------------------------------------------------------------

    def summary(self) -> str:
        """What the whole board is called."""
        told = bar(self.view, self.words)
        return f"{told.title} {told.sentence}"

    def owner(self, seat: int) -> str:
        return self.words("You") if seat == self.view.seat else self.words.player(seat)

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
        return self.place(f"card-{i + 1}", x, y, code, shown, self.ring(code, -1, -1, width + 2, height + 2, 13))

    def card_move(self, i: int) -> int:
        if self.tables.hand and self.stage == at.PAIRING:
            return at.PAIR + i
        if self.tables.hand and self.stage == at.GIVING:
            return at.GIVE + i
        return at.TAKE + i

    def offers(self, wide: float, height: float, gap: float, deck: float) -> str:
        """The three of them side by side; beside a hand lies its deck, so wide."""
        each = (wide - 2 * gap - (deck + gap if self.tables.hand else 0)) / 3
        shown = "".join(self.offer(i, i * (each + gap), 0, each, height) for i in range(3))
        return shown + (self.deck(3 * (each + gap), deck, height) if self.tables.hand else "")

    def deck(self, x: float, width: float, height: float) -> str:
        """A deck lying effect-up."""
        top, left = self.cells[at.DECK_TOP], self.cells[at.DECK_SIZE]
        if top == at.SPECIAL:
            solo = self.tables.mode == at.SOLO_2018
            said = self.words("the solo card") if solo else self.words("an approval card")
        else:
            said = effect_name(top, self.words) if top >= 0 else self.words("nothing")
        told = title(self.words("Deck: {n}, on top: {what}", n=left, what=said))
        return group(x, 0, told, pile(width, height, top, left), id="welcome-deck")

    def plan(self, i: int, x: float, y: float, width: float, height: float) -> str:
        """Plan i as a card."""
        shown = plan_face(self.setup, self.plain, i, *self.plan_state(i), width, height)
        return self.approved(i, x, y, width, height, shown)

    def plan_cell(self, i: int, x: float, y: float, width: float, height: float) -> str:
        """Plan i in the strip of a phone."""
        shown = plan_cell(self.setup, self.plain, i, *self.plan_state(i), width, height)
        return self.approved(i, x, y, width, height, shown)

    def plan_row(self, i: int, x: float, y: float, width: float, height: float) -> str:
        """Plan i in full, nothing to press."""
        shown = plan_row(self.setup, self.plain, i, *self.plan_state(i), width, height)
        return group(x, y, shown, id=f"welcome-plan-{i + 1}-full")

    def approved(self, i: int, x: float, y: float, width: float, height: float, shown: str) -> str:
        """A plan where it is approved."""
        if self.cells[at.PLANS_AT + i] < 0:
            return group(x, y, shown, id=f"welcome-plan-{i + 1}")
        code = at.PLAN + i
        return self.place(f"plan-{i + 1}", x, y, code, shown, self.ring(code, -1, -1, width + 2, height + 2, 10))

    def plan_state(self, i: int) -> tuple[int, int, int, Counts, tuple[str, ...]]:
        """Which plan it is, whether it is flipped, what it gave me, how much of it is there, who else has done it."""
        if i not in self._plans:
            cells = self.cells
            plan, flipped, mine = cells[at.PLANS_AT + i], cells[at.FLIPPED + i], cells[self.base + at.PLANS + i]
            there = progress(self.view, self.seat, plan) if plan >= 0 and mine < 0 else ()
            self._plans[i] = plan, flipped, mine, there, self._done(i) if flipped else ()
        return self._plans[i]

    def _done(self, i: int) -> tuple[str, ...]:
        """Who else has done plan i."""
        tables, cells = self.tables, self.cells
        first = tables.seats + at.PLANS + i
        names = [
            self.words.player(seat)
            for seat in range(tables.players)
            if seat != self.seat and cells[first + seat * tables.stride] >= 0
        ]
        if tables.mode == at.SOLO_2023 and cells[at.RIVAL_PLANS + i] >= 0:
            names.append(self.words(self.setup.data.get_value(f"rivals.r{tables.rival[0]}.name")))
        return tuple(names)

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

    def parks(self, street: int, x: float, y: float, row: bool = False) -> str:
        """The park of a street: at its end, or as a `row` above it."""
        here = self.wrote >= 0 and self.tables.street[self.wrote] == street
        crossed = self.cells[self.base + at.PARKS + street]
        drawn = park_row if row else park
        return drawn(self.setup, self.plain, street, x, y, crossed, here and at.MAKE_PARK in self.legal)

    def values(self, x: float, y: float, step: float, pressed: bool = True) -> str:
        """Six columns: boxes, the size, the estates there are."""
        moves = tuple(code for code in self.legal if at.RAISE <= code < at.HIRE) if pressed else None
        return values(self.setup, self.plain, x, y, step, *self.value_state(), moves)

    def value_cells(self, wide: float, height: float, gap: float) -> str:
        """The same in short, side by side: what estates of each size are worth."""
        moves = tuple(code for code in self.legal if at.RAISE <= code < at.HIRE)
        return value_cells(self.setup, self.plain, *self.value_state(), moves, wide, height, gap)

    def value_state(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Of each size: boxes crossed out, estates made."""
        cells, base = self.cells, self.base
        return tuple(cells[base + at.VALUES : base + at.VALUES + 6]), tuple(
            cells[base + at.ESTATES : base + at.ESTATES + 6]
        )

    @property
    def pools(self) -> int:
        """How many have been built."""
        return queries.pools_built(self.known, self.seat)

    def points(self, x: float, y: float, width: float) -> str:
        """The own points, as things stand."""
        said = points_of(self.view.known.score(self.seat), self.words)
        return scorebox(said, x, y, width)
