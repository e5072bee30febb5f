"""Mr House on the shelf: options, data, names. The rules themselves are in rules/state.py and the modules beside it."""

from collections.abc import Mapping, Sequence
from typing import Any

from kvartal.engine.game import Game, Setup, Stream
from kvartal.engine.layout import Field, Layout
from kvartal.engine.option import Needs, Option, OptionValue, Preset
from kvartal.engine.position import BadPosition
from kvartal.engine.score import Line
from kvartal.engine.state import State
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.house.bot import greedy, timeout
from kvartal.games.house.bot.mind import HouseMind
from kvartal.games.house.drawing import board, cover, dock
from kvartal.games.house.drawing.pictures import draw_picture
from kvartal.games.house.paper import reading, taps
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import numbers, queries
from kvartal.games.house.rules.keys import (
    CARD_KEYS,
    COVER_VALUES,
    ELEMENT_KEYS,
    GOOD_KEYS,
    OFFICE_KEYS,
    PHASES,
    PIECE_KEYS,
    PLACE_KEYS,
    STEPS,
    WAITS,
    WALL_LABELS,
    WALL_VALUES,
)
from kvartal.games.house.rules.positions.derive import derive
from kvartal.games.house.rules.positions.laws import census
from kvartal.games.house.rules.positions.problems import problems
from kvartal.games.house.rules.state import HouseState, starting
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text import labels, log, reasons, refusals, score_lines, spoken, terminal
from kvartal.games.house.text.catalogue import RULES
from kvartal.games.house.text.chapters import CHAPTERS
from kvartal.games.house.text.coach import LESSONS
from kvartal.games.house.text.pictures import PICTURES

MOST = 1000


class House(Game):
    key = "house"
    title = "Mr House"
    tagline = N_("Send your people round the town for goods, builders and papers, and finish a house in six rounds.")
    seats = range(2, 5)
    minutes = "45–75"
    tapping = N_("Tap a wall, a roof or a free place of a plot and choose what stands there; then what everybody has.")
    rules = RULES
    chapters = CHAPTERS
    pictures = PICTURES
    lessons = LESSONS
    version = 1
    options = (
        Option(
            "variant",
            "basic",
            N_("Which of the two games in the box"),
            ("basic", "expert"),
            value_texts=(
                N_("free goods, a die decides what gets built"),
                N_("money and loans, prices, crews, privileges, a garage"),
            ),
        ),
        Option(
            "commit",
            "all",
            N_("Basic: when materials are laid out in groups"),
            ("all", "one_by_one"),
            value_texts=(N_("all groups before the first roll"), N_("element by element")),
            needs=Needs(N_("Materials are laid out in groups only in the basic game."), ({"variant": ("basic",)},)),
        ),
        Option(
            "quality",
            "two",
            N_("Basic: quality with the printed builder alone"),
            ("two", "one"),
            value_texts=(N_("2, as the example counts"), N_("1, as the sentence reads")),
            needs=Needs(N_("In the expert game quality has a track of its own."), ({"variant": ("basic",)},)),
        ),
        Option(
            "centre",
            "two",
            N_("Expert: chips of one player on sectors 1 and 10"),
            ("two", "one"),
            value_texts=(N_("one on each"), N_("one on both together")),
            needs=Needs(N_("Only the expert game has sector 10."), ({"variant": ("expert",)},)),
        ),
    )
    presets = (
        Preset("basic", N_("Basic game"), N_("Goods are free, and a die decides what gets built."), {}),
        Preset(
            "expert",
            N_("Expert game"),
            N_("Money and loans, crews, privileges and a garage; an unfinished house loses."),
            {"variant": "expert"},
        ),
    )

    # Numbers ------------------------------------------------------------------------------------------------------

    data_problems = staticmethod(numbers.problems)
    tables = staticmethod(numbers.tables)

    def layout(self, tables: HouseTables) -> Layout:
        players = tables.players
        seat_or_none = ("none", *(str(seat) for seat in range(players)))
        places = ("none", *(f"{n + 1} {PLACE_KEYS[tables.kind[n]]}" for n in range(tables.places)), "after the last")
        kept = tuple(f"seat {seat}" for seat in range(players))
        basic = not tables.expert
        endings = ("no", *(rule.id for rule in RULES))
        table = (
            Field("phase", at.PHASE, high=len(PHASES) - 1, values=PHASES),
            Field("step", at.STEP, high=len(STEPS) - 1, values=STEPS, absent=at.FREE),
            Field("waiting_for", at.WAIT, high=len(WAITS) - 1, values=WAITS, absent=at.NOTHING),
            Field("round", at.ROUND, low=1, high=tables.rounds),
            Field("active", at.ACTIVE, high=players - 1, seats=0),
            Field("starter", at.STARTER, high=players - 1, seats=0),
            Field("turn", at.TURN, high=5 * players, derived=True),
            Field("building", at.HERE, low=-1, high=tables.places, values=places, absent=-1),
            Field("queue", at.QUEUE, low=-1, high=players, absent=-1),
            Field("chip_left", at.LEFT, high=3, absent=0),
            Field("served", at.SERVED, high=players, absent=0),
            Field("office_taken", at.OFFERED, high=7, absent=0),
            Field("element", at.KIND, low=-1, high=at.ELEMENTS - 1, values=("none", *ELEMENT_KEYS), absent=-1),
            Field("card", at.CARD, low=-1, high=at.PRIVILEGES - 1, values=("none", *numbers.PRIVILEGE_KEYS), absent=-1),
            Field("privileges_drawn", at.DRAWN, high=at.PRIVILEGES, derived=True),
            Field("ended", at.ENDED, low=-1, high=len(RULES) - 1, values=endings, derived=True),
            Field("pool", at.POOL, at.GOODS, high=MOST, labels=GOOD_KEYS, derived=True, usual=20),
            Field("pieces", at.PIECE, at.PIECES, high=MOST, labels=PIECE_KEYS, derived=True, usual=40),
            Field("coins", at.COIN_POOL, high=MOST, derived=True, usual=10),
            Field("permits", at.PERMITS, high=MOST, derived=True, usual=4),
            Field("shops", at.SHOP, at.GOODS, high=MOST, labels=GOOD_KEYS, usual=5),
            Field("prices", at.PRICE, at.GOODS, high=MOST, labels=GOOD_KEYS, derived=basic, usual=10),
            Field("builder_deck", at.DECK, at.CARDS, high=MOST, labels=CARD_KEYS, derived=True, usual=10),
            Field("builders_gone", at.BOXED, at.CARDS, high=MOST, labels=CARD_KEYS, derived=basic, absent=0, usual=5),
            Field("display", at.SHOWN, at.DISPLAY, low=-1, high=at.CARDS - 1, values=("none", *CARD_KEYS)),
            Field("discount", at.DISCOUNT, at.DISPLAY, high=MOST, derived=basic, absent=0, usual=3),
            Field(
                "privileges",
                at.WHERE,
                at.PRIVILEGES,
                high=at.KEPT + players - 1,
                labels=numbers.PRIVILEGE_KEYS,
                values=("deck", "current", "next", "box", *kept),
                seats=at.KEPT,
                derived=basic,
            ),
            Field(
                "turn_order",
                at.TRACK,
                at.SEAT_LIMIT,
                low=-1,
                high=players - 1,
                values=seat_or_none,
                derived=basic,
                seats=0,
            ),
            Field(
                "towers",
                at.TOWER,
                at.PLACES * at.SEAT_LIMIT,
                low=-1,
                high=players - 1,
                values=seat_or_none,
                absent=-1,
                seats=0,
            ),
        )
        covers, wood_or_brick = COVER_VALUES, ("none", "wood", "brick")
        seat = (
            Field("store", at.STORE, at.GOODS, high=MOST, labels=GOOD_KEYS, usual=8),
            Field("locked", at.LOCKED, at.GOODS, high=MOST, labels=GOOD_KEYS, absent=0, usual=5),
            Field("laid_out", at.PLEDGED, at.GOODS, high=MOST, labels=GOOD_KEYS, derived=True, usual=5),
            Field("groups", at.GROUPS, at.ELEMENTS, high=MOST, labels=ELEMENT_KEYS, absent=0, usual=3),
            Field("asked", at.ASKED, at.RAW, high=MOST, labels=GOOD_KEYS[: at.RAW], absent=0, usual=3),
            Field("begun", at.BEGUN, derived=True),
            Field("ready", at.READY, confirms=True, absent=0),
            Field("coins", at.COINS, high=MOST, derived=not basic, usual=10),
            Field("permit", at.PERMIT),
            Field("quality", at.QUALITY, low=-50, high=50, derived=basic, usual=10),
            Field("money", at.MONEY, high=1 << 40, derived=basic, usual=50),
            Field("loans", at.LOANS, high=1 << 40, derived=basic, usual=5),
            Field("crews", at.SLOT, at.SLOTS, low=-1, high=at.CARDS - 1, values=("none", *CARD_KEYS)),
            Field("tired", at.TIRED, at.CREWS, absent=0),
            Field("chips_shown", at.REVEALED, high=5 * tables.rounds, derived=True),
            Field(
                "chips", at.CHIP, at.PLACES, low=-1, high=3, values=("none", "0", "1", "2", "3"), absent=-1, hidden=True
            ),
            Field("walls", at.WALL, at.WALLS, high=8, labels=WALL_LABELS, values=WALL_VALUES, absent=0),
            Field("roofs", at.COVER, at.COLUMNS, high=2, values=covers, absent=0),
            Field("chimneys", at.STACK, at.COLUMNS, absent=0),
            Field("garage_wall", at.GARAGE + at.G_WALL, high=2, values=wood_or_brick, absent=0),
            Field("garage_doors", at.GARAGE + at.G_DOORS, high=2, absent=0),
            Field("garage_roof", at.GARAGE + at.G_COVER, high=2, values=covers, absent=0),
            Field("garage_chimney", at.GARAGE + at.G_STACK, absent=0),
        )
        return Layout(table, seat, seats_at=at.SEATS, stride=at.STRIDE, seats=players)

    def start(self, tables: HouseTables) -> HouseState:
        return starting(tables)

    # Names --------------------------------------------------------------------------------------------------------

    def notation(self, tables: HouseTables) -> list[str]:
        return self._notation(tables, [str(value) for value in range(at.CHIP_VALUES)])

    def seen_notation(self, tables: HouseTables) -> list[str]:
        """The value of a chip is for its owner only."""
        return self._notation(tables, ["?"] * at.CHIP_VALUES)

    def _notation(self, tables: HouseTables, chips: Sequence[str]) -> list[str]:
        places = [PLACE_KEYS[kind] for kind in tables.kind]
        elements = list(ELEMENT_KEYS)
        if not tables.expert:
            elements[at.ROOF] = "roof"
        columns = [str(column + 1) for column in range(at.COLUMNS)]
        names = [f"place {chip} at {place}" for chip in chips for place in places]
        names += [f"take {count}" for count in range(4)]
        names += ["done"]
        names += [f"hire {place + 1}" for place in range(at.DISPLAY)]
        names += [f"office {option}" for option in OFFICE_KEYS]
        names += [f"choose {card}" for card in numbers.PRIVILEGE_KEYS]
        names += ["keep", "cash"]
        names += [f"change {good}" for good in GOOD_KEYS[: at.RAW]]
        names += ["repay"]
        names += [f"use {card}" for card in numbers.PRIVILEGE_KEYS]
        names += [f"group {element}" for element in elements]
        names += [f"build {element}" for element in elements]
        crews = [[str(crew) for crew in range(at.CREWS) if chosen >> crew & 1] for chosen in range(1, 32)]
        names += [f"crew {'+'.join(each)}" for each in crews]
        names += [f"at {spot}" for spot in (*WALL_LABELS, *columns, "left", "right", "garage")]
        names += [f"demolish wall {wall}" for wall in WALL_LABELS]
        names += [f"demolish opening {wall}" for wall in WALL_LABELS]
        names += [f"demolish roof {column}" for column in columns]
        names += [f"demolish chimney {column}" for column in columns]
        return names + [f"demolish garage{part}" for part in ("", " door", " roof", " chimney")]

    def streams(self, tables: HouseTables) -> list[Stream]:
        seats = range(tables.players)
        first = "turn order" if tables.expert else "first player"
        sides = tuple(str(side + 1) for side in range(tables.die))
        return [
            Stream(first, tuple(map(str, seats))),
            Stream("builders", CARD_KEYS),
            Stream("privileges", numbers.PRIVILEGE_KEYS),
            *(Stream(f"die {seat}", sides, owner=seat) for seat in seats),
        ]

    # Words and pictures -------------------------------------------------------------------------------------------

    label = staticmethod(labels.label)
    offered = staticmethod(labels.offered)
    explain = staticmethod(refusals.explain)
    reasons = staticmethod(reasons.reasons)
    narrate = staticmethod(log.narrate)
    text = staticmethod(terminal.text)
    told = staticmethod(spoken.told)
    bar = staticmethod(dock.bar)
    draw = staticmethod(board.draw)
    draw_picture = staticmethod(draw_picture)
    default = staticmethod(timeout.default)
    score_sheet = reading.score_sheet
    tap_sheet = taps.tap_sheet

    def cover(self, words: Words, preset: str = "") -> str:
        return cover.draw(preset)

    def sheet_position(self, text: str, words: Words) -> dict[str, Any]:
        raise BadPosition(
            [
                words(
                    "A sheet of Mr House tells how the houses stand at the end. To go on, a position is needed: it "
                    "tells the shops, the prices, the cards, the stores, the chips and whose turn it is as well."
                )
            ]
        )

    def notes(self, view: View, words: Words) -> list[str]:
        """What each house lacks: the own one first."""
        state = view.known
        assert isinstance(state, HouseState)
        seats = [view.seat] if view.seat is not None else []
        seats += [seat for seat in range(view.setup.players) if seat != view.seat]
        return [f"{labels.player(seat, words)}: {score_lines.lacking(state, seat, words)}" for seat in seats]

    def greedy(self, view: View) -> int:
        assert isinstance(view.known, HouseState)
        assert view.seat is not None
        return greedy.choose(view.known, view.seat)

    def modes(self, setup: Setup) -> Sequence[str]:
        variant = str(setup.options["variant"])
        return (variant, f"{variant} {setup.players}")

    def mind(self, setup: Setup, weights: Sequence[int] | Mapping[str, int] | None = None) -> HouseMind:
        assert isinstance(setup.tables, HouseTables)
        return HouseMind(setup.tables, self.weighed(setup, weights))

    # Scores and laws ----------------------------------------------------------------------------------------------

    def ties(self, options: Mapping[str, OptionValue], ending: str) -> Sequence[str]:
        expert = options.get("variant") == "expert"
        return ("house.end.incomplete", "house.tie.expert") if expert else ("house.tie.size", "house.tie.goods")

    def reached(self, setup: Setup, state: State, seat: int) -> Sequence[str]:
        assert isinstance(state, HouseState)
        return ("complete",) if queries.complete(state, seat) else ()

    def score_lines(self, setup: Setup, state: State, seat: int, words: Words) -> list[Line]:
        assert isinstance(state, HouseState)
        return score_lines.score_lines(self, state, seat, words)

    derive = staticmethod(derive)

    def problems(self, setup: Setup, state: State) -> list[str]:
        assert isinstance(state, HouseState)
        return problems(state)

    def longest(self, tables: HouseTables) -> int:
        """A round lays five chips and serves each with five moves at most. Every group, and every try at an element,
        takes goods that are not free again in this round, and there are only so many of goods and coins; a part is
        pulled down once for each that was built. A loan is repaid once for each that a payment took."""
        start = list(starting(tables).cells)
        stores = [at.SEATS + seat * at.STRIDE + at.STORE for seat in range(tables.players)]
        goods = sum(sum(start[first : first + at.GOODS]) for first in (at.POOL, at.SHOP, *stores)) + tables.coins
        payments = 5 * 3 + at.PRIVILEGES + goods
        repaid = payments * (MOST // tables.loan + 1) if tables.expert else 0
        in_a_round = 5 + 5 * 5 + at.PRIVILEGES + goods * (1 + 1 + 3 + 1) + 2 + repaid
        return int(tables.rounds * tables.players * in_a_round)

    def may_lose(self, setup: Setup) -> bool:
        """Expert: with an unfinished house."""
        return setup.options["variant"] == "expert"

    def pieces(self, setup: Setup, state: State, seat: int, code: int) -> int:
        """A chip is laid with either of two equal ones."""
        if code >= at.TAKE:
            return 1
        assert isinstance(state, HouseState)
        start, value = at.SEATS + seat * at.STRIDE + at.CHIP, code // at.PLACES
        return state.tables.chips[value] - list(state.cells[start : start + at.PLACES]).count(value)

    def census(self, setup: Setup, state: State) -> dict[str, int]:
        assert isinstance(state, HouseState)
        return census(state)
