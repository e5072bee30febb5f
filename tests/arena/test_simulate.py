"""Many games: the same result whatever the number of workers, exact sums, and a clean stop."""

import json
import os
import pty
import random
import select
import signal
import statistics
import subprocess
import time

import pytest

from cli.commands import COMMAND, environment, kvartal, said, told
from kvartal.arena.simulate import Job, simulate
from kvartal.arena.table import Table, seeds
from kvartal.arena.tally import Result, Spread, Tally
from kvartal.games import game


def test_json_is_the_same_for_any_number_of_workers() -> None:
    arguments = ("simulate", "flip", "--games", "60", "--seed", "11", "--seats", "random,greedy,random", "--json")
    outputs = {said(*arguments, "--workers", workers) for workers in ("1", "2")}
    assert len(outputs) == 1
    report = json.loads(outputs.pop())
    assert report["games"] == 60
    assert not report["partial"]
    assert sum(report["endings"].values()) == 60
    assert sum(seat["wins"] for seat in report["seats"]) == sum(bot["wins"] for bot in report["bots"].values())
    assert report["bots"]["random"]["games"] == 120
    assert not [key for key in report if "time" in key or "second" in key]


def test_compiled_and_pure_give_the_same_games() -> None:
    arguments = ("simulate", "flip", "--games", "20", "--seed", "3", "--workers", "1", "--json")
    assert said(*arguments) == said(*arguments, KVARTAL_PURE="1")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("preset", ["russian", "international"])
def test_the_short_cut_plays_the_same_games_as_views(players: int, preset: str) -> None:
    setup = game("flip").set_up(players, preset=preset)
    short = Table(setup, ("random",) * players, seed=8)
    full = Table(setup, ("random",) * players, seed=8, through_views=True)
    assert not short.through_views
    for number in range(4):
        assert short.play(number) == full.play(number)
    assert short.batch(4, 3) == full.batch(4, 3)


def test_a_game_is_named_by_seed_and_number() -> None:
    assert seeds(7, 0) != seeds(7, 1) != seeds(8, 0)
    assert len({half for number in range(1000) for half in seeds(1, number)}) == 2000
    assert all(0 <= half < 2**63 for number in range(1000) for half in seeds(1, number))
    table = Table(game("flip").set_up(2), ("random", "random"), seed=1)
    first = table.play(5)
    table.play(6)
    assert table.play(5) == first


def test_every_bot_takes_every_seat_equally_often() -> None:
    setup = game("flip").set_up(3)
    table = Table(setup, ("greedy", "random", "random"), seed=1)
    seats = [table.sitting(number).index("greedy") for number in range(9)]
    assert [seats.count(seat) for seat in range(3)] == [3, 3, 3]
    fixed = Table(setup, ("greedy", "random", "random"), seed=1, rotate=False)
    assert {fixed.sitting(number) for number in range(9)} == {("greedy", "random", "random")}


def test_random_seats_have_equal_chances() -> None:
    tally = Tally.empty(("random", "random"))
    job = Job.of(game("flip").set_up(2, {"turn_cap": 0}), ("random", "random"), 1)
    for batch in simulate(job, 600, 1):
        tally = tally + batch
    low, high = tally.seats[0].interval()
    assert low <= 0.5 <= high


def test_spread_is_exact_and_merges_in_any_order() -> None:
    rng = random.Random(4)
    numbers = [rng.randrange(-(10**9), 10**9) for _ in range(1000)]
    whole = Spread()
    for number in numbers:
        whole.add(number)
    parts = []
    for first in range(0, 1000, 77):
        part = Spread()
        for number in numbers[first : first + 77]:
            part.add(number)
        parts.append(part)
    rng.shuffle(parts)
    merged = Spread()
    for part in parts:
        merged = merged + part
    assert merged == whole
    assert whole.mean == pytest.approx(statistics.fmean(numbers))
    assert whole.sd == pytest.approx(statistics.stdev(numbers))
    assert (whole.low, whole.high) == (min(numbers), max(numbers))


def test_shared_wins_and_losses_are_counted_apart() -> None:
    tally = Tally.empty(("a", "b"))
    tally.add(Result((1, 1), (5, 5), "x", 1, 2, 3, 4), ("a", "b"))
    tally.add(Result((1, 2), (6, 1), "y", 1, 2, 3, 4), ("b", "a"))
    tally.add(Result((0, 0), (0, 0), "z", 1, 2, 3, 4), ("a", "b"))
    assert (tally.seats[0].wins, tally.seats[0].shared) == (1, 1)
    assert (tally.bots["a"].wins, tally.bots["b"].wins) == (0, 1)
    assert tally.bots["b"].score.high == 6
    assert tally.lengths["steps"].mean == 5
    assert tally.endings == {"x": 1, "y": 1, "z": 1}


def test_a_tally_does_not_grow_with_the_number_of_games() -> None:
    import pickle

    table = Table(game("flip").set_up(2), ("random", "random"), seed=1)
    small, large = table.batch(0, 40), table.batch(0, 400)
    assert len(pickle.dumps(large)) < len(pickle.dumps(small)) + 200


def test_summary_for_people() -> None:
    out = said("simulate", "flip", "--games", "30", "--seed", "1", "--seats", "greedy,random")
    for word in ("30 games", "seed 1", "seat 0", "greedy", "wins", "turns", "decisions", "flip.win.points"):
        assert word in out


def test_no_seed_given_tells_the_one_taken() -> None:
    report = told("simulate", "flip", "--games", "5", "--json")
    again = told("simulate", "flip", "--games", "5", "--seed", str(report["seed"]), "--json")
    assert report == again


def test_one_bot_name_fills_the_table() -> None:
    report = told("simulate", "flip", "--games", "2", "--seats", "greedy", "--players", "3", "--json")
    assert report["seats_asked"] == ["greedy"] * 3
    assert told("simulate", "flip", "--games", "2", "--seats", "greedy", "--json")["players"] == 1


def test_quiet_when_nobody_looks() -> None:
    assert kvartal("simulate", "flip", "--games", "50", "--seed", "1").stderr == ""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_stops_with_a_partial_summary(workers: str) -> None:
    """A person watches the bar on a terminal, then presses Ctrl-C."""
    master, slave = pty.openpty()
    arguments = ["simulate", "flip", "--games", "100000000", "--workers", workers, "--seed", "1", "--json"]
    process = subprocess.Popen([*COMMAND, *arguments], env=environment(), stdout=subprocess.PIPE, stderr=slave)
    os.close(slave)
    shown = b""
    while b"games" not in shown or b" 0/" in shown[-200:]:  # until the first batch is in
        assert select.select([master], [], [], 120)[0], "no progress is shown"
        shown += os.read(master, 4096)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    deadline = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < deadline:
        if select.select([master], [], [], 0.1)[0]:
            try:
                shown += os.read(master, 4096)
            except OSError:  # the other end has closed
                break
    out, _ = process.communicate(timeout=120)
    os.close(master)
    assert b"Traceback" not in shown
    assert process.returncode == 130
    report = json.loads(out)
    assert report["partial"]
    assert 0 < report["games"] < 100_000_000
    whole = told("simulate", "flip", "--games", str(min(report["games"], 100)), "--seed", "1", "--json")
    assert not whole["partial"]


def test_a_partial_summary_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    from kvartal.cli.simulate import show

    setup = game("flip").set_up(2)
    job = Job.of(setup, ("random", "random"), 1)
    show(setup, job, job.table().batch(0, 3), 10)
    assert "PARTIAL: stopped after 3 of 10 games" in capsys.readouterr().out
    show(setup, job, Tally.empty(job.bots), 10)
    assert "stopped after 0" in capsys.readouterr().out
