"""Welcome To… on the shelf: options, data, names. The rules themselves begin in rules/state.py."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from kvartal.engine.game import Game, Setup, Stream
from kvartal.engine.layout import Layout
from kvartal.engine.option import Needs, Option, OptionValue, Preset
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.welcome.bot import timeout
from kvartal.games.welcome.bot.greedy import best_move
from kvartal.games.welcome.bot.mind import WelcomeMind
from kvartal.games.welcome.drawing import board, cover
from kvartal.games.welcome.drawing.pictures import draw_picture
from kvartal.games.welcome.paper import onward, reading, taps
from kvartal.games.welcome.rules import keys, numbers
from kvartal.games.welcome.rules.layout import layout
from kvartal.games.welcome.rules.positions.derive import census, derive
from kvartal.games.welcome.rules.positions.problems import position_problems
from kvartal.games.welcome.rules.state import WelcomeState, starting
from kvartal.games.welcome.rules.tables import WelcomeTables
from kvartal.games.welcome.text import bar, labels, log, reasons, refusals, score_lines, spoken, terminal
from kvartal.games.welcome.text.catalogue import RULES
from kvartal.games.welcome.text.chapters import CHAPTERS
from kvartal.games.welcome.text.coach import LESSONS
from kvartal.games.welcome.text.pictures import PICTURES


def _plan(deck: int, text: str) -> Option:
    names = numbers.plan_ids(deck)
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
    pictures = PICTURES
    lessons = LESSONS
    version = 2  # only of the 2023 game alone: there the last round gives the rival its card as well
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
        Preset("2018", N_("2018 edition"), N_("The classic sheet, the easiest to begin with."), {"edition": "2018"}),
        Preset(
            "2023",
            N_("2023 edition"),
            N_("A newer sheet and fewer cards; each pile is shuffled on its own."),
            {"edition": "2023"},
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

    data_problems = staticmethod(numbers.data_problems)
    tables = staticmethod(numbers.tables)

    def layout(self, tables: WelcomeTables) -> Layout:
        return layout(tables, self.plan_names(tables), tuple(rule.id for rule in RULES))

    start = staticmethod(starting)

    def secrets(self, tables: WelcomeTables) -> bool:
        """Alone one sees everything; with others their unfinished turns, and in the draft their hands, are hidden."""
        return tables.players > 1

    def longest(self, tables: WelcomeTables) -> int:
        """Every round writes a house or crosses a refusal. A turn has nine moves at most; three plans in a whole game
        come on top, each with the estates used for it."""
        rounds = tables.houses + tables.refusal_boxes + 1
        return tables.players * (9 * rounds + 3 * (1 + tables.houses))

    # Words and pictures ---------------------------------------------------------------------------------------------

    label = staticmethod(labels.label)
    offered = staticmethod(labels.offered)
    explain = staticmethod(refusals.explain)
    reasons = staticmethod(reasons.reasons)
    narrate = staticmethod(log.narrate)
    ended = staticmethod(log.ended)
    rivals = staticmethod(score_lines.rivals)
    text = staticmethod(terminal.text)
    told = staticmethod(spoken.told)
    bar = staticmethod(bar.bar)
    draw = staticmethod(board.draw)
    draw_picture = staticmethod(draw_picture)
    default = staticmethod(timeout.default)

    def book(self, options: Mapping[str, OptionValue]) -> str:
        return str(options["edition"])

    def cover(self, words: Words, preset: str = "") -> str:
        return cover.draw(preset)

    def greedy(self, view: View) -> int:
        known = view.known
        assert isinstance(known, WelcomeState)
        assert view.seat is not None
        return best_move(known, view.seat, view.setup.tables.moves)

    def modes(self, setup: Setup) -> Sequence[str]:
        """How weights are told apart: alone or with others, which edition, roundabouts or not."""
        edition = str(setup.options["edition"])
        found = [f"solo {edition}" if setup.players == 1 else edition]
        return [*found, "roundabouts"] if setup.options["roundabouts"] else found

    def mind(self, setup: Setup, weights: Sequence[int] | Mapping[str, int] | None = None) -> WelcomeMind:
        assert isinstance(setup.tables, WelcomeTables)
        return WelcomeMind(setup.tables, self.weighed(setup, weights))

    # Names --------------------------------------------------------------------------------------------------------

    @cached_property
    def _editions(self) -> list[tuple[str, Setup, tuple[str, ...]]]:
        setups = [(edition, self.set_up(2, {"edition": edition})) for edition in ("2018", "2023")]
        return [(edition, setup, numbers.plan_names(edition)) for edition, setup in setups]

    def value_text(self, option: Option, value: OptionValue, words: Words) -> str:
        """A plan is chosen by what it asks for, not by its name."""
        if not option.name.startswith("plan") or option.name == "plans" or value == "drawn":
            return super().value_text(option, value, words)
        asks: dict[str, list[str]] = {}
        for edition, setup, names in self._editions:
            if value in names:
                asks.setdefault(labels.plan_text(setup, names.index(str(value)), words), []).append(edition)
        return "; ".join(f"{text} ({', '.join(editions)})" for text, editions in asks.items())

    def plan_names(self, tables: WelcomeTables) -> tuple[str, ...]:
        return numbers.plan_names("2023" if tables.new_edition else "2018")

    notation = staticmethod(keys.notation)

    def streams(self, tables: WelcomeTables) -> list[Stream]:
        return keys.streams(tables, self.plan_names(tables))

    # Scores and laws ----------------------------------------------------------------------------------------------

    def ties(self, options: Mapping[str, OptionValue], ending: str) -> Sequence[str]:
        return ("welcome.tie",)

    score_lines = staticmethod(score_lines.score_lines)
    derive = staticmethod(derive)
    problems = staticmethod(position_problems)
    census = staticmethod(census)
    tapping = N_("Tap houses, fences and boxes as they stand on your paper.")
    score_sheet = reading.score_sheet
    sheet_position = onward.sheet_position
    tap_sheet = taps.tap_sheet
