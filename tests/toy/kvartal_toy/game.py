"""Toy Town on the shelf: options, numbers, names. The rules themselves are in rules/state.py."""

from collections.abc import Mapping

from kvartal.engine.bar import Bar
from kvartal.engine.data import Data
from kvartal.engine.game import Game, Said, Setup, Stream
from kvartal.engine.layout import Field, Layout
from kvartal.engine.option import Option, OptionValue, Preset
from kvartal.engine.rule import Advice, Rule
from kvartal.engine.score import Line
from kvartal.engine.state import State
from kvartal.engine.svg import Drawing
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal_toy import bot, drawing, text
from kvartal_toy.rules import state as at
from kvartal_toy.rules.state import MOST_ROUNDS, MOST_SEATS, PLANS, SITE_COUNT, SITE_KEYS, ToyState, ToyTables, starting
from kvartal_toy.text import PLAN_KEYS, RULES, SITE_NAMES

CHOICES = ("none", *(f"build {key}" for key in PLAN_KEYS), *(f"hide {key}" for key in PLAN_KEYS))


class ToyTown(Game):
    key = "toy"
    title = "Toy Town"
    tagline = N_("Outbid the other builders for a site, or hide a plan in your safe.")
    seats = range(2, MOST_SEATS + 1)
    minutes = "5"
    rules = RULES
    version = 1
    options = (
        Option("rounds", 3, N_("Rounds to play"), low=1, high=MOST_ROUNDS),
        Option(
            "ties",
            "nobody",
            N_("Who takes the site when the highest plans are equal"),
            ("nobody", "cancel"),
            value_texts=(N_("nobody"), N_("the next one: equal plans cancel each other")),
        ),
    )
    presets = (Preset("long", N_("Long"), N_("All rounds, and equal plans cancel."), {"rounds": 4, "ties": "cancel"}),)
    state_class = ToyState  # the broken twins in the tests put another one here

    # Numbers ------------------------------------------------------------------------------------------------------

    def data_problems(self, data: Data) -> list[str]:
        hand = data.get_value("plans.hand")
        wrong = [f"plans.hand: {hand} is not between {MOST_ROUNDS} and {PLANS}"] * (not MOST_ROUNDS <= hand <= PLANS)
        return wrong + [f"{name}: a site is worth 0 to 100" for name in data if not 0 <= data.get_value(name) <= 100]

    def tables(self, players: int, options: Mapping[str, OptionValue], data: Data) -> ToyTables:
        worth = tuple(int(data.get_value(f"sites.{key}")) for key in SITE_KEYS)
        hand = int(data.get_value("plans.hand"))
        return ToyTables(players, hand, worth, int(options["rounds"]), options["ties"] == "cancel")

    def start(self, tables: ToyTables) -> ToyState:
        return starting(tables, self.state_class)

    def layout(self, tables: ToyTables) -> Layout:
        table = (
            Field("round", at.ROUND, high=tables.rounds),
            Field("waiting_for", at.WAIT, high=2, values=("nothing", "site", "plan")),
            Field("waiting_seat", at.WAIT_SEAT, high=tables.players - 1, seats=0),
            Field("site", at.SITE, high=SITE_COUNT, values=("none", *SITE_KEYS)),
            Field("sites_to_come", at.POOL, SITE_COUNT, labels=SITE_KEYS),
            Field("sites_gone", at.GONE, SITE_COUNT, labels=SITE_KEYS),
        )
        seat = (
            Field("hand", at.HAND, PLANS, labels=PLAN_KEYS, hidden=True),
            Field("deck", at.DECK, PLANS, labels=PLAN_KEYS, hidden=True),
            Field("built", at.BUILT, PLANS, labels=PLAN_KEYS),
            Field("safe", at.SAFE, MOST_ROUNDS, high=PLANS, hidden=True),
            Field("sites", at.WON, SITE_COUNT, labels=SITE_KEYS),
            Field("hand_size", at.HAND_SIZE, high=PLANS, derived=True),
            Field("learned", at.LEARNED, high=3 * MOST_ROUNDS),
            Field("seen", at.SEEN, MOST_SEATS, high=MOST_ROUNDS),
            Field("done", at.DONE, confirms=True),
            Field("choice", at.CHOICE, high=2 * PLANS, values=CHOICES),
            Field("ordered", at.ORDERED),
            Field("spied", at.SPIED, high=tables.players, seats=1),
        )
        return Layout(table, seat, seats_at=at.SEATS, stride=at.STRIDE, seats=tables.players)

    # Names --------------------------------------------------------------------------------------------------------

    def notation(self, tables: ToyTables) -> list[str]:
        names = [f"build {key}" for key in PLAN_KEYS] + [f"hide {key}" for key in PLAN_KEYS]
        return [*names, "order", "done", *(f"spy {seat}" for seat in range(tables.players))]

    def seat_codes(self, tables: ToyTables) -> tuple[int, ...]:
        return (at.SPY,)

    def seen_notation(self, tables: ToyTables) -> list[str]:
        """That a plan was hidden is told at the reveal; which one is not."""
        return ["hide ?" if name.startswith("hide ") else name for name in self.notation(tables)]

    def streams(self, tables: ToyTables) -> list[Stream]:
        plans = [Stream(f"plans {seat}", PLAN_KEYS, owner=seat, private=True) for seat in range(tables.players)]
        return [Stream("sites", SITE_KEYS), *plans]

    # Scores and laws ----------------------------------------------------------------------------------------------

    def score_lines(self, setup: Setup, state: State, seat: int, words: Words) -> list[Line]:
        cells, mine = state.cells, at.SEATS + seat * at.STRIDE
        assert isinstance(setup.tables, ToyTables)
        lines = [
            Line(self.rule("toy.score.site"), setup.tables.worth[site], words(SITE_NAMES[site]))
            for site in range(SITE_COUNT)
            if cells[mine + at.WON + site]
        ]
        hidden = [plan for plan in cells[mine + at.SAFE : mine + at.SAFE + MOST_ROUNDS] if plan > 0]
        return lines + [Line(self.rule("toy.score.safe"), plan, words("In the safe: {n}", n=plan)) for plan in hidden]

    def census(self, setup: Setup, state: State) -> dict[str, int]:
        cells, counts = state.cells, {}
        bases = [at.SEATS + seat * at.STRIDE for seat in range(setup.players)]
        for site, key in enumerate(SITE_KEYS):
            counts[key] = cells[at.POOL + site] + cells[at.GONE + site] + (cells[at.SITE] == site + 1)
            counts[key] += sum(cells[base + at.WON + site] for base in bases)
        for seat, base in enumerate(bases):
            safe = cells[base + at.SAFE : base + at.SAFE + MOST_ROUNDS]
            for plan, key in enumerate(PLAN_KEYS):
                lying = sum(cells[base + zone + plan] for zone in (at.HAND, at.DECK, at.BUILT))
                counts[f"plan {key} of {seat}"] = lying + sum(each == plan + 1 for each in safe)
        return counts

    def derive(self, setup: Setup, cells: list[int]) -> list[int]:
        """Who types a position in need not count the plans in hand."""
        for seat in range(setup.players):
            mine = at.SEATS + seat * at.STRIDE
            cells[mine + at.HAND_SIZE] = sum(cells[mine + at.HAND : mine + at.HAND + PLANS])
        return cells

    def problems(self, setup: Setup, state: State) -> list[str]:
        cells = state.cells
        wrong = [f"there is one of each, not {n}: {what}" for what, n in self.census(setup, state).items() if n != 1]
        if (cells[at.SITE] == 0) != (cells[at.ROUND] == setup.options["rounds"] or cells[at.WAIT] != 0):
            if not (cells[at.SITE] and cells[at.WAIT] == at.A_PLAN):  # somebody's order is on its way
                wrong.append("site: there is one while builders choose, and none while it is drawn or after the end")
        done = 0
        for seat in range(setup.players):
            mine = at.SEATS + seat * at.STRIDE
            choice = cells[mine + at.CHOICE]
            if choice and not cells[mine + at.HAND + (choice - 1) % PLANS]:
                wrong.append(f"seats[{seat}].choice: this plan is not in hand")
            if cells[mine + at.DONE] and not choice:
                wrong.append(f"seats[{seat}].done: nothing was chosen")
            done += cells[mine + at.DONE]
        if done == setup.players:
            wrong.append("seats: when all are done, the round is over")
        return wrong

    # Words and pictures ---------------------------------------------------------------------------------------------

    def label(self, setup: Setup, code: int, words: Words) -> str:
        return text.label(code, words)

    def explain(self, view: View, code: int, rule: Rule, words: Words) -> str | Advice:
        return text.explain(view, rule, words)

    def narrate(self, said: Said, before: View, after: View, words: Words) -> list[tuple[Rule | None, str]]:
        return text.narrate(said, words)

    def text(self, view: View, words: Words) -> str:
        return text.board(view, words)

    def draw(self, view: View, words: Words, *, width: int = 1280, height: int = 800) -> Drawing:
        return drawing.draw(view, words, width, height)

    def bar(self, view: View, words: Words) -> Bar:
        return drawing.bar(view, words)

    def greedy(self, view: View) -> int:
        return bot.greedy(view)

    def default(self, view: View) -> int:
        return bot.default(view)
