"""Flip City on the shelf: options, data, names. The rules themselves are in rules/state.py."""

from collections.abc import Mapping, Sequence

from kvartal.engine.data import Data
from kvartal.engine.game import Game, Setup, Stream
from kvartal.engine.layout import Field, Layout
from kvartal.engine.option import Needs, Option, OptionValue, Preset
from kvartal.engine.score import Line
from kvartal.engine.state import State
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.flip.bot import greedy, timeout
from kvartal.games.flip.bot.mind import FlipMind
from kvartal.games.flip.drawing import board, cover
from kvartal.games.flip.drawing.pictures import draw_picture
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules.positions.derive import derive
from kvartal.games.flip.rules.positions.problems import problems
from kvartal.games.flip.rules.state import FlipState, starting
from kvartal.games.flip.rules.tables import FACES, GIVE, KINDS, MARKED, NEVER, PARK, PLANT, PRINTED, STATION, FlipTables
from kvartal.games.flip.text import bar, labels, log, reasons, refusals, spoken, terminal
from kvartal.games.flip.text.catalogue import FACE_KEYS, FACE_NAMES, KIND_KEYS, RULES
from kvartal.games.flip.text.chapters import CHAPTERS
from kvartal.games.flip.text.coach import LESSONS
from kvartal.games.flip.text.pictures import PICTURES

CARD_KEYS = FACE_KEYS + tuple(f"{key} turned" for key in FACE_KEYS)  # turned: recycled this turn
PHASES = ("setting up", "playing", "removing", "building", "over")
WAITS = ("nothing", "first player", "reveal", "mill", "draw")
MOST_CARDS = 500  # of the largest box that corrected data allow
MOST_AMOUNT = 1_000_000_000
LARGEST_PRINTED = 50
AGAIN = ("again_coins", "again_points", "again_limit")


class Flip(Game):
    key = "flip"
    title = "Design Town / Flip City"
    tagline = N_("Flip cards from your own town deck, push your luck, and turn cards into better ones.")
    seats = range(1, 5)
    minutes = "20–40"
    rules = RULES
    chapters = CHAPTERS
    pictures = PICTURES
    lessons = LESSONS
    version = 1
    undecided = ("flip.draw.cap",)
    per_turn = True
    options = (
        Option(
            "recycle",
            "turn",
            N_("What happens to a card recycled from the discard pile"),
            ("turn", "flip"),
            value_texts=(N_("turned until the end of the turn, usable every turn"), N_("flipped back: once only")),
        ),
        Option(
            "supply",
            "all",
            N_("Cards in the supply with fewer than four players"),
            ("all", "fixed"),
            value_texts=(N_("all that are left in the box"), N_("12, 12, 8 and 8 as for four")),
            needs=Needs(N_("Alone and with four players the supply is always the same."), ({"players": (2, 3)},)),
        ),
        Option("top_visible", True, N_("The top card of every deck is seen")),
        Option(
            "must_play",
            True,
            N_("A visible Residential on top must be played"),
            needs=Needs(
                N_("Only a card that is seen must be played, and top cards are hidden."), ({"top_visible": (True,)},)
            ),
        ),
        Option(
            "force_next",
            "both",
            N_("Which cards force you to play the next one"),
            ("both", "park", "station", "off"),
            value_texts=(N_("Park and Station"), N_("only Park"), N_("only Station"), N_("none")),
        ),
        Option("win_cards", 18, N_("Cards in play, a Store among them, that win; 0: never"), low=0, high=76),
        Option(
            "gift",
            True,
            N_("An upgraded Apartment goes to an opponent (off: it stays, as a Residential)"),
            needs=Needs(N_("Alone there is nobody to give an Apartment to."), ({"players": (2, 3, 4)},)),
        ),
        Option(
            "extra_build",
            "off",
            N_("A card that gives one more building action when played"),
            ("off", "plant"),
            value_texts=(N_("none"), N_("Power Plant")),
        ),
        Option(
            "solo_loss",
            "empty",
            N_("Solo: when the game is lost"),
            ("empty", "unpaid"),
            value_texts=(N_("as soon as the supply is empty"), N_("when a card must leave an empty supply")),
            needs=Needs(N_("The supply decides the game only for somebody who plays alone."), ({"players": (1,)},)),
        ),
        Option(
            "turn_cap",
            200,
            N_("Turns of each player until a draw, solo until you lose; 0: no limit"),
            low=0,
            high=10_000,
        ),
    )
    presets = (
        Preset("russian", N_("Russian edition"), N_("Recycled cards are turned and help every turn: a fast game."), {}),
        Preset(
            "international",
            N_("International edition"),
            N_("Recycled cards are flipped back, the supply is the same for any number: a longer game."),
            {"recycle": "flip", "supply": "fixed"},
        ),
    )

    # Numbers ------------------------------------------------------------------------------------------------------

    def data_problems(self, data: Data) -> list[str]:
        problems = []
        for path, value in data.items():
            number = value.value
            lowest = -1 if path.endswith((".buy", ".up")) else 1 if path.startswith("table.") else 0
            if not isinstance(number, bool) and not lowest <= number <= LARGEST_PRINTED:
                problems.append(f"{path}: {number} is not between {lowest} and {LARGEST_PRINTED}")
        if problems:
            return problems
        start = [int(data.get_value(f"start.{key}")) if f"start.{key}" in data else 0 for key in FACE_KEYS]
        if sum(start) == 0:
            problems.append("start: a deck needs at least one card")
        for kind, key in enumerate(KIND_KEYS):
            box, used = int(data.get_value(f"box.{key}")), 4 * (start[2 * kind] + start[2 * kind + 1])
            if used > box:
                problems.append(f"box.{key}: {box} cards are too few for four starting decks, which take {used}")
            turned = FACE_KEYS[2 * kind + 1]
            if data.get_value(f"cards.{turned}.buy") >= 0:
                problems.append(f"cards.{turned}.buy: it is bought as {key} and turned; give {key} a price instead")
            bonuses = [[data.get_value(f"cards.{side}.{name}") for name in AGAIN] for side in (key, turned)]
            if all(map(any, bonuses)):
                problems.append(f"cards.{key}, cards.{turned}: recycling both sides of one card would never end")
        return problems

    def tables(self, players: int, options: Mapping[str, OptionValue], data: Data) -> FlipTables:
        printed = {name: [int(data.get_value(f"cards.{face}.{name}")) for face in FACE_KEYS] for name in PRINTED}
        for face in range(1, FACES, 2):  # flip.build.both: an upgraded face is bought for both prices
            base, up = printed["buy"][face - 1], printed["up"][face - 1]
            printed["buy"][face] = base + up if base >= 0 and up >= 0 else -1
        forcing = options["force_next"]
        if forcing in ("off", "station"):
            printed["force_next"][PARK] = 0
        if forcing in ("off", "park"):
            printed["force_next"][STATION] = 0
        if options["extra_build"] == "plant":
            printed["builds"][PLANT] = 1
        as_bytes = {name: bytes(NEVER if value < 0 else value for value in row) for name, row in printed.items()}
        start = [int(data.get_value(f"start.{face}")) if f"start.{face}" in data else 0 for face in FACE_KEYS]
        return FlipTables(
            players,
            as_bytes,
            bytes(start),
            bytes(self._supply(players, options, data, start)),
            int(data.get_value("table.bust")),
            int(data.get_value("table.win_points")),
            int(options["win_cards"]),
            int(options["turn_cap"]),
            bool(options["top_visible"]),
            bool(options["must_play"]),
            options["recycle"] == "flip",
            bool(options["gift"]),
            options["solo_loss"] == "unpaid",
        )

    def _supply(self, players: int, options: Mapping[str, OptionValue], data: Data, start: Sequence[int]) -> list[int]:
        """flip.setup.supply: cards per kind on the table; Residentials are never for sale."""
        if players == 1:
            return [0, *(int(data.get_value(f"solo.{kind}")) for kind in KIND_KEYS[1:])]
        if options["supply"] == "fixed":
            return [0, *(int(data.get_value(f"fixed.{kind}")) for kind in KIND_KEYS[1:])]
        taken = [players * (start[2 * kind] + start[2 * kind + 1]) for kind in range(KINDS)]
        return [0, *(int(data.get_value(f"box.{KIND_KEYS[kind]}")) - taken[kind] for kind in range(1, KINDS))]

    def layout(self, tables: FlipTables) -> Layout:
        most = MOST_CARDS
        table = (
            Field("active", at.ACTIVE, high=tables.players - 1, seats=0),
            Field("phase", at.PHASE, high=len(PHASES) - 1, values=PHASES),
            Field("waiting_for", at.WAIT, high=len(WAITS) - 1, values=WAITS, absent=at.NOTHING),
            Field("waiting_seat", at.WAIT_SEAT, high=tables.players - 1, absent=0, seats=0),
            Field("turns", at.TURNS, high=1 << 40, usual=(tables.turn_cap or 200) * tables.players),
            Field("cards_in_play", at.IN_PLAY, high=most, derived=True, usual=15),
            Field("coins", at.COINS, high=MOST_AMOUNT, usual=15),
            Field("sad", at.SAD, high=MOST_AMOUNT, derived=True, usual=4),
            Field("points", at.POINTS, high=MOST_AMOUNT, derived=True, usual=8),
            Field("limit", at.LIMIT, high=MOST_AMOUNT, usual=4),
            Field("forced", at.FORCED, absent=0),
            Field("builds", at.BUILDS, high=MOST_AMOUNT, usual=2),
            Field("recycled_points", at.RECYCLED, high=MOST_AMOUNT, absent=0, usual=4),
            Field(
                "ended",
                at.ENDED,
                low=-1,
                high=len(RULES) - 1,
                values=("no", *(rule.id for rule in RULES)),
                derived=True,
            ),
            Field("winner", at.WINNER, low=-1, high=tables.players - 1, derived=True, seats=0),
            Field("play_area", at.AREA, FACES, high=most, labels=FACE_KEYS, usual=5),
            Field("supply", at.SUPPLY, KINDS, high=most, labels=KIND_KEYS, usual=12),
            Field("gone", at.GONE, KINDS, high=most, labels=KIND_KEYS, absent=0, usual=4),
        )
        seat = (
            Field("top", at.TOP, low=-1, high=2 * FACES - 1, values=("none", *CARD_KEYS)),
            Field("deck_size", at.DECK_SIZE, high=most, derived=True, usual=20),
            Field("discard_size", at.DISCARD_SIZE, high=most, derived=True, usual=20),
            Field("deck", at.DECK, 2 * FACES, high=most, labels=CARD_KEYS, usual=5),
            Field("discard", at.DISCARD, 2 * FACES, high=most, labels=CARD_KEYS, usual=5),
        )
        return Layout(table, seat, seats_at=at.SEATS, stride=at.STRIDE, seats=tables.players)

    def start(self, tables: FlipTables) -> FlipState:
        return starting(tables)

    # Names --------------------------------------------------------------------------------------------------------

    def notation(self, tables: FlipTables) -> list[str]:
        names = ["play", "stop", "shuffle", "pass"]
        names += [f"recycle {key}" for key in FACE_KEYS]
        names += [f"buy {key}" for key in FACE_KEYS]
        names += [f"upgrade {key}" for key in FACE_KEYS]
        names += [f"remove {key}" for key in KIND_KEYS[1:]]
        return names + [f"give apartment to {seat}" for seat in range(tables.players)]

    def seat_codes(self, tables: FlipTables) -> tuple[int, ...]:
        return (GIVE,)

    def streams(self, tables: FlipTables) -> list[Stream]:
        seats = range(tables.players)
        first = Stream("first player", tuple(map(str, seats)))
        return [first, *(Stream(f"deck {seat}", CARD_KEYS, owner=seat) for seat in seats)]

    # Words and pictures ---------------------------------------------------------------------------------------------

    label = staticmethod(labels.label)
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
        return cover.draw(preset)

    def turn_number(self, state: State) -> int:
        return state.cells[at.TURNS]

    # Scores and laws ----------------------------------------------------------------------------------------------

    def score_lines(self, setup: Setup, state: State, seat: int, words: Words) -> list[Line]:
        cells, tables = state.cells, setup.tables
        assert isinstance(tables, FlipTables)
        if seat != cells[at.ACTIVE]:
            return []
        lines = []
        for face in range(FACES):
            count, points = cells[at.AREA + face], tables.points[face]
            if count and points:
                name = words(FACE_NAMES[face])
                text = words("{name}: {count} × {points}", name=name, count=count, points=points)
                lines.append(Line(self.rule("flip.score.card"), count * points, text))
        if cells[at.RECYCLED]:
            lines.append(Line(self.rule("flip.score.recycled"), cells[at.RECYCLED], words("Recycled")))
        return lines

    derive = staticmethod(derive)

    def problems(self, setup: Setup, state: State) -> list[str]:
        return problems(setup, state, FACE_KEYS)

    def longest(self, tables: FlipTables) -> int:
        """A turn plays, recycles and mills each card once at most, and shuffles, removes and builds no more often."""
        cards = tables.players * sum(tables.start) + sum(tables.supply)
        return tables.turn_cap * tables.players * (5 * cards + 5)

    def census(self, setup: Setup, state: State) -> dict[str, int]:
        """Cards of each kind, wherever they are: nothing is ever lost, not even what leaves the game."""
        cells = state.cells
        counts = {}
        for kind, key in enumerate(KIND_KEYS):
            total = cells[at.SUPPLY + kind] + cells[at.GONE + kind]
            for face in (2 * kind, 2 * kind + 1):
                total += cells[at.AREA + face]
                for seat in range(setup.players):
                    base = at.SEATS + seat * at.STRIDE
                    total += sum(
                        cells[base + pile + mark + face] for pile in (at.DECK, at.DISCARD) for mark in (0, MARKED)
                    )
                    total += cells[base + at.TOP] in (face, face + MARKED)
            counts[key] = total
        return counts

    def greedy(self, view: View) -> int:
        assert isinstance(view.known, FlipState)
        assert view.seat is not None
        return greedy.choose(view.known, view.seat)

    def mind(self, setup: Setup, weights: Sequence[int] | Mapping[str, int] | None = None) -> FlipMind:
        assert isinstance(setup.tables, FlipTables)
        return FlipMind(setup.tables, self.weighed(setup, weights))

    def modes(self, setup: Setup) -> Sequence[str]:
        """Flipped cards help once, so they are worth less; alone, the supply is the clock."""
        flips = setup.options["recycle"] == "flip"
        if setup.players == 1:
            return ("flip", "solo", "solo_flip") if flips else ("solo",)
        return ("flip",) if flips else ()


__all__ = ["CARD_KEYS", "FACE_KEYS", "GIVE", "KIND_KEYS", "Flip"]
