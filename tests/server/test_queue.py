"""The queue of those who wait for bots: hints first, tables in turn, and a long queue makes short thoughts."""

import asyncio
import logging
from collections.abc import Awaitable
from itertools import pairwise

import pytest
from place import lived
from stand_in import StandIn

from kvartal.bots import Budget
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.view import View
from kvartal.games import game
from kvartal.server.http.metrics import Metrics
from kvartal.server.live.bots import Bots, Clicks
from kvartal.server.live.queue import Queue, Waiting
from kvartal.server.table.company import Company


def served(queue: Queue, asked: list[Waiting], now: float = 0.0) -> list[str]:
    """Puts questions into the queue; their tables in the order in which they are answered."""
    for each in asked:
        queue.put(each)
    found = []
    while (taken := queue.take(now)) is not None:
        found.append(taken[0].table or "hint")
    return found


def waiting(table: str, since: float = 0.0) -> Waiting:
    return Waiting(table, None, since, asyncio.get_event_loop().create_future())


@lived
async def test_tables_take_turns_however_many_bots_sit_at_each() -> None:
    many = [waiting("crowd") for _ in range(4)]
    assert served(Queue(1, 2.0), [*many, waiting("a"), waiting("b"), waiting("a")]) == [
        "crowd", "a", "b", "crowd", "a", "crowd", "crowd",
    ]  # fmt: skip


@lived
async def test_a_table_that_asks_again_at_once_waits_for_the_others() -> None:
    queue = Queue(1, 2.0)
    for each in ("quick", "a", "b"):
        queue.put(waiting(each))
    order = []
    for _ in range(9):
        taken = queue.take(0.0)
        assert taken is not None
        order.append(taken[0].table)
        queue.put(waiting(taken[0].table))
    assert order == ["quick", "a", "b"] * 3


@lived
async def test_a_person_who_asks_for_a_hint_goes_first() -> None:
    assert served(Queue(1, 2.0), [waiting("a"), waiting("b"), waiting(""), waiting("")]) == ["hint", "hint", "a", "b"]


@lived
async def test_what_nobody_wants_to_know_any_more_is_passed_over() -> None:
    queue, gone, cancelled = Queue(1, 2.0), waiting("a"), waiting("")
    gone.wanted = lambda: False
    cancelled.answer.cancel()
    assert served(queue, [gone, cancelled, waiting("b")]) == ["b"]
    assert gone.answer.result() is None


@lived
async def test_the_more_wait_the_shorter_they_think() -> None:
    def first_share(others: int, most: int = 1, age: float = 0.0) -> float:
        queue = Queue(most, 2.0)
        for n in range(1 + others):
            queue.put(waiting(f"{n}"))
        taken = queue.take(age)
        assert taken is not None
        return taken[1]

    assert first_share(0) == 2.0, "alone: all the time that the host allows"
    shares = [first_share(others) for others in (1, 4, 19, 79, 10_000)]
    assert all(more > less for more, less in pairwise(shares))
    assert shares[-1] > 0, "somebody who is asked has a moment to think"
    assert first_share(79, most=2) == 2 * first_share(79), "two workers, twice the time"
    assert first_share(19, age=1.0) < first_share(19), "and the less is left, the shorter"


@lived
async def test_all_who_wait_have_their_answer_within_the_goal_whenever_they_came() -> None:
    """A worker that takes exactly the time that it is given, and tables that come at the worst moment: while a thought
    of full length is going on."""
    queue, now, answered = Queue(1, 2.0), 0.0, []
    queue.put(waiting("first"))
    alone = queue.take(now)
    assert alone is not None
    now += alone[1]
    for table in range(20):
        for _ in range(3):
            queue.put(waiting(f"{table}", since=0.01))
    for _ in range(200):  # and everybody who was answered asks again
        taken = queue.take(now)
        assert taken is not None
        now += taken[1]
        answered.append(now - taken[0].since)
        queue.put(waiting(taken[0].table, since=now))
    assert max(answered) < queue.goal + 0.2


# What is done with it, with stand-ins for the processes ---------------------------------------------------------------


def asking(bots: Bots, view: View, table: str, level: str = "level3") -> "asyncio.Task[Clicks]":
    return asyncio.create_task(bots.turn(view, level, 1, table))


async def settled(*some: Awaitable[object]) -> None:
    """Whatever was begun has come as far as it can."""
    for each in some:
        await each
    for _ in range(10):
        await asyncio.sleep(0)


def beginning() -> tuple[View, str]:
    match = Match(game("estates").set_up(2), SeededDeal(1))
    view = match.view(match.waiting[0])
    return view, str(view.moves()[0])


@lived
async def test_budgets_shrink_while_others_wait_and_it_is_counted() -> None:
    view, move = beginning()
    worker, metrics = StandIn(), Metrics()
    bots = Bots(1, Budget(2.0), metrics, start=worker.start)
    asked = [asking(bots, view, "first")]
    await settled()
    asked += [asking(bots, view, f"{n}") for n in range(30)]
    await settled()
    assert metrics.gauges["bots_waiting"] == 30
    assert "kvartal_bots_waiting 30" in metrics.text()
    for _ in range(31):
        await worker.answer([(move, 0)])
    assert [await each for each in asked] == [[(move, 0)]] * 31
    assert worker.asked[0].seconds == 2.0
    assert all(0 < question.seconds < 0.2 for question in worker.asked[1:15])
    assert metrics.counts["bot_shrunk", ""] >= 29
    assert "kvartal_bot_seconds_count 31" in metrics.text()
    assert metrics.gauges["bots_waiting"] == 0
    await bots.stop()


@lived
async def test_a_bot_that_fails_makes_the_default_move_is_told_once_and_replaced(
    caplog: pytest.LogCaptureFixture,
) -> None:
    view, move = beginning()
    usual = view.setup.notation[view.setup.game.default(view)]
    worker, metrics = StandIn(), Metrics()
    bots = Bots(1, Budget(2.0), metrics, start=worker.start)
    with caplog.at_level(logging.ERROR, "kvartal.bots"):
        for trouble in (OSError("its process has ended"), TimeoutError(), ValueError("garbage")):
            asked = asking(bots, view, "t")
            await worker.answer(error=trouble)
            assert await asked == [(usual, 0)]
        for wrong in ([("no such move", 0)], []):
            asked = asking(bots, view, "t")
            await worker.answer(wrong)
            assert await asked == [(usual, 0)]
        assert len(caplog.records) == 1, "once for a bot at a table, however often it fails"
        assert "its process has ended" in caplog.text
        other = asking(bots, view, "u")
        await worker.answer(error=OSError("gone as well"))
        await other
        assert len(caplog.records) == 2, "and once for the next table's"
    assert metrics.counts["bot_failures", ""] == 6
    asked = asking(bots, view, "t")
    await worker.answer([(move, 0)])
    assert await asked == [(move, 0)], "and it goes on"
    await bots.stop()
    assert worker.started == worker.stopped == 5, "whoever did not answer is stopped, whoever answers nonsense stays"


@lived
async def test_what_is_late_on_a_busy_machine_is_answered_in_a_hurry() -> None:
    """Whoever thinks when nothing else is to be done may never come to it."""
    view, move = beginning()
    other = str(view.moves()[1])
    starved, metrics = StandIn(late := StandIn()), Metrics()
    bots = Bots(1, Budget(0.01), metrics, start=starved.start)
    first, second = asking(bots, view, "t"), asking(bots, view, "u")
    await late.answer([(move, 0)])
    assert await first == [(move, 0)]
    await late.answer([(move, 0)])
    assert await second == [(move, 0)]
    assert (len(starved.asked), len(late.asked)) == (1, 2), "nobody waits behind one that is late"
    assert all(question.seconds < 0.01 for question in late.asked)
    await starved.answer([(other, 0)])  # at last: nobody wants it any more
    await settled()
    third = asking(bots, view, "t")
    await starved.answer([(other, 0)])
    assert await third == [(other, 0)], "and it is asked again as before"
    assert metrics.counts["bot_hurried", ""] == 2
    assert metrics.counts["bot_failures", ""] == 0
    await bots.stop()
    assert (starved.stopped, late.stopped) == (1, 1)


@lived
async def test_a_bot_that_hangs_in_a_hurry_as_well_is_stopped_at_both_places() -> None:
    view, _ = beginning()
    worker, metrics = StandIn(late := StandIn()), Metrics()
    bots = Bots(1, Budget(0.01), metrics, start=worker.start)
    asked = asking(bots, view, "t")
    await late.answer(error=TimeoutError())
    assert await asked == [(view.setup.notation[view.setup.game.default(view)], 0)]
    assert (worker.stopped, late.stopped) == (1, 1)
    assert metrics.counts["bot_failures", ""] == 1
    await bots.stop()


@lived
async def test_a_bot_placed_when_more_was_allowed_plays_at_the_highest_level() -> None:
    view, move = beginning()
    worker = StandIn()
    bots = Bots(1, Budget(2.0), Metrics(), Company(highest=2), worker.start)
    for level, plays in (("level5", "level2"), ("level1", "level1"), ("greedy", "greedy")):
        asked = asking(bots, view, "t", level)
        await worker.answer([(move, 0)])
        await asked
        assert worker.asked[-1].level == plays
    await bots.stop()
