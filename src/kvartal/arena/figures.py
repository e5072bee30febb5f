"""The figures of strength: what was measured at every setting, beside what is to be reached; for people and as JSON."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kvartal.arena.run import Run
from kvartal.arena.strength import GREEDY, Comparison, Kept, left
from kvartal.arena.summary import Share, Summary
from kvartal.arena.table import Spent
from kvartal.arena.tally import DIGITS
from kvartal.engine.game import Game
from kvartal.engine.strength import Setting

CPU_GOALS = {"level3": 0.03, "level5": 0.3}  # seconds a turn, at most
NOTHING = "not yet measured"
LEGEND = (
    "✓ reached, ✗ not reached; no mark: not all games are played yet, or there is no goal. "
    "† by bots that have changed since. In brackets 95 % intervals, then the games that a figure rests on."
)


@dataclass(frozen=True)
class Measured:
    """A comparison and what its games say."""

    comparison: Comparison
    summary: Summary
    finished: bool
    earlier: bool  # by bots that have changed since
    result: str | None  # of the test

    @classmethod
    def of(cls, kept: Kept) -> "Measured":
        run: Run = kept.run()
        result = run.trial.result if run.trial else None
        return cls(kept.comparison, run.summary(), not left(run), kept.earlier, result)

    @property
    def games(self) -> int:
        return self.summary.tally.games

    @property
    def share(self) -> Share | None:
        """Of the wins; alone, of the deals that differ. None: there are none."""
        meetings = self.summary.meetings
        alone = self.comparison.setup.players == 1
        if not self.games or (alone and meetings[0].same == meetings[0].deals):
            return None
        return meetings[0].shares[self.comparison.bot]

    @property
    def met(self) -> bool | None:
        goal, share = self.comparison.goal, self.share
        if goal is None or share is None:
            return None
        return self.judged(share.value, goal, self.comparison.at_most)

    def judged(self, value: float, goal: float | None, at_most: bool = False) -> bool | None:
        """Is a goal reached? Nobody knows before all games are played."""
        if goal is None or not self.finished or self.earlier:
            return None
        return value <= goal if at_most else value >= goal

    def to_json(self) -> dict[str, Any]:
        share = self.share
        return {
            "bot": self.comparison.bot,
            "others": self.comparison.others,
            "games": self.games,
            "games_at_most": self.comparison.games * (2 if self.comparison.setup.players == 1 else 1),
            "finished": self.finished,
            "earlier_bots": self.earlier,
            **(share.to_json() if share else {"share": None, "share_95": None, "fair": None}),
            "same": self.summary.meetings[0].same,
            "goal": self.comparison.goal,
            "goal_is_at_most": self.comparison.at_most,
            "met": self.met,
            "sprt": self.result,
            "bots": self.summary.bots_to_json(),
            "endings": dict(sorted(self.summary.tally.endings.items())),
        }


@dataclass(frozen=True)
class Row:
    """All that was measured at one setting."""

    game: Game
    setting: Setting
    measured: tuple[Measured, ...]

    def find(self, bot: str, others: str) -> Measured | None:
        return next((m for m in self.measured if (m.comparison.bot, m.comparison.others) == (bot, others)), None)

    def cpu(self, bot: str) -> float | None:
        """Seconds of one processor that a bot thinks about a turn, over all its games here."""
        spent = [each.summary.spent.get(bot, Spent()) for each in self.measured]
        turns = sum(each.turns for each in spent)
        return sum(each.cpu for each in spent) / 1e9 / turns if turns else None

    def to_json(self) -> dict[str, Any]:
        cpu = {name: self.cpu(name) for name in CPU_GOALS}
        return {
            "game": self.game.key,
            "setting": self.setting.name,
            "players": self.setting.players,
            "comparisons": [each.to_json() for each in self.measured],
            "measured": {
                name: None if each is None else {"cpu_s_per_turn": round(each, DIGITS)} for name, each in cpu.items()
            },
        }


def rows_of(kept: Iterable[Kept]) -> list[Row]:
    """Setting by setting, in the order of the rooms."""
    found: dict[tuple[str, str], list[Measured]] = {}
    for each in kept:
        key = each.comparison.setup.game.key, each.comparison.setting.name
        found.setdefault(key, []).append(Measured.of(each))
    return [Row(all_[0].comparison.setup.game, all_[0].comparison.setting, tuple(all_)) for all_ in found.values()]


# For people ----------------------------------------------------------------------------------------------------------


def mark(met: bool | None) -> str:
    return "" if met is None else " ✓" if met else " ✗"


def percent(share: float) -> str:
    return f"{100 * share:.1f}".removesuffix(".0") + " %"


def between(low: float, high: float) -> str:
    return f"[{100 * low:.0f}–{100 * high:.0f}]"


def cell(measured: Measured | None) -> str:
    """A share of the wins in a table."""
    if measured is None:
        return ""
    if not measured.games:
        return NOTHING
    share = measured.share
    old = " †" if measured.earlier else ""
    if share is None:
        return f"all alike, {measured.games}{old}"
    return f"{percent(share.value)} {between(share.low, share.high)}, {measured.games}{old}{mark(measured.met)}"


STEP_HEADS = ("1 – random", "1 – greedy", "2 – 1", "3 – 2", "4 – 3", "5 – 4")
LAST_HEADS = ("against greedy", "games won", "points", "of greedy", "endings, completeness", "CPU, level 3", "level 5")


def step_rows(rows: Sequence[Row]) -> list[list[str]]:
    pairs = [("level1", "random"), ("level1", GREEDY), *((f"level{n}", f"level{n - 1}") for n in range(2, 6))]
    stepping = [row for row in rows if row.setting.steps]
    return [[named(row), *(cell(row.find(*pair)) for pair in pairs)] for row in stepping]


def last_rows(rows: Sequence[Row]) -> list[list[str]]:
    return [[named(row), *_last(row, row.find("level5", GREEDY))] for row in rows]


def named(row: Row) -> str:
    return f"{row.game.title}: {row.setting.name}"


def _last(row: Row, measured: Measured | None) -> list[str]:
    cpu = [_cpu(row.cpu(name), goal) for name, goal in CPU_GOALS.items()]
    if measured is None or not measured.games:
        return [cell(measured), "", "", "", "", *cpu]
    goal, bots = row.setting.goal, measured.summary.tally.bots
    mine, greedys = bots["level5"], bots[GREEDY]
    against = cell(measured) + (f" (≥ {percent(measured.comparison.goal)})" if measured.comparison.goal else "")
    won = ""
    if row.setting.players == 1:
        wanted = mark(measured.judged(mine.win_rate, goal.wins)) + (f" (≥ {percent(goal.wins)})" if goal.wins else "")
        won = f"{percent(mine.win_rate)} {between(*mine.interval())}{wanted}; greedy {percent(greedys.win_rate)}"
    half = 1.96 * mine.score.sd / math.sqrt(mine.games)
    points = f"{mine.score.mean:.1f} ± {half:.1f}{mark(measured.judged(mine.score.mean, goal.points))}"
    points += f" (≥ {goal.points:g})" if goal.points else ""
    return [against, won, points, f"{greedys.score.mean:.1f}", _how(row, measured), *cpu]


def _how(row: Row, measured: Measured) -> str:
    """How the games ended, and what was reached in them."""
    goal, summary = row.setting.goal, measured.summary
    told = []
    games = summary.tally.games
    for rule, count in sorted(summary.tally.endings.items(), key=lambda item: (-item[1], item[0])):
        most = goal.endings.get(rule)
        wanted = "" if most is None else f"{mark(measured.judged(count / games, most, True))} (≤ {percent(most)})"
        told.append(f"`{rule}` {percent(count / games)}{wanted}")
    for what in sorted(set(goal.reached) | set(summary.reached["level5"])):
        value = summary.reached["level5"][what] / summary.tally.bots["level5"].games
        least = goal.reached.get(what)
        wanted = "" if least is None else f"{mark(measured.judged(value, least))} (≥ {percent(least)})"
        told.append(f"{what} {percent(value)}{wanted}")
    return ", ".join(told)


def _cpu(seconds: float | None, goal: float) -> str:
    return "" if seconds is None else f"{seconds:.3f} s{mark(seconds <= goal)}"


def markdown(rows: Sequence[Row]) -> str:
    """Two tables: the steps from level to level, and level 5 against greedy."""
    return "\n".join(
        [
            "### From level to level",
            "",
            "To reach: level 1 has at least 80 % against random and at most 10 % against greedy; every other level",
            "60 % against the one below it (alone: of the deals that differ), at four seats, one among three, 32 %.",
            "",
            *_table(("setting", *STEP_HEADS), step_rows(rows)),
            "",
            "### Level 5 against greedy",
            "",
            *_table(("setting", *LAST_HEADS), last_rows(rows)),
            "",
            LEGEND,
        ]
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]
