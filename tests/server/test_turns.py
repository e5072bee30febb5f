"""A bot thinks of a whole turn at once; what it leaves to luck follows from a secret of its table."""

import asyncio
import hashlib
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from place import lived
from stand_in import StandIn

from kvartal.bots import Budget, bot, glance
from kvartal.engine.record import Record
from kvartal.engine.view import View
from kvartal.games import parse
from kvartal.server.http.metrics import Metrics
from kvartal.server.live.frame import frame
from kvartal.server.live.hall import Hall
from kvartal.server.live.worker import Turn
from kvartal.server.store import index
from kvartal.server.store.store import Store
from kvartal.server.table import commands as c
from kvartal.server.table import events as e
from kvartal.server.table import fair
from kvartal.server.table.luck import bot_seed
from kvartal.server.table.table import FINISHED

ITERATIONS = 4


async def hall_of_bots(tmp_path: Path, worker: StandIn, *seats: str, key: str = "house", **more: Any) -> Any:
    """A hall with a table that has just started; Ann is its host."""
    store = await Store(str(tmp_path / "x.db")).open()
    hall = await Hall(store, Metrics(), budget=Budget(60.0, ITERATIONS)).open()
    hall.bots.desks.start = worker.start
    person, _ = await hall.people.create("Ann")
    table = await hall.create(c.NewTable(game=key, seats=list(seats), **more), person.id)
    live = await hall.table(table)
    await live.ask(c.Start(), person.id)
    return store, hall, live, person.id


async def closed(store: Store, hall: Hall) -> None:
    await hall.close()
    await store.close()


async def asked(worker: StandIn, count: int) -> None:
    while len(worker.asked) < count:
        await asyncio.sleep(0)


async def moved(live: Any, seat: int, version: int) -> None:
    while live.table.version(seat) == version:
        await asyncio.sleep(0)


def thought(live: Any, seat: int, level: str = "level3") -> Turn:
    """What a level thinks of, here and now."""
    view: View = live.table.match.view(seat)
    clicks = bot(level, bot_seed(live.table, seat), view.setup.players).turn(view, Budget(60.0, ITERATIONS))  # type: ignore[attr-defined]
    return Turn([(view.setup.notation[click.code], click.before) for click in clicks])


@lived
async def test_a_whole_turn_is_asked_for_once_and_played_click_by_click(tmp_path: Path) -> None:
    """The moves stored are the clicks of the answers, and each answer is what the level thinks of with the seed of its
    moment: the table adds nothing and thinks nothing twice."""
    worker = StandIn()
    store, hall, live, _ = await hall_of_bots(tmp_path, worker, "me", "bot level3", "bot level3", key="welcome")
    expected: dict[int, list[str]] = {1: [], 2: []}
    while any(seat in live.table.owing for seat in (1, 2)):
        if worker.pending:
            seat = worker.asked[-1].seat
            assert worker.asked[-1].seed == bot_seed(live.table, seat)
            turn = thought(live, seat)
            expected[seat] += [move for move, _ in turn.clicks]
            await worker.answer(turn.clicks)
        await asyncio.sleep(0)
    match = live.table.match
    played = {seat: [str(match.named(n).text) for n in range(len(match)) if match.owner(n) == seat] for seat in (1, 2)}
    assert played == expected
    assert len(worker.asked) < sum(map(len, expected.values())), "and a question is more than a click"
    await closed(store, hall)


@lived
@pytest.mark.parametrize("spoilt", ["expectation", "move"])
async def test_it_is_asked_again_when_things_are_not_as_expected(tmp_path: Path, spoilt: str) -> None:
    """Something else is seen than was expected, or the next click is not legal: the rest of the turn is forgotten."""
    worker = StandIn()
    store, hall, live, _ = await hall_of_bots(tmp_path, worker, "bot level3", "me", key="welcome")
    await asked(worker, 1)
    first, second, *rest = thought(live, 0).clicks
    if spoilt == "expectation":
        second = (second[0], second[1] ^ 1)
    else:
        second = (first[0], second[1])
    version = live.table.version(0)
    await worker.answer([first, second, *rest])
    await moved(live, 0, version)
    await asked(worker, 2)
    assert live.table.version(0) == version + 1
    await closed(store, hall)


@lived
async def test_another_bot_does_not_go_on_with_a_turn_that_it_has_not_thought_of(tmp_path: Path) -> None:
    store, hall, live, _ = await hall_of_bots(tmp_path, StandIn(), "bot level3", "me", key="welcome")
    view, clicks = live.table.match.view(0), thought(live, 0).clicks
    for level, move in (("level3", clicks[0][0]), ("level2", "")):
        live.plans[0] = ("level3", list(clicks))
        assert live.planned(0, level, view) == move
    assert not live.plans, "and nobody does later"
    await closed(store, hall)


@lived
async def test_a_turn_goes_on_while_others_only_confirm(tmp_path: Path) -> None:
    """What somebody else does in secret changes nothing of what a bot sees."""
    worker = StandIn()
    store, hall, live, ann = await hall_of_bots(tmp_path, worker, "bot level3", "me", key="welcome")
    await asked(worker, 1)
    before = glance(live.table.match.view(0))
    move = next(str(each) for each in live.table.match.moves(1))
    await live.ask(c.Move(move=move), ann)
    assert glance(live.table.match.view(0)) == before
    clicks = thought(live, 0).clicks
    await worker.answer(clicks)
    while sum(entry.seat == 0 for entry in live.table.match.entries) < len(clicks):
        await asyncio.sleep(0)
    assert len(worker.asked) == 1
    await closed(store, hall)


# Luck -----------------------------------------------------------------------------------------------------------------


def by_the_book(secret: bytes, salts: dict[int, bytes], seat: int, moves: int) -> int:
    """As the docs tell everybody to work it out."""
    docs = Path(__file__).resolve().parents[2] / "docs" / "fair-deals.md"
    told: dict[str, Any] = {}
    exec("\n".join(re.findall(r"```python\n(.*?)```", docs.read_text("utf-8"), re.DOTALL)), told)  # noqa: S102
    return int(told["seed"](secret, salts, seat, moves))


@lived
async def test_the_luck_of_bots_follows_from_the_record_of_a_finished_match(tmp_path: Path) -> None:
    worker = StandIn()
    options = {"turn_cap": 2, "win_cards": 0}
    store, hall, live, _ = await hall_of_bots(tmp_path, worker, "bot level1", "bot level1", key="flip", options=options)
    number = 0
    while live.table.status != FINISHED:
        if worker.pending:
            view = live.table.match.view(worker.asked[number].seat)
            await worker.answer([(str(view.moves()[-1]), 0)])
            number += 1
        await asyncio.sleep(0)
    assert number == len(worker.asked) > 4
    record: Record = parse(await live.read(lambda live: fair.record(live, "")))[1]
    deal = record.deal
    made, seeds = {0: 0, 1: 0}, []
    for step in record.steps:
        if step.seat >= 0:
            seeds.append(by_the_book(deal.secret, deal.salts, step.seat, made[step.seat]))  # type: ignore[arg-type, union-attr]
            made[step.seat] += 1
    assert seeds == [question.seed for question in worker.asked]
    assert len(set(seeds)) == len(seeds)
    await closed(store, hall)


@lived
async def test_who_knows_a_deal_does_not_know_the_luck_of_another_table_with_it(tmp_path: Path) -> None:
    """A deal that is played again has a secret that others may know, and that of today's deal must not be told: such a
    table has one of its own for its bots. It is promised from the beginning, and told at the end."""
    worker = StandIn()
    options = {"turn_cap": 1, "win_cards": 0}
    store, hall, live, ann = await hall_of_bots(tmp_path, worker, "me", "bot random", key="flip", options=options)

    async def played(live: Any) -> Any:
        await live.ask(c.Start(), ann)
        while live.table.status != FINISHED:
            if 0 in live.table.owing:
                await live.ask(c.Move(move=str(live.table.match.moves(0)[-1])), ann)
            elif worker.pending:
                await worker.answer([(str(live.table.match.moves(1)[-1]), 0)])
            await asyncio.sleep(0)
        return live.table

    first = await played(live)
    assert not first.luck, "the secret of its own deal serves"
    daily = await fair.daily(hall, "flip")
    tables = []
    for deal, seats in ((index.deal_id(first), 2), (index.deal_id(first), 2), (daily[0], daily[1].players)):
        wish = c.NewTable(game="flip", seats=["me", *["bot random"] * (seats - 1)], deal=deal)
        live = await hall.table(await hall.create(wish, ann))
        promised = frame(live.table, {}, set()).deal
        assert promised.luck == hashlib.sha256(bytes.fromhex(live.table.luck)).hexdigest()  # type: ignore[union-attr]
        assert promised.luck_secret is msgspec.UNSET  # type: ignore[union-attr]
        await live.ask(c.Start(), ann)
        assert live.table.luck.encode() not in live.look(ann), "not while it is played"
        tables.append(live)
    assert tables[0].table.deal.secret == tables[1].table.deal.secret == first.deal.secret
    assert bot_seed(tables[0].table, 0) != bot_seed(tables[1].table, 0)
    over = await played(tables[0])
    told = frame(over, {}, set()).deal
    assert told.luck_secret == over.luck  # type: ignore[union-attr]
    assert bot_seed(over, 1) == by_the_book(bytes.fromhex(over.luck), over.deal.salts, 1, over_moves(over, 1))
    assert (await hall.read(over.id)).luck == over.luck, "and stored with it"
    await closed(store, hall)


def over_moves(table: Any, seat: int) -> int:
    return sum(entry.seat == seat for entry in table.match.entries)


def test_a_deal_stored_before_tables_had_luck_is_still_read() -> None:
    body = b'{"is":"dealt","at":1,"secret":"%s","commitment":"x"}' % (b"ab" * 32)
    event = e.read(body)
    assert isinstance(event, e.Dealt)
    assert event.luck == ""
    assert b"luck" not in e.write(event)
