"""Work in tasks: every game once, whatever happens to the workers; and the same results for any number of them."""

import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator

import pytest

from kvartal.arena.simulate import Job, simulate
from kvartal.arena.tally import Tally
from kvartal.arena.workers import DEATHS, TASK, Pending, play_all
from kvartal.bots.own import BotFailed
from kvartal.games import game


def job() -> Job:
    return Job.of(game("flip").set_up(2), ("random", "random"), 1)


def test_the_task_of_a_worker_that_dies_is_repeated() -> None:
    whole = job().table().batch(0, 2000)
    tally, killed = Tally.empty(("random", "random")), 0
    for batch in simulate(job(), 2000, 2):
        tally = tally + batch
        if killed < 2 and tally.games > 10 * killed:
            multiprocessing.active_children()[0].kill()
            killed += 1
    assert killed == 2
    assert tally == whole
    assert not multiprocessing.active_children()


class Deadly:
    """A work whose game number 5 ends its process."""

    def begin(self) -> "Deadly":
        return self

    def batch(self, line: int, first: int, count: int) -> int:
        if first <= 5 < first + count:
            os._exit(9)
        return count

    def named(self, line: int, games: range) -> str:
        return f"line {line}, games {games.start} to {games.stop - 1}"

    def explain(self, error: Exception) -> str:
        return str(error)

    def marks(self) -> Iterator[tuple[str, str]]:
        return iter(())


def test_a_task_that_kills_every_worker_is_an_error_that_names_it() -> None:
    parts = play_all(Deadly(), [[range(1000)]], 2)
    with pytest.raises(BotFailed, match=rf"line 0, games 5 to .* ended {DEATHS} times"):
        for _ in parts:
            pass
    assert not multiprocessing.active_children()


class Fails(Deadly):
    def batch(self, line: int, first: int, count: int) -> int:
        raise ZeroDivisionError("oops")


def test_an_error_in_a_worker_is_told_here() -> None:
    with pytest.raises(BotFailed, match="oops"):
        list(play_all(Fails(), [[range(1000)]], 2))


def drained(pending: Pending, seconds: list[float], workers: int) -> list[tuple[int, range]]:
    """All tasks, as if a game of each line took so long."""
    found = []
    while task := pending.take(TASK, workers):
        found.append((task.line, task.games))
        pending.took(task.line, len(task.games), len(task.games) * seconds[task.line])
    return found


@pytest.mark.parametrize("workers", [1, 3])
def test_every_game_is_handed_out_once_in_tasks_of_some_seconds(workers: int) -> None:
    seconds = [0.001, 3.0]
    wanted = [[range(30_000), range(40_000, 60_000)], [range(100)]]
    tasks = drained(Pending(wanted), seconds, workers)
    numbers = Counter((line, number) for line, games in tasks for number in games)
    assert set(numbers.values()) == {1}
    assert set(numbers) == {(line, n) for line, ranges in enumerate(wanted) for each in ranges for n in each}
    lengths = [len(games) * seconds[line] for line, games in tasks]
    assert max(lengths) <= 30
    assert sum(length for length in lengths if length >= 5) > 0.8 * sum(lengths)


def test_lines_go_on_evenly() -> None:
    tasks = drained(Pending([[range(100)], [range(100)]]), [1.0, 1.0], 2)
    half = tasks[: len(tasks) // 2]
    assert {line for line, _ in half} == {0, 1}
