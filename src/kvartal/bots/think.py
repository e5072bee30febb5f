"""think(): what a mind makes of a view, as a function of what the seat knows, the seed and the budget.

The answer is a whole turn: each click with what the seat expects to see before it. Whoever makes the clicks asks again
as soon as a view is another one than expected.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter

from kvartal.bots.race import Race
from kvartal.bots.rollout import world_seed
from kvartal.bots.tree import Tree
from kvartal.engine.game import Setup
from kvartal.engine.mind import Mind
from kvartal.engine.option import shown
from kvartal.engine.source import Seeded
from kvartal.engine.state import LEGAL, State
from kvartal.engine.thinking import RIVALS, Thinking
from kvartal.engine.view import View

CEILING = 2.0  # seconds for one turn where people wait; whoever only measures sets none (math.inf)
CHUNK = 8  # iterations between two looks at the clock, and chances for Ctrl-C
LONGEST_PLAN = 64  # clicks
MILLION = 1_000_000
Row = tuple[int, int, int, int, int, int, int]


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one turn, at most: each level has its usual measure. Where the seconds are what
    stops it, the answer depends on the machine, and says so (`cut_short`)."""

    seconds: float = CEILING
    playouts: int = 100_000


@dataclass(frozen=True)
class Click:
    """A move, and the `glance` of what its seat expects to see before it."""

    code: int
    before: int
    cut_short: bool = False  # the seconds were over before the thought was


@dataclass(frozen=True)
class Candidate:
    """A turn (or the beginning of one) that was looked at. An `error` is a standard error."""

    turn: tuple[int, ...]
    value: float  # as the mind counts: the share of a win; alone: points
    error: float
    visits: int
    win: float | None = None  # None: rivals were passed over, or the games not played to the end
    win_error: float | None = None
    points: float | None = None  # at the end of the game; None: not played to the end
    points_error: float | None = None


@dataclass(frozen=True)
class Thought:
    """What was found, and what it took."""

    turn: tuple[Click, ...]
    candidates: tuple[Candidate, ...]  # the best first
    terms: dict[str, int]  # the raw figures of the mind, as things stand
    engine: str
    iterations: int
    seconds: float
    cut_short: bool = False  # by the limit in seconds

    @property
    def best(self) -> Candidate:
        """The candidate that is played."""
        code = self.turn[0].code
        return next(each for each in self.candidates if each.turn[0] == code)


class Thinker:
    """The mind of one set-up with both engines of thought. Everything is built once and used again."""

    def __init__(self, setup: Setup, weights: Sequence[int] | None = None, thinking: Thinking | None = None) -> None:
        self.setup = setup
        self.thinking = thinking or setup.game.thinking(setup)
        self.mind: Mind = setup.game.mind(setup, weights)
        self.tree = Tree(setup.tables, self.mind)
        self.race = Race(setup.tables, self.mind)
        how, rivals = self.thinking, RIVALS.index(self.thinking.rivals)
        self.tree.set_up(how.cut, rivals, how.explore, how.urgency, how.scale)
        self.race.set_up(how.cut, rivals)
        self.unit = self.thinking.scale or MILLION  # what margins and misjudgements are millionths of
        self.draws = Seeded(0, setup.tables.streams, setup.tables.widest)
        self.own = Seeded(0, setup.players, 1)  # what a bot mixes its hidden choices by

    def glance(self, known: State, seat: int) -> int:
        """What a seat sees, as a number. Who else has confirmed a turn does not matter: in every imagined world nobody
        has, so it is what the seat sees there."""
        return glanced(known, seat, self.draws)

    def world(self, known: State, seat: int, seed: int, number: int = 0) -> State:
        """One of the worlds that the seat thinks about."""
        self.draws.reseed(world_seed(seed, number))
        return known.imagine(seat, self.draws)

    def seed_of(self, known: State, seat: int, seed: int) -> int:
        return (self.glance(known, seat) ^ (seed * 0x9E3779B1)) & 0x7FFFFFFFFFFFFFFF

    def think(
        self,
        view: View,
        budget: Budget,
        include: Sequence[int] = (),
        seed: int = 0,
        judge: bool = True,
        width: int = 0,
    ) -> Thought:
        """`judge`: say what a turn is worth even where there is no other. Without it the turn is to be played, so that
        hidden choices are mixed. `width`: no more candidates than this in a race, where there are few rollouts."""
        began = perf_counter()
        known, seat = view.known, seat_of(view)
        check_included(view, include)
        own = self.seed_of(known, seat, seed)
        world = self.world(known, seat, own)
        race = self.thinking.engine == "race"
        iterations = max(1, budget.playouts)
        if race:
            wide = max(2, min(width or self.thinking.width, self.thinking.width, iterations // 2))
            turns = self._begin_race(known, world, seat, own, iterations, include, None if judge else seed, wide)
        else:
            turns = self._begin_tree(known, seat, own, iterations, include)
        if len(turns) == 1 and not judge:
            return Thought(
                self.clicks(known, world, seat, turns[0]), (), self.mind.named_terms(world, seat), "race", 0, 0.0
            )
        cut_short = self._spend(self.race if race else self.tree, iterations, began, budget.seconds)
        done = self.race.done if race else self.tree.walks
        ended = self.race.ended if race else self.tree.ended
        rows: list[Row] = self.race.found() if race else self.tree.found()
        frozen = self.thinking.rivals == "sit out" and self.setup.players > 1
        unit, over = self.unit / MILLION, ended == done
        found = [candidate(turns[row[0]] if race else (row[0],), row, unit, over, frozen) for row in rows]
        policy = turns[0][0] if race else self.mind.chosen(world, seat)
        best = self._best_of_race(found) if race else self._best_of_tree(found, policy)
        order = sorted(found, key=lambda each: (each is not best, -each.visits, -each.value))
        terms = self.mind.named_terms(world, seat)
        codes = list(best.turn) if race else self._line(world.copy(), seat, best.turn[0], iterations)
        clicks = self.clicks(known, world, seat, codes, cut_short)
        return Thought(clicks, tuple(order), terms, self.thinking.engine, done, perf_counter() - began, cut_short)

    # Trees and races ------------------------------------------------------------------------------------------------

    def _begin_tree(
        self, known: State, seat: int, seed: int, iterations: int, include: Sequence[int]
    ) -> list[tuple[int, ...]]:
        self.tree.begin(known, seat, seed, iterations)
        for code in include:
            self.tree.want(code, max(2, iterations // (4 * len(include))))
        return []

    def _begin_race(
        self,
        known: State,
        world: State,
        seat: int,
        seed: int,
        iterations: int,
        include: Sequence[int],
        own: int | None,
        wide: int,
    ) -> list[tuple[int, ...]]:
        """The policy's own turn first, then candidates of the mind until there are so many, then what was asked for."""
        turns = [self.policy_turn(world.copy(), seat, own)]
        for found in self.mind.turns(world, seat):
            if len(turns) < wide and tuple(found) != turns[0][: len(found)]:
                turns.append(tuple(found))
        asked = [code for code in include if all(turn[0] != code for turn in turns)]
        kept = {next(n for n, turn in enumerate(turns) if turn[0] == code) for code in include if code not in asked}
        self.race.begin(known, seat, seed)
        turns += [(code,) for code in asked]
        for number, turn in enumerate(turns):
            self.race.enter(list(turn), number in kept or turn[0] in asked)
        self.race.start(iterations)
        return turns

    def _spend(self, engine: Tree | Race, iterations: int, began: float, seconds: float) -> bool:
        """Run an engine through its budget; True if the clock stopped it."""
        spent = 0
        while spent < iterations:
            chunk = min(CHUNK, iterations - spent)
            if isinstance(engine, Tree):
                engine.walk(chunk)
            elif not engine.run(chunk):
                return False
            spent += chunk
            if spent < iterations and perf_counter() - began > seconds:
                return True
        return False

    def _best_of_race(self, found: list[Candidate]) -> Candidate:
        """The best of those that ran longest, if it beats the policy's turn by enough."""
        least = max(1, max(each.visits for each in found) - 1)
        number = max((n for n, each in enumerate(found) if each.visits >= least), key=lambda n: (found[n].value, -n))
        total, squares, worlds = self.race.gain_of(number)
        gain, error = mean_and_error(total, squares, worlds, self.unit / 1000)  # in thousandths
        return found[number] if self._enough(gain / 1000, error / 1000) else found[0]

    def _best_of_tree(self, found: list[Candidate], policy: int) -> Candidate:
        best = max(found, key=lambda each: (each.visits, each.value))
        usual = next((each for each in found if each.turn[0] == policy), best)
        if best is usual or self.mind.trust == 0 or not usual.visits:
            return best
        error = math.hypot(best.error, usual.error)
        return best if self._enough(best.value - usual.value, error) else usual

    def _enough(self, gain: float, error: float) -> bool:
        """Is it better than the policy's choice, as the game asks for it?"""
        how = self.thinking
        if not how.margin and not how.certainty:
            return True
        return gain > how.margin * self.unit / MILLION / MILLION and gain > how.certainty * error / 1000

    def policy_turn(self, world: State, seat: int, own: int | None = None) -> tuple[int, ...]:
        """What the policy would do, until chance speaks or somebody else acts; by a bot's own seed if it is to be
        played and not only looked at."""
        codes: list[int] = []
        while len(codes) < LONGEST_PLAN and world.turn() >= 0 and world.owes(seat):
            if own is None:
                codes.append(self.mind.chosen(world, seat))
            else:
                self.own.reseed(own)
                codes.append(self.mind.mixed(world, seat, self.own))
            world.play(seat, codes[-1])
        return tuple(codes)

    def _line(self, world: State, seat: int, code: int, iterations: int) -> list[int]:
        """The favourite moves of this turn, as far as the tree has looked closely enough."""
        codes = [code]
        world.play(seat, code)
        while len(codes) < LONGEST_PLAN and world.turn() >= 0 and world.owes(seat):
            following = self.tree.most_tried(world, seat, max(4, iterations // 8))
            if following < 0 or world.refusal(seat, following) != LEGAL:
                break
            codes.append(following)
            world.play(seat, following)
        return codes

    def clicks(
        self, known: State, world: State, seat: int, codes: Sequence[int], cut_short: bool = False
    ) -> tuple[Click, ...]:
        """Each move with what is expected before it; up to the first thing that nobody can expect."""
        found: list[Click] = []
        here = world.copy()
        before = self.glance(known, seat)
        for code in codes:
            if found:
                if here.turn() < 0 or not here.owes(seat) or here.refusal(seat, code) != LEGAL:
                    break
                before = self.glance(here.known(seat), seat)
            found.append(Click(code, before, cut_short))
            here.play(seat, code)
        return tuple(found)


def candidate(turn: tuple[int, ...], row: Row, unit: float, over: bool, frozen: bool) -> Candidate:
    _, visits, total, squares, wins, points, point_squares = row
    if not visits:
        return Candidate(turn, 0.0, math.inf, 0)
    _, error = mean_and_error(total // 1000, squares, visits, 1000 * unit)
    value = total / visits / MILLION
    if not over:
        return Candidate(turn, value, error / 1000, visits)
    mean, points_error = mean_and_error(points, point_squares, visits)
    if frozen:
        return Candidate(turn, value, error / 1000, visits, points=mean, points_error=points_error)
    win, win_error = mean_and_error(wins, wins, visits)
    return Candidate(turn, value, error / 1000, visits, win, win_error, mean, points_error)


def mean_and_error(total: int, squares: int, count: int, unit: float = 1.0) -> tuple[float, float]:
    """The mean, and its standard error. One more is counted that was half a unit off: a few that are all alike prove
    little."""
    mean = total / count
    spread = max(0.0, squares - count * mean * mean) + unit * unit / 4
    return mean, math.sqrt(spread / (count * (count + 1)))


def glanced(known: State, seat: int, draws: Seeded) -> int:
    draws.reseed(0)
    return known.imagine(seat, draws).known(seat).hash64()


def seat_of(view: View) -> int:
    if view.seat is None or view.seat not in view.waiting:
        raise ValueError("only a seat that owes a move can think about one")
    return view.seat


def check_included(view: View, include: Sequence[int]) -> None:
    legal = view.codes() if include else []
    for code in include:
        if code not in legal:
            raise ValueError(f"{shown(code)} is no legal move here, so it cannot be looked at")


@lru_cache(maxsize=8)
def thinker(setup: Setup) -> Thinker:
    """The thinker of a set-up, kept for the next question."""
    return Thinker(setup)


@lru_cache(maxsize=64)
def _draws(setup: Setup) -> Seeded:
    return Seeded(0, setup.tables.streams, setup.tables.widest)


def glance(view: View) -> int:
    """What the seat of a view sees, as a number: equal for equal views, whoever else has confirmed meanwhile.

    It takes no thinker: whoever only makes the clicks of a turn has none."""
    return glanced(view.known, view.seat or 0, _draws(view.setup))


def think(view: View, budget: Budget | None = None, include: Sequence[int] = (), seed: int = 0) -> Thought:
    """What is best from what this seat knows. The moves of `include` are among the candidates in any case.

    Without a budget: as long as the highest level thinks."""
    mind = thinker(view.setup)
    return mind.think(view, budget or Budget(math.inf, mind.thinking.levels[-1].iterations), include, seed)
