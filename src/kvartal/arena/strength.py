"""How strong the levels are: what the rooms declare, comparison by comparison, in files that a run goes on from."""

import ast
import hashlib
import json
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import kvartal.bots
from kvartal.arena.contest import Contest
from kvartal.arena.lineup import one_among
from kvartal.arena.run import Run
from kvartal.arena.saved import CONTEST, Saved, differences, games_in, head_of
from kvartal.arena.sprt import Sprt
from kvartal.arena.workers import Workers
from kvartal.bots import has_greedy
from kvartal.engine.game import Game, Setup
from kvartal.engine.strength import Setting

SEED = 1  # the same figures for everybody
STEP, LAST = 200, 400  # games: of a step, and of level 5 against greedy
QUICK = 40  # for a first picture
ROUNDS = (8, QUICK)  # everything is begun before anything is finished: to see early what is weak, and how long it takes
MARGIN = 0.05  # a step is tested between so much below its goal and so much above
RANDOM, GREEDY = "random", "greedy"
SEARCH = (
    "levels.py",
    "race.py",
    "rollout.py",
    "think.py",
    "tree.py",
)  # of bots/: guests and programs play no part here
BEATS_RANDOM, BEATS_GREEDY = 0.8, 0.1  # level 1: at least, at most


@dataclass(frozen=True)
class Comparison:
    """A bot against others at a setting; at larger tables alone among them."""

    setting: Setting
    setup: Setup
    bot: str
    others: str
    games: int  # at most
    goal: float | None  # its share of the wins; alone: of the deals that differ
    at_most: bool = False  # the goal is not to have more
    tested: bool = True  # it ends as soon as it is clear whether the goal is reached

    @property
    def title(self) -> str:
        return f"{self.setup.game.key}, {self.setting.name}: {self.bot} against {self.others}"

    @property
    def sprt(self) -> Sprt | None:
        return Sprt(self.goal - MARGIN, self.goal + MARGIN) if self.tested and self.goal is not None else None


def step_goal(players: int) -> float:
    """The share of the wins that shows a level to be stronger than the one below it."""
    return 0.6 if players <= 2 else 1.28 / players


def comparisons(game: Game) -> Iterator[Comparison]:
    """All that is to be measured of a game. A setting that cannot be set up is a BadSetup."""
    for setting in game.strength:
        setup = game.set_up(setting.players, setting.options, preset=setting.preset)
        greedy = has_greedy(game)
        if greedy:
            goal = setting.goal.wins if setting.players > 1 else None  # alone it is about games won, not about greedy
            yield Comparison(setting, setup, "level5", GREEDY, LAST, goal, tested=False)
        if setting.steps:
            yield Comparison(setting, setup, "level1", RANDOM, STEP, BEATS_RANDOM)
            if greedy:
                yield Comparison(setting, setup, "level1", GREEDY, STEP, BEATS_GREEDY, at_most=True)
            for number in range(2, 6):
                goal = step_goal(setting.players)
                yield Comparison(setting, setup, f"level{number}", f"level{number - 1}", STEP, goal)


# What the games rest on ----------------------------------------------------------------------------------------------


@lru_cache(64)
def sources(game: Game) -> str:
    """A mark of the programs that think: the search, and what the room keeps in bot/ (or, without one, the room).

    Comments and lay-out change nothing."""
    own = game.folder / "bot"
    room = own if own.is_dir() else game.folder
    search = Path(kvartal.bots.__file__).parent
    mark = hashlib.sha256()
    for folder, files in ((search, [search / name for name in SEARCH]), (room, sorted(room.rglob("*.py")))):
        for file in files:
            tree = ast.dump(ast.parse(file.read_text(encoding="utf-8")))
            mark.update(f"{file.relative_to(folder).as_posix()}\n{tree}\n".encode())
    return mark.hexdigest()


def mark_of(setup: Setup, bots: Sequence[str]) -> str:
    """A mark of all that these bots think with: a level that does not play may change."""
    thinking = setup.game.thinking(setup)
    numbers = sorted(int(name.removeprefix("level")) for name in bots if name.startswith("level"))
    told = {
        "sources": sources(setup.game),
        "weights": setup.game.weighed(setup),
        "thinking": asdict(replace(thinking, levels=(), stray=0)),  # which is of reviews alone
        "levels": {number: asdict(thinking.level(number)) for number in numbers},
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


# Games ---------------------------------------------------------------------------------------------------------------


class Kept:
    """A comparison, and the file with its games."""

    def __init__(self, folder: Path, comparison: Comparison, seed: int = SEED) -> None:
        self.comparison = comparison
        setup, bots = comparison.setup, (comparison.bot, comparison.others)
        self.contest = Contest.of(setup, [one_among(*bots, setup.players)], seed)
        self.identity: dict[str, Any] = {**self.contest.identity(setup), "weights": mark_of(setup, bots)}
        self.path = folder / setup.game.key / comparison.setting.slug / f"{'-'.join(bots)}.jsonl"

    def changed(self) -> str:
        """In what the games of the file are others than those asked for; nothing: they belong here."""
        ours, theirs = self._heads()
        return "" if theirs is None or theirs == ours else differences(ours, theirs)

    @property
    def earlier(self) -> bool:
        """Are the games of its file the same ones, but by bots that have changed since?"""
        ours, theirs = self._heads()
        return theirs is not None and theirs != ours and {**theirs, "weights": ours["weights"]} == ours

    def _heads(self) -> tuple[dict[str, Any], dict[str, Any] | None]:
        return json.loads(json.dumps({"format": CONTEST, **self.identity})), head_of(self.path, CONTEST)

    def put_aside(self) -> Path:
        """Games that are no longer of use keep another name, until the next ones come there."""
        return self.path.replace(self.path.with_suffix(".old"))

    def begin(self, most: int | None = None) -> Run:
        """Nothing played yet; `most` games are asked for if it is less than all."""
        games = self.comparison.games if most is None else min(most, self.comparison.games)
        deals = games if self.comparison.setup.players == 1 else -(-games // len(self.contest.lines[0].sittings))
        return Run(self.contest, deals, self.comparison.sprt)

    def run(self, most: int | None = None) -> Run:
        """What the file holds, judged; games of earlier bots too."""
        run = self.begin(most)
        if self.path.is_file() and (self.earlier or not self.changed()):
            run.deals.add(games_in(self.path))
            run.judge()
        return run

    def play(self, most: int | None, workers: Workers) -> Generator[Run, None, None]:
        """Go on until so many games are played or the question is answered; the run, after every few games."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        run = self.begin(most)
        with Saved(self.path, self.identity) as file:
            run.deals.add(file.games)
            if run.judge() or not any(run.deals.missing()):
                return
            with closing(run.play(workers)) as parts:
                for games in parts:
                    file.add_games(games)
                    yield run


def left(run: Run) -> int:
    """The games that it may still take."""
    decided = run.trial is not None and run.judge()
    return 0 if decided else run.deals.games_wanted - run.deals.games


class Costs:
    """How long the rest may take: at most, as a test may end a comparison early."""

    def __init__(self) -> None:
        self._left: dict[Path, int] = {}
        self._each: dict[Path, float] = {}

    def note(self, kept: Kept, most: int | None) -> None:
        if kept.changed():
            self._left[kept.path] = kept.begin(most).deals.games_wanted
            return
        run = kept.run(most)
        self._left[kept.path] = left(run)
        played = [game for deal in run.deals.all() for game in deal.games]
        if played:
            self._each[kept.path] = sum(cpu for game in played for cpu, _, _ in game.spent) / 1e9 / len(played)

    def seconds(self, workers: int) -> float | None:
        """None: nothing is known yet."""
        if not self._each:
            return None
        usual = sum(self._each.values()) / len(self._each)
        return sum(games * self._each.get(path, usual) for path, games in self._left.items()) / workers
