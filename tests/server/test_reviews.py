"""Reviews at a server: of finished tables only, for those who may see them, behind the bots, bounded, and stopped."""

import asyncio
import os
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from place import Person, Place, lived
from stand_in import StandIn

import kvartal
from kvartal.bots import Budget, ask, bot
from kvartal.engine.match import Match
from kvartal.engine.record import Record
from kvartal.review import Depth, review
from kvartal.review.jobs import done
from kvartal.review.told import as_json
from kvartal.server.http.metrics import Metrics
from kvartal.server.live import reviews as live_reviews
from kvartal.server.live.bots import Bots
from kvartal.server.live.reviews import MOST_OF_ONE, TRIES, Ordered, Reviews
from kvartal.server.live.worker import Pieced
from kvartal.server.table.commands import Refused

SMALL = Depth(games=2, worlds=4, thoughts=4)


@cache
def match() -> Match:
    """A short one that is over."""
    found = kvartal.new("flip", players=2, seed=5, turn_cap=2)
    seats = [bot("greedy", seat, 2) for seat in range(2)]
    while not found.over:
        seat = found.waiting[0]
        found.play(seat, ask(seats[seat], found.view(seat), Budget()))
    return found


def reviewed(worker: StandIn, workers: int = 1, most: int = 20) -> tuple[Bots, Reviews]:
    bots = Bots(workers, Budget(), Metrics(), start=worker.start)
    return bots, Reviews(bots.desks, most, bots.metrics, SMALL)


async def do_one(worker: StandIn, error: str = "") -> None:
    """The worker does the oldest piece that it was given, as a real one would, or says that it cannot."""
    piece, answer = await worker.doing.get()
    found = Pieced(error=error) if error else Pieced(done(match(), piece.seat, piece.seed, piece.job), 0.001)
    answer.set_result(found)


async def finish(worker: StandIn, ordered: Ordered) -> None:
    while ordered.going:
        working = asyncio.create_task(do_one(worker))
        task = ordered.task
        assert task is not None
        await asyncio.wait([working, task], return_when=asyncio.FIRST_COMPLETED)
        working.cancel()


@lived
async def test_piece_by_piece_it_is_the_review_that_the_command_makes() -> None:
    worker = StandIn()
    bots, reviews = reviewed(worker)
    ordered = reviews.order("t", match(), 1, "ann")
    told = []
    while ordered.going:
        told.append((ordered.making.done, ordered.making.of))
        working, task = asyncio.create_task(do_one(worker)), ordered.task
        assert task is not None
        await asyncio.wait([working, task], return_when=asyncio.FIRST_COMPLETED)
        working.cancel()
    made = reviews.made(ordered, match())
    assert made is not None
    assert as_json(made) == as_json(review(match(), 1, SMALL))
    assert told == sorted(told, key=lambda pair: pair[0])
    assert ordered.making.done == ordered.making.of
    assert len({pair[0] for pair in told}) > 10
    assert reviews.order("t", match(), 1, "bob") is ordered  # it is there for everybody
    await bots.stop()


@lived
async def test_a_bot_that_is_asked_goes_before_the_next_piece() -> None:
    worker = StandIn()
    bots, reviews = reviewed(worker)
    reviews.order("t", match(), 0, "ann")
    piece, answer = await worker.doing.get()
    view = kvartal.new("flip", players=2, seed=1).view(0)
    turn = asyncio.create_task(bots.turn(view, "greedy", 1, "x"))
    hint = asyncio.create_task(bots.turn(view, "greedy", 1, ""))
    await asyncio.sleep(0)
    assert not worker.asked
    answer.set_result(Pieced(done(match(), piece.seat, piece.seed, piece.job)))
    move = str(view.moves()[0])
    for _ in (turn, hint):
        await worker.answer([(move, 0)])
        assert len(worker.pieces) == 1
    await asyncio.gather(turn, hint)
    await do_one(worker)  # and then it goes on
    await reviews.close()
    await bots.stop()


@lived
@pytest.mark.parametrize(("workers", "half"), [(1, 1), (2, 1), (5, 2)])
async def test_at_most_half_of_the_workers_are_busy_with_reviews(workers: int, half: int) -> None:
    worker = StandIn()
    bots, reviews = reviewed(worker, workers)
    ordered = [reviews.order(f"t{n}", match(), 0, f"p{n}") for n in range(4)]
    held = [await worker.doing.get() for _ in range(half)]
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(worker.pieces) == half
    assert [each.status for each in ordered] == ["running"] * half + ["waiting"] * (4 - half)
    assert [reviews.before(each) for each in ordered] == [0, 1, 2, 3]
    view = kvartal.new("flip", players=2, seed=1).view(0)
    if workers > half:  # a free worker still answers at once
        turn = asyncio.create_task(bots.turn(view, "greedy", 1, "x"))
        await worker.answer([(str(view.moves()[0]), 0)])
        await turn
    for piece, answer in held:
        answer.set_result(Pieced(done(match(), piece.seat, piece.seed, piece.job)))
    for each in ordered:
        await finish(worker, each)
    assert {each.status for each in ordered} == {"done"}
    await bots.stop()


@lived
async def test_a_worker_that_dies_is_replaced_and_the_review_goes_on_or_says_so() -> None:
    worker = StandIn()
    bots, reviews = reviewed(worker)
    ordered = reviews.order("t", match(), 0, "ann")
    _, answer = await worker.doing.get()
    answer.set_exception(OSError("its process has ended"))
    await finish(worker, ordered)
    assert (ordered.status, worker.started) == ("done", 2)
    other = reviews.order("t", match(), 1, "ann")
    for _ in range(TRIES):
        await do_one(worker, "ValueError: no")
    while other.going:
        await asyncio.sleep(0)
    assert other.status == "failed"
    assert "ValueError: no" in other.error
    again = reviews.order("t", match(), 1, "ann")
    await finish(worker, again)
    assert again.status == "done"
    await bots.stop()


@lived
async def test_one_that_computes_for_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_reviews, "LONGEST", 0.01)
    worker = StandIn()
    bots, reviews = reviewed(worker)
    ordered = reviews.order("t", match(), 0, "ann")
    await finish(worker, ordered)
    assert ordered.status == "failed"
    assert "too long" in ordered.error
    await bots.stop()


@lived
async def test_ten_thousand_reviews_are_bounded_with_a_sentence() -> None:
    bots, reviews = reviewed(StandIn(), most=7)
    refused = []
    for number in range(10_000):
        try:
            reviews.order(f"t{number}", match(), 0, f"p{number}")
        except Refused as error:
            refused.append((error.status, error.text))
    assert len(reviews.ordered) == 7
    assert set(refused) == {(429, "7 reviews are being made or wait already; try again later")}
    await reviews.close()
    await bots.stop()


@lived
async def test_one_person_does_not_take_all_the_room() -> None:
    bots, reviews = reviewed(StandIn())
    for number in range(MOST_OF_ONE):
        reviews.order(f"t{number}", match(), 0, "ann")
    with pytest.raises(Refused, match="you wait for 4 reviews already"):
        reviews.order("more", match(), 0, "ann")
    reviews.order("more", match(), 0, "bob")
    with pytest.raises(Refused, match="you wait for 4 reviews already"):
        reviews.order("more", match(), 0, "ann")
    reviews.stop("t0", match(), 0, "ann")
    assert reviews.order("more", match(), 0, "ann").askers == {"ann", "bob"}
    await reviews.close()
    await bots.stop()


@lived
async def test_files_leave_half_of_the_room_to_tables_and_are_one_for_each_person() -> None:
    bots, reviews = reviewed(StandIn(), most=4)
    reviews.order("record 0", match(), 0, "ann", file=True)
    with pytest.raises(Refused, match="you wait for the review of a file already"):
        reviews.order("record 1", match(), 0, "ann", file=True)
    reviews.order("record 1", match(), 0, "bob", file=True)
    with pytest.raises(Refused, match="you wait for the review of a file already"):
        reviews.order("record 1", match(), 0, "ann", file=True)  # nor together with somebody else
    with pytest.raises(Refused, match="2 reviews of files are being made or wait already"):
        reviews.order("record 2", match(), 0, "eve", file=True)
    for number in range(2):
        assert reviews.order(f"t{number}", match(), 0, "ann").going
    reviews.stop("record 0", match(), 0, "ann")
    assert reviews.order("record 2", match(), 0, "eve", file=True).going
    await reviews.close()
    await bots.stop()


@lived
async def test_it_is_stopped_when_nobody_waits_for_it_any_more() -> None:
    worker = StandIn()
    bots, reviews = reviewed(worker)
    reviews.order("t", match(), 0, "ann")
    ordered = reviews.order("t", match(), 0, "bob")
    task = ordered.task
    assert task is not None
    reviews.stop("t", match(), 0, "eve")
    reviews.stop("t", match(), 0, "ann")
    assert reviews.find("t", match(), 0) is ordered
    reviews.stop("t", match(), 0, "bob")
    assert reviews.find("t", match(), 0) is None
    await asyncio.wait([task])
    after = reviews.order("u", match(), 0, "bob")  # nothing stands in the way of the next
    await finish(worker, after)
    assert after.status == "done"
    reviews.stop("u", match(), 0, "bob")
    assert reviews.find("u", match(), 0) is after
    await bots.stop()


@lived
async def test_what_is_made_is_kept_as_long_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_reviews, "MOST_KEPT", 2)
    worker = StandIn()
    bots, reviews = reviewed(worker)
    for name in ("a", "b", "c", "d"):
        await finish(worker, reviews.order(name, match(), 0, "ann"))
    assert [key[0] for key in reviews.ordered] == ["b", "c", "d"]  # the last was there when room was made
    await bots.stop()


@lived
async def test_what_cannot_be_reviewed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    bots, reviews = reviewed(StandIn())
    with pytest.raises(Refused, match="seats are 0 to 1, not 2"):
        reviews.order("t", match(), 2, "ann")
    with pytest.raises(Refused, match="the game is not over"):
        reviews.order("t", kvartal.new("flip", players=2, seed=1), 0, "ann")
    monkeypatch.setattr(live_reviews, "MOST_STEPS", 3)
    with pytest.raises(Refused, match="steps; a review looks at no more than 3"):
        reviews.order("t", match(), 0, "ann")
    await bots.stop()


# Over HTTP ------------------------------------------------------------------------------------------------------------


async def finished(host: Person, **more: object) -> str:
    """A table whose match bots have played to the end."""
    table = await host.table("flip", ["me", "bot greedy"], options={"turn_cap": 2}, **more)
    await host.do(table, do="start")
    client = await host.sit_at(table)
    await host.do(table, do="bot", level="greedy")
    await client.until(lambda: client.table["status"] == "finished")
    await client.close()
    return table


async def whole(person: Person, table: str, seat: int = 0) -> Any:
    """Looks until it is made; what is told on the way is in order."""
    before = 0
    while True:
        found = await person.good("GET", f"/api/tables/{table}/review?seat={seat}")
        assert found["status"] in ("waiting", "running", "done"), found
        assert before <= found["done"] <= found["of"]
        before = found["done"]
        if found["status"] == "done":
            return found
        await asyncio.sleep(0.05)


@lived
async def test_a_finished_table_is_reviewed_for_who_may_see_it(place: Place) -> None:
    ann, eve = await place.person("Ann"), await place.person("Eve")
    table = await finished(ann, watchable=False)
    way = f"/api/tables/{table}/review"
    assert (await ann.good("GET", way))["status"] in ("none", "done")
    for method, body in (("POST", {"seat": 0}), ("GET", None), ("DELETE", None)):
        status, answer = await eve.ask(method, way, body)
        assert (status, answer["error"]) == (403, "this table is not watched")
    begun = await ann.good("POST", way, {"seat": 1})
    assert begun["status"] in ("waiting", "running")
    assert begun["page"] == f"/table/{table}/review?seat=1"
    found = await whole(ann, table, 1)
    record = await ann.good("GET", f"/api/tables/{table}/record")
    assert found["review"] == as_json(review(kvartal.loads(record), 1))
    assert (await ann.good("DELETE", f"{way}?seat=1"))["status"] == "done"


@lived
async def test_a_table_that_goes_on_is_refused_and_so_is_one_that_was_broken_off(place: Place) -> None:
    ann = await place.person("Ann")
    table = await ann.table("flip", ["me", "bot greedy"])
    way = f"/api/tables/{table}/review"
    for _ in range(2):
        assert await ann.ask("POST", way, {"seat": 0}) == (409, {"error": "the game is not over"})
        assert await ann.ask("GET", way) == (409, {"error": "the game is not over"})
        await ann.ask("POST", f"/api/tables/{table}/do", {"do": "start"})
    await ann.do(table, do="resign")
    assert await ann.ask("POST", way, {"seat": 0}) == (409, {"error": "the game is not over"})


@lived
async def test_hostile_input_is_refused(place: Place) -> None:
    ann = await place.person("Ann")
    table = await finished(ann)
    way = f"/api/tables/{table}/review"
    bodies: list[object] = [{"seat": -1}, {"seat": 10**30}, {"seat": "0"}, {"seat": 2}, {"seat": 0, "x": 1}, [], None]
    for body in bodies:
        assert (await ann.ask("POST", way, body))[0] == 400, body
    for query in ("seat=-1", "seat=x", "seat=2", "seat=99999999999999999999"):
        assert (await ann.ask("GET", f"{way}?{query}"))[0] == 400, query
    assert (await ann.ask("POST", "/api/tables/nothing/review", {"seat": 0}))[0] == 404
    async with place.http() as http:
        status, _ = await http.ask("POST", way, {"seat": 0})
    assert status == 401
    assert (await ann.good("GET", way))["status"] == "none"


@lived
async def test_a_host_may_switch_them_off_and_dead_workers_stop_nothing(
    tmp_path: Path, start: Callable[..., Place]
) -> None:
    database = str(tmp_path / "x.db")
    place = start(database, "--reviews", "0")
    ann = await place.person("Ann")
    table = await finished(ann)
    way = f"/api/tables/{table}/review"
    assert await ann.ask("POST", way, {"seat": 0}) == (403, {"error": "reviews are switched off here"})
    place.end()
    place = start(database)
    ann = Person(place, ann.token, ann.id, ann.name)
    await ann.good("POST", way, {"seat": 0})
    children = Path(f"/proc/{place.process.pid}/task/{place.process.pid}/children")
    while not (workers := children.read_text().split()):
        await ann.good("GET", way)
    for worker in workers:
        os.kill(int(worker), signal.SIGKILL)
    assert (await whole(ann, table))["review"]["game"] == "flip"


def test_the_record_that_a_worker_gets_is_the_match() -> None:
    text = Record.of(match()).text()
    assert as_json(review(kvartal.loads(text), 0, SMALL)) == as_json(review(match(), 0, SMALL))
