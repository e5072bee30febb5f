"""Toy Town on the shelf: options, numbers, names, words. The rules themselves are in state.py."""

from collections.abc import Mapping
from pathlib import Path

from kvartal.engine.data import Data
from kvartal.engine.game import Game, Said, Setup, Stream
from kvartal.engine.layout import Field, Layout
from kvartal.engine.option import Option, OptionValue, Preset
from kvartal.engine.rule import Advice, Rule
from kvartal.engine.score import Line
from kvartal.engine.state import NOBODY, UNKNOWN, State
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal_toy import state as at
from kvartal_toy.rules import RULES
from kvartal_toy.state import MOST_ROUNDS, MOST_SEATS, PLANS, SITE_COUNT, SITE_KEYS, ToyState, ToyTables, starting

PLAN_KEYS = tuple(str(plan + 1) for plan in range(PLANS))
SITE_NAMES = (N_("Well"), N_("Mill"), N_("Market"), N_("Bridge"), N_("Tower"))
CHOICES = ("none", *(f"build {key}" for key in PLAN_KEYS), *(f"hide {key}" for key in PLAN_KEYS))


class ToyTown(Game):
    key = "toy"
    title = "Toy Town"
    tagline = N_("Outbid the other builders for a site, or hide a plan in your safe.")
    seats = range(2, MOST_SEATS + 1)
    minutes = "5"
    rules = RULES
    version = 1
    folder = Path(__file__).resolve().parent
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
            Field("waiting_seat", at.WAIT_SEAT, high=tables.players - 1),
            Field("site", at.SITE, high=SITE_COUNT, values=("none", *SITE_KEYS)),
            Field("sites_to_come", at.POOL, SITE_COUNT, labels=SITE_KEYS),
            Field("sites_gone", at.GONE, SITE_COUNT, labels=SITE_KEYS),
        )
        seat = (
            Field("hand", at.HAND, PLANS, labels=PLAN_KEYS),
            Field("deck", at.DECK, PLANS, labels=PLAN_KEYS),
            Field("built", at.BUILT, PLANS, labels=PLAN_KEYS),
            Field("safe", at.SAFE, MOST_ROUNDS, high=PLANS),
            Field("sites", at.WON, SITE_COUNT, labels=SITE_KEYS),
            Field("hand_size", at.HAND_SIZE, high=PLANS, derived=True),
            Field("learned", at.LEARNED, high=3 * MOST_ROUNDS),
            Field("seen", at.SEEN, MOST_SEATS, high=MOST_ROUNDS),
            Field("done", at.DONE, confirms=True),
            Field("choice", at.CHOICE, high=2 * PLANS, values=CHOICES),
            Field("ordered", at.ORDERED),
            Field("spied", at.SPIED, high=tables.players),
        )
        return Layout(table, seat, seats_at=at.SEATS, stride=at.STRIDE, seats=tables.players)

    # Names --------------------------------------------------------------------------------------------------------

    def notation(self, tables: ToyTables) -> list[str]:
        names = [f"build {key}" for key in PLAN_KEYS] + [f"hide {key}" for key in PLAN_KEYS]
        return [*names, "order", "done", *(f"spy {seat}" for seat in range(tables.players))]

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
        if code < at.ORDER:
            plan = code % PLANS + 1
            return words("Build with {n}", n=plan) if code < at.HIDE else words("Hide {n} in the safe", n=plan)
        if code >= at.SPY:
            return words("Look into the safe of builder {n}", n=code - at.SPY + 1)
        return words("Order a plan") if code == at.ORDER else words("Done")

    def explain(self, view: View, code: int, rule: Rule, words: Words) -> str | Advice:
        """Who is done too early is told what can be built or hidden: the legal moves first, then the words."""
        if rule.id != "toy.done.early":
            return rule.said(words)
        return Advice(rule.said(words), tuple(each for each in view.codes() if each < at.ORDER))

    def narrate(self, said: Said, before: View, after: View, words: Words) -> list[tuple[Rule | None, str]]:
        if said.seat != NOBODY:
            what = words("Hide a plan in the safe") if said.code is None else self.label(after.setup, said.code, words)
            return [(None, words("Builder {n}: {what}", n=said.seat + 1, what=what))]
        assert said.stream is not None
        if said.stream.owner == NOBODY:
            return [(None, words("The next site: {site}", site=words(SITE_NAMES[SITE_KEYS.index(said.text)])))]
        return [(None, words("Builder {n} gets a plan: {plan}", n=said.stream.owner + 1, plan=said.text))]

    def text(self, view: View, words: Words) -> str:
        cells = view.known.cells
        site = cells[at.SITE]
        assert isinstance(view.setup.tables, ToyTables)
        worth = view.setup.tables.worth[site - 1]
        here = words("{site}, worth {n}", site=words(SITE_NAMES[site - 1]), n=worth) if site else "—"
        rows = [words("Round {n} of {all}: {site}", n=cells[at.ROUND] + 1, all=view.setup.options["rounds"], site=here)]
        if view.over:
            rows = [words("The game is over.")]
        for score in view.scores(words.lang):
            mine = at.SEATS + score.seat * at.STRIDE
            hand = [cells[mine + at.HAND + plan] for plan in range(PLANS)]
            plans = "".join(PLAN_KEYS[i] for i in range(PLANS) if hand[i] == 1) or "—"
            if UNKNOWN in hand:
                plans = "?" * cells[mine + at.HAND_SIZE] or "—"
            slots = cells[mine + at.SAFE : mine + at.SAFE + MOST_ROUNDS]
            safe = "".join("?" if plan == UNKNOWN else str(plan) for plan in slots if plan) or "—"
            built = "".join(PLAN_KEYS[i] for i in range(PLANS) if cells[mine + at.BUILT + i]) or "—"
            row = words("{n}  hand {hand}  built {built}  safe {safe}  points {points}", n=score.seat + 1, hand=plans,
                        built=built, safe=safe, points=score.total)  # fmt: skip
            rows.append(row + ("  ✓" if cells[mine + at.DONE] else ""))
        return "\n".join(rows)

    def greedy(self, view: View) -> int:
        """High plans for dear sites, otherwise into the safe."""
        codes = [move.code for move in view.moves()]
        dear = view.known.cells[at.SITE] >= SITE_COUNT - 1
        builds, hides = [c for c in codes if c < at.HIDE], [c for c in codes if at.HIDE <= c < at.ORDER]
        return max(builds) if dear and builds else max(hides) if hides else at.CONFIRM

    def default(self, view: View) -> int:
        """Confirm; before that, the lowest plan goes into the safe."""
        codes = [move.code for move in view.moves()]
        return at.CONFIRM if at.CONFIRM in codes else next((c for c in codes if c >= at.HIDE), codes[0])
