"""What somebody could reach who knew all cards in advance: `python -m kvartal.games.welcome.bot.clairvoyant --help`.

The cards of a deal are known and the rival is passed over, so what is left is a puzzle for one: a beam of whole turns.
Where a turn leads is judged by letting the policy play on with the cards that will come, not by its outlook, which
knows nothing of them. Each time anew the weights of the policy are others. What is found can be played; somebody may
find more: it is a lower bound of what a clairvoyant could have.
"""

import argparse
import json
import math
import random
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

from kvartal.engine.game import Setup
from kvartal.engine.mind import Mind
from kvartal.engine.source import Seeded
from kvartal.engine.state import OVER, State
from kvartal.games import shelf

ME, RIVAL = 0, 1
WIDTH = 25  # moments of a round that are followed
JITTER = (0.5, 1.6)  # the weights of another attempt are the usual ones times something between


@dataclass(frozen=True)
class Moment:
    """The beginning of a round, or the end of the game, and how it came to this."""

    state: State
    draws: Seeded
    turns: tuple[tuple[int, ...], ...] = ()
    points: int = 0  # at the end, if the policy plays on from here


class Clairvoyant:
    """One attempt: a policy with its weights, and all that it needs to play."""

    def __init__(self, setup: Setup, mind: Mind) -> None:
        self.setup, self.mind = setup, mind
        self.choices = Seeded(0, setup.players, 1)
        self.future = self.source()

    def source(self) -> Seeded:
        return Seeded(0, self.setup.tables.streams, self.setup.tables.widest)

    def deal(self, seed: int) -> Moment:
        draws = self.source()
        draws.reseed(seed)
        state = self.setup.start()
        state.deal(draws)
        return Moment(state, draws, points=self.played_on(state, draws))

    def played_on(self, state: State, draws: Seeded) -> int:
        """The points at the end if the policy plays on, with the cards that will come."""
        state, future = state.copy(), self.future
        future.copy_from(draws)
        while state.turn() != OVER:
            if state.owes(ME):
                self.mind.advance(state, ME, self.choices)
            else:
                self.mind.sit_out(state, RIVAL, self.choices)
            state.deal(future)
        return int(state.score(ME))

    def after(self, moment: Moment, turn: Sequence[int]) -> Moment:
        """The next round. What a turn leaves open the policy decides."""
        state, draws, made = moment.state.copy(), self.source(), list(turn)
        draws.copy_from(moment.draws)
        for code in turn:
            state.play(ME, code)
        while state.turn() >= 0 and state.owes(ME):
            made.append(self.mind.policy(state, ME, self.choices))
            state.play(ME, made[-1])
        while state.turn() == RIVAL:
            self.mind.sit_out(state, RIVAL, self.choices)
        state.deal(draws)
        return Moment(state, draws, (*moment.turns, tuple(made)), self.played_on(state, draws))

    def search(self, moment: Moment, width: int) -> Iterator[Moment]:
        """The best of every round: its points are reached by its turns and then the policy."""
        beam = [moment]
        while beam:
            found: dict[int, Moment] = {}  # the same sheet is looked at once
            for each in beam:
                for turn in self.mind.turns(each.state, ME):
                    after = self.after(each, turn)
                    found.setdefault(after.state.hash64(), after)
            best = sorted(found.values(), key=lambda each: -each.points)[:width]
            yield best[0]
            beam = [each for each in best if each.state.turn() != OVER]


def attempts(setup: Setup, deal: int) -> Iterator[Clairvoyant]:
    """The usual weights first, then others, for ever."""
    weights, luck = setup.game.weighed(setup), random.Random(deal)
    yield Clairvoyant(setup, setup.game.mind(setup, weights))
    while True:
        others = [round(weight * luck.uniform(*JITTER)) for weight in weights]
        yield Clairvoyant(setup, setup.game.mind(setup, others))


def solve(setup: Setup, deal: int, width: int, seconds: float) -> tuple[int, int, int]:
    """For so many seconds of this process, one attempt at least: the points of the policy alone, the best found, and
    the number of attempts."""
    end = process_time() + seconds
    alone = best = number = 0
    for number, attempt in enumerate(attempts(setup, deal), 1):
        start = attempt.deal(deal)
        if number == 1:
            alone = best = start.points
        for moment in attempt.search(start, width):
            best = max(best, moment.points)
            if number > 1 and process_time() > end:
                break
        if sys.stderr.isatty():
            print(f"\rdeal {deal}, attempt {number}: {best} ", end="", file=sys.stderr, flush=True)
        if process_time() > end:
            break
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    return alone, best, number


def kept(file: Path, how: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    """The deals of a file that were played so."""
    done: dict[int, dict[str, Any]] = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            if all(row[name] == value for name, value in how.items()):
                done[row["deal"]] = row
        except (ValueError, TypeError, LookupError):
            raise ValueError(f"{file}, line {number}: this is no deal; name another file") from None
    return done


def told(name: str, points: Sequence[int]) -> str:
    """A mean with twice its standard error."""
    spread = f" ± {2 * statistics.stdev(points) / math.sqrt(len(points)):.1f}" if len(points) > 1 else ""
    return f"{name} {statistics.mean(points):.1f}{spread}"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="clairvoyant", description="Play Welcome To… with all cards known.")
    parser.add_argument("--deals", type=int, default=16, help="how many (default: 16)")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal; the others count on (default: 1)")
    parser.add_argument("--seconds", type=float, default=30.0, help="of processor time for each deal (default: 30)")
    parser.add_argument("--width", type=int, default=WIDTH, help=f"moments followed in a round (default: {WIDTH})")
    parser.add_argument("--edition", choices=("2018", "2023"), default="2018")
    parser.add_argument("--save", type=Path, help="keep every deal in this file: the same command goes on from it")
    asked = parser.parse_args(arguments)
    if min(asked.deals, asked.width) < 1 or min(asked.seed, asked.seconds) < 0:
        parser.error("--deals and --width begin with 1, --seed and --seconds with 0")
    setup = shelf()["welcome"].set_up(2, {"edition": asked.edition})
    how = {"edition": asked.edition, "seconds": asked.seconds, "width": asked.width}
    try:
        done = kept(asked.save, how) if asked.save and asked.save.exists() else {}
    except ValueError as error:
        parser.error(str(error))
    wanted = range(asked.seed, asked.seed + asked.deals)
    stopped = False
    try:
        for deal in wanted:
            if deal not in done:
                alone, best, number = solve(setup, deal, asked.width, asked.seconds)
                done[deal] = {**how, "deal": deal, "policy": alone, "points": best, "attempts": number}
                if asked.save:
                    with asked.save.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(done[deal]) + "\n")
            row = done[deal]
            print(f"deal {deal}: {row['points']} (policy {row['policy']}, {row['attempts']} attempts)", flush=True)
    except KeyboardInterrupt:
        stopped = True
    found = [done[deal] for deal in wanted if deal in done]
    if found:
        print(f"{len(found)} deals:", told("all cards known", [row["points"] for row in found]) + ";", end=" ")
        print(told("policy", [row["policy"] for row in found]))
    return 130 if stopped else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
