"""Welcome To… on the shelf: options, data, names. The rules themselves begin in rules/state.py."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from kvartal.engine.data import Data
from kvartal.engine.game import Game, Said, Setup, Stream
from kvartal.engine.layout import Field, Layout
from kvartal.engine.native import i64, vec
from kvartal.engine.option import BadSetup, Needs, Option, OptionValue, Preset
from kvartal.engine.rule import Advice, Rule
from kvartal.engine.score import Line, Score, SheetReport, SheetScore, TappedSheet
from kvartal.engine.state import NOBODY, State
from kvartal.engine.svg import Drawing
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.welcome.bot.greedy import best_move
from kvartal.games.welcome.bot.timeout import default
from kvartal.games.welcome.drawing import cover
from kvartal.games.welcome.drawing.board import draw
from kvartal.games.welcome.paper.onward import sheet_position
from kvartal.games.welcome.paper.reading import report
from kvartal.games.welcome.paper.taps import tapped
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.numbers import (
    EFFECT_KEYS,
    data_problems,
    deck_kinds,
    plan_bytes,
    plan_ids,
    rival_bytes,
    sheet_bytes,
)
from kvartal.games.welcome.rules.positions.derive import derive
from kvartal.games.welcome.rules.positions.problems import position_problems
from kvartal.games.welcome.rules.state import WelcomeState, starting
from kvartal.games.welcome.rules.tables import WelcomeTables
from kvartal.games.welcome.text import spoken
from kvartal.games.welcome.text.catalogue import RULES
from kvartal.games.welcome.text.chapters import CHAPTERS
from kvartal.games.welcome.text.labels import label, offered, plan_text
from kvartal.games.welcome.text.log import narrate
from kvartal.games.welcome.text.refusals import explain
from kvartal.games.welcome.text.score_lines import has_rival, rival_lines, rival_name, score_lines
from kvartal.games.welcome.text.terminal import text

HOUSE_KEYS = (".", *map(str, range(18)), "o", *(f"{n}b" for n in range(18)))
STAGES = ("choosing", "pairing", "writing", "open", "marking", "giving", "confirmed")
PHASES = ("setting up", "playing", "over")
WAITS = ("nothing", "plan", "dealer", "turned card", "number", "top", "hand", "approval")
MARKS = ("none", "spent", "marked", "spent now", "marked now", "using")
LETTERS = ("A", "B", "C")


def house_name(tables: WelcomeTables, house: int) -> str:
    """Street and house as people count them: 2.5."""
    street = tables.street[house]
    return f"{street + 1}.{house - tables.first[street] + 1}"


def _plan(deck: int, text: str) -> Option:
    names = plan_ids(deck)
    return Option(f"plan{deck}", "drawn", text, ("drawn", *names), value_texts=(N_("drawn"), *names))


ROUNDABOUTS_2018: dict[str, tuple[OptionValue, ...]] = {"edition": ("2018",), "roundabouts": (True,)}


class Welcome(Game):
    key = "welcome"
    title = "Welcome To…"
    tagline = N_("Number the houses of three streets in a 1950s suburb; everybody uses the same cards.")
    seats = range(1, 101)
    minutes = "20–30"
    rules = RULES
    chapters = CHAPTERS
    version = 2  # only of the 2023 game alone: there the last round gives the rival its card as well
    folder = Path(__file__).resolve().parent
    options = (
        Option(
            "edition",
            "2018",
            N_("Edition"),
            ("2018", "2023"),
            value_texts=(N_("2018 (81 cards)"), N_("2023 (63 cards)")),
        ),
        Option(
            "board",
            "classic",
            N_("Score sheet"),
            ("classic", "blueprint"),
            value_texts=(N_("classic"), N_("blueprint (2023; the numbers are ours)")),
        ),
        Option(
            "plans",
            "basic",
            N_("City plans"),
            ("basic", "expert", "mixed"),
            value_texts=(N_("without a star"), N_("with a star, where there are any"), N_("both, shuffled")),
            needs=Needs(
                N_("Every plan that could have a star is chosen by its name."),
                ({"plan1": ("drawn",)}, {"plan2": ("drawn",)}, {"plan3": ("drawn",), "edition": ("2023",)}),
            ),
        ),
        _plan(1, N_("Plan of deck 1 (A): drawn, or one by its name")),
        _plan(2, N_("Plan of deck 2 (B): drawn, or one by its name")),
        _plan(3, N_("Plan of deck 3 (C): drawn, or one by its name")),
        Option("roundabouts", False, N_("Roundabouts may be built")),
        Option(
            "draft",
            False,
            N_("2018, 2 to 27 players: choose from a hand and pass a card on"),
            needs=Needs(
                N_("The draft is for two players or more, in the 2018 edition."),
                ({"edition": ("2018",), "players": range(2, 101)},),
            ),
        ),
        Option(
            "rival",
            1,
            N_("2023, solo: level of the rival"),
            low=0,
            high=5,
            needs=Needs(
                N_("There is a rival only in the 2023 edition, for somebody who plays alone."),
                ({"edition": ("2023",), "players": (1,)},),
            ),
        ),
        Option(
            "reshuffle",
            "each",
            N_("2018: the first to complete a plan may have the cards reshuffled"),
            ("each", "once", "off"),
            value_texts=(N_("once for each plan"), N_("only at the first plan of the game"), N_("never")),
            needs=Needs(
                N_("A plan has the cards reshuffled only in the 2018 edition, with others and without the draft."),
                ({"edition": ("2018",), "players": range(2, 101), "draft": (False,)},),
            ),
        ),
        Option(
            "roundabout_built",
            True,
            N_("2018: a roundabout counts as built for plans about streets and ends"),
            needs=Needs(
                N_("It matters in the 2018 edition with roundabouts, where such a plan with a star can lie open."),
                (
                    {**ROUNDABOUTS_2018, "plan1": ("drawn",), "plans": ("expert", "mixed")},
                    {**ROUNDABOUTS_2018, "plan1": ("street1", "street3", "ends")},
                ),
            ),
        ),
    )
    presets = (
        Preset("2018", N_("2018 edition"), N_("Three piles, basic plans."), {"edition": "2018"}),
        Preset(
            "2023", N_("2023 edition"), N_("63 cards, piles that stay apart, fences beside bis."), {"edition": "2023"}
        ),
        Preset(
            "expert",
            N_("2018 expert"),
            N_("Roundabouts, and plans with a star among the others."),
            {"edition": "2018", "plans": "mixed", "roundabouts": True},
        ),
        Preset(
            "expert 2023",
            N_("2023 expert"),
            N_("Roundabouts, and plans with a star among the others."),
            {"edition": "2023", "plans": "mixed", "roundabouts": True},
        ),
        Preset(
            "blueprint",
            N_("2023 blueprint"),
            N_("The other side of the 2023 sheet. Its printed numbers are lost: these are ours."),
            {"edition": "2023", "board": "blueprint"},
        ),
        Preset(
            "draft",
            N_("2018 draft"),
            N_("A hand of three, one card passed to the right, with roundabouts and plans with a star."),
            {"edition": "2018", "plans": "mixed", "roundabouts": True, "draft": True},
            fewest=2,
        ),
    )

    def versions(self, players: int, options: Mapping[str, OptionValue]) -> range:
        return range(1, 3) if players == 1 and options["edition"] == "2023" else range(1, 2)

    # Numbers ------------------------------------------------------------------------------------------------------

    def data_problems(self, data: Data) -> list[str]:
        return data_problems(data)

    def tables(self, players: int, options: Mapping[str, OptionValue], data: Data) -> WelcomeTables:
        edition = str(options["edition"])
        new = edition == "2023"
        draft = bool(options["draft"]) and players > 1
        if draft and new:
            raise BadSetup(N_("draft: only the 2018 edition has it; choose edition=2018 or draft=off"))
        if options["board"] == "blueprint" and not new:
            raise BadSetup(
                N_("board: only the 2023 edition has a blueprint side; choose edition=2023 or board=classic")
            )
        mode = at.DRAFT if draft else at.PILES
        if players == 1:
            mode = at.SOLO_2023 if new else at.SOLO_2018
        plans, names = plan_bytes(data, edition)
        fixed, decks = [], []
        for deck in (1, 2, 3):
            drawn, chosen = self._deck(data, options, names, deck)
            fixed.append(chosen)
            decks.append(drawn)
        rule = {"each": at.RESHUFFLE_EACH, "once": at.RESHUFFLE_ONCE, "off": at.RESHUFFLE_NEVER}
        numbers, effects, counts = deck_kinds(data, edition)
        if draft and 3 * players > sum(counts):
            most = sum(counts) // 3
            raise BadSetup(N_("draft: it is for 2 to {most} players (three cards each), not {n}"), most=most, n=players)
        board = str(options["board"])
        return WelcomeTables(
            players,
            mode,
            new,
            bytes(data.get_value(f"sheet.{board}.houses")),
            numbers,
            effects,
            counts,
            sheet_bytes(data, board, mode, int(options["rival"])),
            plans,
            decks,
            rival_bytes(data, int(options["rival"])),
            int(data.get_value("solo_2023.last" if new else "solo_2018.lower")),
            bool(options["roundabouts"]),
            bool(options["roundabout_built"]),
            rule[str(options["reshuffle"])] if mode == at.PILES and not new else at.RESHUFFLE_NEVER,
            bytes(fixed),
        )

    @staticmethod
    def _deck(data: Data, options: Mapping[str, OptionValue], names: Sequence[str], deck: int) -> tuple[bytes, int]:
        """The plans that may be drawn for a place, and the one chosen by name (255: none)."""
        edition, wanted, chosen = options["edition"], options["plans"], str(options[f"plan{deck}"])

        def value(name: str, field: str) -> Any:
            path = f"plans_{edition}.{name}.{field}"
            return data.get_value(path) if path in data else 0

        here = [name for name in names if value(name, "deck") == deck]
        possible = [name for name in here if options["roundabouts"] or not value(name, "roundabouts")]
        if chosen != "drawn":
            if chosen not in here:
                raise BadSetup(
                    N_("plan{deck}: {name} is no plan of {edition}, deck {deck}; there are: {names}"),
                    deck=deck,
                    name=chosen,
                    edition=edition,
                    names=", ".join(here),
                )
            if chosen not in possible:
                raise BadSetup(
                    N_("plan{deck}: {name} asks for roundabouts; add roundabouts=on"), deck=deck, name=chosen
                )
            return bytes([names.index(chosen)]), names.index(chosen)
        starred = [name for name in possible if value(name, "starred")]
        plain = [name for name in possible if not value(name, "starred")]
        pool = {"basic": plain, "mixed": plain + starred, "expert": starred or plain}[str(wanted)]
        return bytes(sorted(names.index(name) for name in pool)), 255

    def layout(self, tables: WelcomeTables) -> Layout:
        return Layout(
            self._table_fields(tables),
            self._seat_fields(tables),
            seats_at=tables.seats,
            stride=tables.stride,
            seats=tables.players,
        )

    def _table_fields(self, tables: WelcomeTables) -> list[Field]:
        kinds, most = tables.kinds, tables.cards
        cards = self.card_names(tables)
        plans = ("none", *self.plan_names(tables))
        piles, rival = tables.mode == at.PILES, tables.mode == at.SOLO_2023
        again = tables.reshuffle != at.RESHUFFLE_NEVER
        fields = [
            Field("phase", at.PHASE, high=2, values=PHASES),
            Field("waiting_for", at.WAIT, high=7, values=WAITS, absent=at.NOTHING),
            Field("waiting_at", at.WAIT_AT, high=3 * tables.players + 2, derived=True),
            Field("round", at.ROUND, high=1000, derived=True),
            Field("pending", at.PENDING, high=tables.players, confirms=True, derived=True),
            Field(
                "ended",
                at.ENDED,
                low=-1,
                high=len(RULES) - 1,
                values=("no", *(rule.id for rule in RULES)),
                derived=True,
            ),
            Field("passes", at.PASSES, high=1000, derived=not again, absent=0),
            Field("reshuffles", at.RESHUFFLES, high=3, derived=not again, absent=0),
            Field("plans", at.PLANS_AT, 3, low=-1, high=len(plans) - 2, values=plans),
            Field("flipped", at.FLIPPED, 3, derived=True),
            Field("numbers", at.TOP, 3, low=-1, high=kinds - 1, values=("none", *cards), derived=not piles),
            Field("effects", at.TURNED, 3, low=-1, high=kinds - 1, values=("none", *cards), derived=not piles),
            Field("deck_size", at.DECK_SIZE, high=most, derived=True),
            Field("deck_top", at.DECK_TOP, low=-1, high=6, values=("none", *EFFECT_KEYS, "special"), derived=piles),
            Field("specials", at.SPECIALS, high=3, derived=tables.mode != at.SOLO_2018),
            Field("approvals_drawn", at.LETTERS, 3, derived=not rival),
            Field("dealer", at.DEALER, high=tables.players - 1, derived=tables.mode != at.DRAFT),
            Field("rival_plans", at.RIVAL_PLANS, 3, low=-1, high=255, derived=not rival),
            Field("rival_size", at.RIVAL_SIZE, high=most, derived=True),
        ]
        zones = ("", "_2", "_3")[: tables.zones]
        for i, zone in enumerate(zones):
            fields.append(
                Field(f"pool{zone}", at.CARDS + i * kinds, kinds, high=most, labels=cards, derived=i == 0, absent=0)
            )
        for i, zone in enumerate(zones):
            fields.append(Field(f"discard{zone}", tables.discards + i * kinds, kinds, high=most, labels=cards))
        if tables.mode == at.SOLO_2023:
            pile = Field("rival_pile", tables.rival_pile, most, low=-1, high=kinds - 1, values=("none", *cards))
            fields.append(pile)
        if tables.mode == at.DRAFT:
            names = ("none", *cards)
            fields.append(
                Field("unseen", tables.unseen, 3 * tables.players, low=-1, high=kinds - 1, values=names, absent=-1)
            )
        return fields

    def _seat_fields(self, tables: WelcomeTables) -> list[Field]:
        houses = tables.houses
        cards = self.card_names(tables)
        fields = [
            Field("stage", at.STAGE, high=6, values=STAGES, confirms=True, absent=at.CHOOSING),
            Field("number_card", at.CARD_N, low=-1, high=2, absent=-1),
            Field("effect_card", at.CARD_E, low=-1, high=2, derived=not tables.hand, absent=-1),
            Field("number", at.NUMBER_NOW, low=-1, high=17, absent=-1),
            Field("hired", at.HIRED, high=2, absent=0),
            Field("wrote", at.WROTE, low=-1, high=houses - 1, absent=-1),
            Field("effect_at", at.DID, low=-1, high=houses - 1, absent=-1),
            Field("roundabout_at", at.DUG, low=-1, high=houses - 1, absent=-1),
            Field("roundabout_fences", at.DUG_FENCES, high=3, absent=0),
            Field("approving", at.USING, low=-1, high=2, absent=-1),
            Field("approved_now", at.FRESH, high=7, absent=0),
            Field("wants_reshuffle", at.AGAIN, absent=0),
            Field("refused", at.REFUSED, derived=True),
            Field("given", at.GIVEN, low=-1, high=2, absent=-1),
            Field("place", at.PLACE, high=tables.players, derived=True),
            Field("temps", at.TEMPS, high=tables.temp_boxes),
            Field("bis", at.BISES, high=tables.bis_boxes, derived=True),
            Field("refusals", at.REFUSALS, high=tables.refusal_boxes),
            Field("roundabouts", at.ROUNDABOUTS, high=tables.roundabout_boxes, derived=True),
            Field("built", at.BUILT, high=houses, derived=True),
            Field("parks", at.PARKS, 3, high=max(tables.park_boxes)),
            Field("plans", at.PLANS, 3, low=-1, high=255),
            Field("values", at.VALUES, 6, high=max(tables.value_boxes)),
            Field("estates", at.ESTATES, 6, high=houses, derived=True),
            Field("free_estates", at.FREE, 6, high=houses, derived=True),
            Field("houses", at.NUMBERS, houses, low=-1, high=36, values=HOUSE_KEYS),
            Field("fences", tables.fences, houses),
            Field("marks", tables.marks, houses, high=5, values=MARKS, absent=0),
            Field("pools", tables.pool_at, tables.pools),
        ]
        if tables.hand:
            fields.append(Field("hand", tables.hand_at, 3, low=-1, high=tables.kinds - 1, values=("none", *cards)))
            effects = ("none", *EFFECT_KEYS)
            fields.append(Field("hand_effects", tables.hand_effects, 3, low=-1, high=5, values=effects, derived=True))
        if tables.mode == at.DRAFT:  # the past of the cards: records of old have no fields for it
            every = 2 ** (at.HIGHEST + 1) - 1
            fields.append(Field("hand_ages", tables.ages, 3, high=1000, absent=0))
            fields.append(Field("passed_before", tables.passed, high=max(0, tables.players - 2), absent=0))
            fields.append(Field("passed_not", tables.unfit, high=every, absent=0))
            fields.append(Field("fitted", tables.fitted, high=every, absent=0))
        return fields

    def start(self, tables: WelcomeTables) -> WelcomeState:
        return starting(tables)

    def state(self, tables: WelcomeTables, cells: "vec[i64]") -> WelcomeState:
        return WelcomeState(cells, tables)

    # Words and pictures ---------------------------------------------------------------------------------------------

    def label(self, setup: Setup, code: int, words: Words) -> str:
        return label(setup, code, words)

    def offered(self, view: View, code: int, words: Words) -> str:
        return offered(view, code, words)

    def book(self, options: Mapping[str, OptionValue]) -> str:
        return str(options["edition"])

    def explain(self, view: View, code: int, rule: Rule, words: Words) -> Advice:
        return explain(view, code, rule, words)

    def narrate(self, said: Said, before: View, after: View, words: Words) -> list[tuple[Rule | None, str]]:
        return narrate(said, before, after, words)

    def rivals(self, view: View, words: Words) -> list[SheetScore]:
        if not has_rival(view.setup):
            return []
        lines = tuple(rival_lines(self, view.setup, view.known, words))
        return [SheetScore(rival_name(view.setup, words), Score(NOBODY, lines))]

    def text(self, view: View, words: Words) -> str:
        return text(view, words)

    def told(self, view: View, words: Words) -> spoken.Told:
        return spoken.told(view, words)

    def draw(self, view: View, words: Words, *, width: int = 1280) -> Drawing:
        return draw(view, words, width)

    def cover(self, words: Words, preset: str = "") -> str:
        return cover.draw(preset)

    def greedy(self, view: View) -> int:
        known = view.known
        assert isinstance(known, WelcomeState)
        assert view.seat is not None
        return best_move(known, view.seat, view.setup.tables.moves)

    def default(self, view: View) -> int:
        return default(view)

    # Names --------------------------------------------------------------------------------------------------------

    @staticmethod
    def card_names(tables: WelcomeTables) -> tuple[str, ...]:
        return tuple(f"{n} {EFFECT_KEYS[e]}" for n, e in zip(tables.number, tables.effect, strict=True))

    @cached_property
    def _editions(self) -> list[tuple[str, Setup, tuple[str, ...]]]:
        setups = [(edition, self.set_up(2, {"edition": edition})) for edition in ("2018", "2023")]
        return [(edition, setup, plan_bytes(self.data, edition)[1]) for edition, setup in setups]

    def value_text(self, option: Option, value: OptionValue, words: Words) -> str:
        """A plan is chosen by what it asks for, not by its name."""
        if not option.name.startswith("plan") or option.name == "plans" or value == "drawn":
            return super().value_text(option, value, words)
        asks: dict[str, list[str]] = {}
        for edition, setup, names in self._editions:
            if value in names:
                asks.setdefault(plan_text(setup, names.index(str(value)), words), []).append(edition)
        return "; ".join(f"{text} ({', '.join(editions)})" for text, editions in asks.items())

    def plan_names(self, tables: WelcomeTables) -> tuple[str, ...]:
        return plan_bytes(self.data, "2023" if tables.new_edition else "2018")[1]

    def notation(self, tables: WelcomeTables) -> list[str]:
        places = [house_name(tables, house) for house in range(tables.houses)]
        first = "number" if tables.hand else "take"
        names = [f"{first} {i}" for i in (1, 2, 3)]
        names += [f"effect {i}" for i in (1, 2, 3)]
        names += [f"give {i}" for i in (1, 2, 3)]
        names += ["refuse", "done", "park", "pool", "reshuffle"]
        names += [f"plan {i}" for i in (LETTERS if tables.new_edition else (1, 2, 3))]
        names += [f"value {size}" for size in range(1, 7)]
        names += [f"temp {number}" for number in range(18)]
        names += [f"write {place}" for place in places]
        names += [f"fence {place}" for place in places]
        names += [f"bis {place} left" for place in places]
        names += [f"bis {place} right" for place in places]
        names += [f"roundabout {place}" for place in places]
        return names + [f"use {place}" for place in places]

    def streams(self, tables: WelcomeTables) -> list[Stream]:
        cards = self.card_names(tables)
        plans = self.plan_names(tables)
        streams = [Stream(f"plan {i}", plans) for i in (1, 2, 3)]
        if tables.mode == at.PILES:
            return streams + [Stream(f"pile {i}", cards) for i in (1, 2, 3)]
        special = "solo card" if tables.mode == at.SOLO_2018 else "approval"
        streams.append(Stream("top of the deck", (*EFFECT_KEYS, special)))
        seats = range(tables.players)
        if tables.mode == at.DRAFT:
            streams.append(Stream("first dealt", tuple(map(str, seats))))
            return streams + [Stream(f"hand {seat}", cards, owner=seat, private=True) for seat in seats]
        return [*streams, Stream("card", cards), Stream("approval card", LETTERS)]

    # Scores and laws ----------------------------------------------------------------------------------------------

    def ties(self, options: Mapping[str, OptionValue], ending: str) -> Sequence[str]:
        return ("welcome.tie",)

    def score_lines(self, setup: Setup, state: State, seat: int, words: Words) -> list[Line]:
        return score_lines(setup, state, seat, words)

    def derive(self, setup: Setup, cells: list[int]) -> list[int]:
        return derive(setup, cells)

    def problems(self, setup: Setup, state: State) -> list[str]:
        return position_problems(setup, state)

    tapping = N_("Tap houses, fences and boxes as they stand on your paper.")

    def score_sheet(self, text: str, words: Words) -> SheetReport:
        return report(self, text, words)

    def sheet_position(self, text: str, words: Words) -> dict[str, Any]:
        return sheet_position(self, text, words)

    def tap_sheet(self, text: str, tap: str, words: Words, *, width: int = 1280) -> TappedSheet:
        return tapped(self, text, tap or "look", words, width)

    def census(self, setup: Setup, state: State) -> dict[str, int]:
        """Cards of each kind, wherever they lie: no card is ever lost, in any mode."""
        tables: Any = setup.tables
        cells = state.cells
        counts = dict.fromkeys(self.card_names(tables), 0)
        names = self.card_names(tables)
        for zone in range(2 * tables.zones):
            for kind, name in enumerate(names):
                counts[name] += cells[at.CARDS + zone * tables.kinds + kind]
        loose = [cells[at.TOP + i] for i in range(3)] + [cells[at.TURNED + i] for i in range(3)]
        loose += [cells[i] for i in range(tables.rival_pile, tables.seats)]
        if tables.hand:
            for seat in range(setup.players):
                hand = tables.seats + seat * tables.stride + tables.hand_at
                loose += [cells[hand + i] for i in range(3)]
        for kind in loose:
            if kind >= 0:
                counts[names[kind]] += 1
        return counts
