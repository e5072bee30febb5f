"""The Estates on the shelf: options, data, names of cells and moves. The rules themselves are in rules/state.py."""

from collections.abc import Mapping, Sequence

from kvartal.engine.data import Data
from kvartal.engine.game import Game, Setup, Stream
from kvartal.engine.layout import Field, Layout
from kvartal.engine.option import Needs, Option, OptionValue
from kvartal.engine.rule import Rule
from kvartal.engine.score import Line
from kvartal.engine.state import UNKNOWN, State
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.estates.bot import greedy, timeout
from kvartal.games.estates.bot.mind import EstatesMind
from kvartal.games.estates.drawing import board, cover
from kvartal.games.estates.drawing.pictures import draw_picture
from kvartal.games.estates.paper import onward, reading, taps
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules.ids import BID_HAND, BID_WHOLE
from kvartal.games.estates.rules.keys import (
    BARRIER_KEYS,
    CUBE_KEYS,
    LOT_KEYS,
    PHASES,
    PIECE_KEYS,
    ROW_KEYS,
)
from kvartal.games.estates.rules.positions import problems as positions
from kvartal.games.estates.rules.positions.derive import derive
from kvartal.games.estates.rules.state import EstatesState, starting
from kvartal.games.estates.rules.tables import (
    BARRIERS,
    BOARD,
    COLOURS,
    CUBES,
    LOTS,
    OFFER_ROWS,
    OFFERED,
    PER_ROW,
    ROWS,
    VALUES,
    EstatesTables,
)
from kvartal.games.estates.text import bar, labels, log, reasons, refusals, spoken, terminal
from kvartal.games.estates.text.catalogue import RULES
from kvartal.games.estates.text.chapters import CHAPTERS
from kvartal.games.estates.text.coach import LESSONS
from kvartal.games.estates.text.pictures import PICTURES

SHAPE = {
    "board.rows": ROWS,
    "board.lots": LOTS,
    "box.colours": COLOURS,
    "box.values": VALUES,
    "box.barriers": BARRIERS,
    "offer.rows": OFFER_ROWS,
    "offer.per_row": PER_ROW,
}
MOST_CHEQUES = 40
MOST_ROOFS = 30
MOST_POINTS = 100_000


class Estates(Game):
    key = "estates"
    title = "The Estates"
    tagline = N_("Bid for floors, roofs and barriers; two rows will be finished, the third will be torn down.")
    seats = range(2, 6)
    minutes = "40–60"
    tapping = N_("Tap a lot and choose its floors and its roof; then the barriers, the mayor and what everybody holds.")
    rules = RULES
    chapters = CHAPTERS
    pictures = PICTURES
    lessons = LESSONS
    version = 1
    options = (
        Option(
            "money",
            "hidden",
            N_("Whether everybody's cheques are shown"),
            ("hidden", "open"),
            value_texts=(N_("not shown; every payment is in the log"), N_("shown; who cannot bid passes at once")),
        ),
        Option("max_length", 9, N_("The most buildings that barriers can make a row require"), low=9, high=10),
        Option("min_length", 0, N_("The fewest buildings that barriers can make a row require"), low=0, high=1),
        Option("end_when_cubes_gone", False, N_("The round ends as soon as the offer is empty")),
        Option("rounds", 1, N_("Rounds to be played; cheques are carried over"), low=1, high=9),
        Option(
            "early_end",
            "two_in_a_row",
            N_("What ends a game of several rounds early"),
            ("two_in_a_row", "two_wins"),
            value_texts=(N_("two rounds won in a row"), N_("two rounds won in all")),
            needs=Needs(N_("Only a game of three rounds or more can end early."), ({"rounds": range(3, 10)},)),
        ),
    )

    # Numbers ----------------------------------------------------------------------------------------------------------

    def data_problems(self, data: Data) -> list[str]:
        problems = []
        for path, fixed in SHAPE.items():
            if data.get_value(path) != fixed:
                problems.append(f"{path}: this is the shape of the box, {fixed}, and cannot be corrected")
        bounds = {"start.cheques": (1, MOST_CHEQUES), "start.length": (1, LOTS - 1)}
        bounds |= {f"roofs.{value}": (0, MOST_ROOFS) for value in range(1, VALUES + 1)}
        for path, (low, high) in bounds.items():
            if not low <= data.get_value(path) <= high:
                problems.append(f"{path}: {data.get_value(path)} is not between {low} and {high}")
        roofs = sum(data.get_value(f"roofs.{value}") for value in range(1, VALUES + 1))
        if not problems and not 1 <= roofs <= MOST_ROOFS:
            problems.append(f"roofs: 1 to {MOST_ROOFS} are possible in all, not {roofs}")
        for row in ROW_KEYS:
            for lot in data.get_value(f"white.{row}"):
                if isinstance(lot, bool) or not isinstance(lot, int) or not 1 <= lot <= LOTS:
                    problems.append(f"white.{row}: {lot!r} is not a lot from 1 to {LOTS}")
        return problems

    def tables(self, players: int, options: Mapping[str, OptionValue], data: Data) -> EstatesTables:
        white = [lot in data.get_value(f"white.{row}") for row in ROW_KEYS for lot in range(1, LOTS + 1)]
        return EstatesTables(
            players,
            int(data.get_value("start.cheques")),
            int(data.get_value("start.length")),
            bytes(white),
            bytes(int(data.get_value(f"roofs.{value}")) for value in range(1, VALUES + 1)),
            options["money"] == "open",
            int(options["max_length"]),
            int(options["min_length"]),
            bool(options["end_when_cubes_gone"]),
            int(options["rounds"]),
            options["early_end"] == "two_wins",
        )

    def layout(self, tables: EstatesTables) -> Layout:
        last = tables.players - 1
        hides = not tables.open_money
        once = tables.rounds == 1  # then nothing was won before
        cube_or_none = ("none", *CUBE_KEYS)
        places = ("out", *LOT_KEYS, "offer", "auction")
        table = (
            Field("active", at.ACTIVE, high=last, seats=0),
            Field("phase", at.PHASE, high=len(PHASES) - 1, values=PHASES),
            Field("round", at.ROUND, high=tables.rounds - 1, derived=once),
            Field("turns", at.TURNS, high=CUBES + MOST_ROOFS + BARRIERS + 2, derived=True),
            Field("piece", at.PIECE, low=-1, high=len(PIECE_KEYS) - 1, values=("none", *PIECE_KEYS)),
            Field("roof_turned", at.FACE, high=VALUES),
            Field("actor", at.ACTOR, high=last, seats=0),
            Field("high_bid", at.HIGH, high=tables.money),
            Field("high_bidder", at.LEADER, low=-1, high=last, seats=0),
            Field("boxed_this_turn", at.BOXED_NOW),
            Field("cubes_left", at.CUBES_LEFT, high=OFFERED, derived=True),
            Field("roofs_left", at.ROOFS_LEFT, high=MOST_ROOFS, derived=True),
            Field("cancel", at.CANCEL, high=1, values=("beside", "removed")),
            Field("mayor", at.MAYOR, low=-1, high=ROWS, values=("beside", *ROW_KEYS, "removed")),
            Field(
                "ended",
                at.ENDED,
                low=-1,
                high=len(RULES) - 1,
                values=("no", *(rule.id for rule in RULES)),
                derived=once,
            ),
            Field("last_winner", at.LAST_WINNER, low=-1, high=last, derived=once, seats=0),
            Field("winner", at.WINNER, low=-1, high=last, derived=once, seats=0),
            Field("barriers", at.BARRIER, BARRIERS, high=len(BARRIER_KEYS) - 1, values=BARRIER_KEYS),
            Field("length", at.LENGTH, ROWS, high=LOTS, derived=True),
            Field("built", at.BUILT, ROWS, high=LOTS, derived=True),
            Field("roofed", at.ROOFED, ROWS, high=LOTS, derived=True),
            Field("roofs", at.ROOFS, VALUES, high=MOST_ROOFS, derived=True),
            Field("certificates", at.CERTIFICATE, COLOURS, low=-1, high=last, seats=0),
            Field("offer_left", at.LEFT, OFFER_ROWS, high=PER_ROW, derived=True),
            Field("offer_right", at.RIGHT, OFFER_ROWS, low=-1, high=PER_ROW - 1, derived=True),
            Field("offer", at.OFFER_AT, OFFERED, low=-1, high=CUBES - 1, values=cube_or_none),
            Field("cubes", at.CUBE_AT, CUBES, low=-1, high=at.ON_AUCTION, values=places),
            Field("tops", at.TOP, BOARD, low=-1, high=CUBES - 1, values=cube_or_none, derived=True),
            Field("values", at.VALUE, BOARD, high=VALUES * (VALUES + 1) // 2 + VALUES, derived=True),
            Field("roofs_on", at.ROOF, BOARD, high=VALUES),
        )
        seat = (
            Field("hand", at.HAND, high=tables.money, deducible=True, hidden=hides),
            Field("box", at.BOX, high=tables.money, deducible=True, hidden=hides),
            Field("start", at.START, high=tables.money, derived=once),
            Field("net", at.NET, low=-tables.money, high=tables.money, derived=True),
            Field("boxed", at.BOXED, high=tables.money, derived=True),
            Field("total", at.TOTAL, low=-MOST_POINTS, high=MOST_POINTS, derived=once, usual=50),
            Field("wins", at.WINS, high=tables.rounds, derived=once),
        )
        return Layout(table, seat, seats_at=at.SEATS, stride=at.STRIDE, seats=tables.players)

    def start(self, tables: EstatesTables) -> EstatesState:
        return starting(tables)

    # Names ------------------------------------------------------------------------------------------------------------

    def notation(self, tables: EstatesTables) -> list[str]:
        names = ["box", *(f"offer {piece}" for piece in PIECE_KEYS), "pass", "sell", "keep"]
        names += [f"place {lot}" for lot in LOT_KEYS]
        names += [f"place {row} {way}" for row in ROW_KEYS for way in ("longer", "shorter")]
        names += [f"place {row}" for row in ROW_KEYS]
        names += [f"place on barrier {value}" for value in range(1, BARRIERS + 1)]
        return [*names, "discard", *(f"bid {amount}" for amount in range(1, tables.money + 1))]

    def misread(self, setup: Setup, notation: str) -> tuple[Rule, str] | None:
        """A bid that is no whole number from 1 to all the money there is has rules of its own."""
        verb, _, amount = notation.partition(" ")
        if verb != "bid":
            return None
        money = setup.tables.money  # type: ignore[attr-defined]
        if amount.isascii() and amount.isdigit() and amount[0] != "0":
            return RULES[BID_HAND], f"{notation}: there are only {money} cheques in the whole game."
        return RULES[BID_WHOLE], f"{notation!r}: a bid is a whole number of cheques from 1 up, e.g. 'bid 3'."

    def streams(self, tables: EstatesTables) -> list[Stream]:
        return [
            Stream("first player", tuple(str(seat) for seat in range(tables.players))),
            Stream("cubes", CUBE_KEYS),
            Stream("roofs", tuple(str(value) for value in range(1, VALUES + 1))),
        ]

    def secrets(self, tables: EstatesTables) -> bool:
        return not tables.open_money

    def longest(self, tables: EstatesTables) -> int:
        """In a turn a cheque is boxed, a piece offered, each rival bids once, and it is decided and placed."""
        turns = CUBES + MOST_ROOFS + BARRIERS + 2
        return tables.rounds * turns * (tables.players + 3)

    # Scores and laws --------------------------------------------------------------------------------------------------

    def ties(self, options: Mapping[str, OptionValue], ending: str) -> Sequence[str]:
        return () if ending == "estates.end.wins" else ("estates.tie",)  # two won rounds count more than any points

    def score_lines(self, setup: Setup, state: State, seat: int, words: Words) -> list[Line]:
        tables = setup.tables
        assert isinstance(tables, EstatesTables)
        assert isinstance(state, EstatesState)
        cells = state.cells
        lines = []
        earlier = cells[at.SEATS + seat * at.STRIDE + at.TOTAL]
        if earlier or cells[at.ROUND]:
            lines.append(Line(self.rule("estates.score.earlier"), earlier, words("Earlier rounds")))
        for lot in range(BOARD):
            points = state.lot_points(seat, lot)
            if points:
                name = "estates.score.complete" if points > 0 else "estates.score.incomplete"
                colour, mayor = tables.colour[cells[at.TOP + lot]], cells[at.MAYOR] == lot // LOTS
                said = labels.building(lot, colour, cells[at.VALUE + lot], mayor, points > 0, words)
                lines.append(Line(self.rule(name), points, said))
        box = cells[at.SEATS + seat * at.STRIDE + at.BOX]
        if box and box != UNKNOWN:
            lines.append(Line(self.rule("estates.score.box"), box, words("Cash box")))
        return lines

    score_sheet = reading.score_sheet
    sheet_position = onward.sheet_position
    tap_sheet = taps.tap_sheet
    derive = staticmethod(derive)
    problems = staticmethod(positions.problems)
    census = staticmethod(positions.census)

    # Words and pictures -----------------------------------------------------------------------------------------------

    def label(self, setup: Setup, code: int, words: Words) -> str:
        return labels.label(code, words)

    offered = staticmethod(labels.offered)
    explain = staticmethod(refusals.explain)
    reasons = staticmethod(reasons.reasons)
    narrate = staticmethod(log.narrate)
    ended = staticmethod(log.ended)
    text = staticmethod(terminal.text)
    told = staticmethod(spoken.told)
    bar = staticmethod(bar.bar)
    draw = staticmethod(board.draw)
    draw_picture = staticmethod(draw_picture)
    default = staticmethod(timeout.default)

    def cover(self, words: Words, preset: str = "") -> str:
        return cover.draw()

    def greedy(self, view: View) -> int:
        assert view.seat is not None
        state = view.imagine(0)
        assert isinstance(state, EstatesState)
        return greedy.choose(state, view.seat, len(view.setup.notation))

    def modes(self, setup: Setup) -> Sequence[str]:
        return ("two",) if setup.players == 2 else ("many",)

    def mind(self, setup: Setup, weights: Sequence[int] | Mapping[str, int] | None = None) -> EstatesMind:
        assert isinstance(setup.tables, EstatesTables)
        return EstatesMind(setup.tables, self.weighed(setup, weights))
