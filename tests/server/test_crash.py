"""Killed in the middle of many games: whatever was acknowledged or shown is there afterwards."""

import asyncio
from collections.abc import Callable

import pytest
from place import Client, Person, Place, lived

from kvartal.server.store.store import Store
from kvartal.server.table import events as e
from kvartal.server.tools import crash


def test_nothing_acknowledged_or_shown_is_lost_when_the_server_is_killed(database: str) -> None:
    found = asyncio.run(asyncio.wait_for(crash.rounds(database, 3, tables=4, seed=7), 150))
    assert found["acknowledged moves compared"] > 10


@lived
async def test_the_comparison_would_notice_a_lost_move(tmp_path: object) -> None:
    store = await Store(f"{tmp_path}/x.db").open()
    from kvartal.server.store.index import rows_of
    from kvartal.server.table.acts import create
    from kvartal.server.table.commands import NewTable

    await store.append(rows_of("t", 1, create(NewTable(game="flip"), "ann", 1)))
    player = crash.Player("t", crash.random.Random(1), done=["never-stored"])
    with pytest.raises(crash.Lost, match="acknowledged"):
        await crash.check(store, {"t": [player]}, {("t", 0): 0})
    player = crash.Player("t", crash.random.Random(1), steps=["0 play"])
    with pytest.raises(crash.Lost, match="was shown"):
        await crash.check(store, {"t": [player]}, {("t", 0): 0})
    await store.close()


async def moved(clients: list[Client], count: int, tag: str) -> None:
    for number in range(count):
        mover = next(client for client in clients if client.moves)
        assert await mover.say(do="move", id=f"{tag}{number}", seen=mover.version, move=mover.moves[0]) is None
        for client in clients:
            await client.until(lambda client=client, mover=mover: client.version >= mover.version)


@lived
async def test_moves_at_the_same_moment_on_two_processes_are_all_kept(
    new_postgres: str, start: Callable[..., Place]
) -> None:
    places = [start(new_postgres), start(new_postgres)]
    people = [
        await places[0].person("A"),
        await places[1].person("B"),
        await places[0].person("C"),
        await places[1].person("D"),
    ]
    table = await people[0].table("toy", ["me", "open", "open", "open"])
    for number, person in enumerate(people[1:], 1):
        await person.do(table, do="sit", seat=number)
    await people[0].do(table, do="start")
    clients = [await person.sit_at(table) for person in people]
    for number in range(3):
        for client in clients:
            move = next(move for move in client.moves if move.startswith(("build", "hide")))
            client.wire.say(do="move", id=f"{number}a", move=move)
            client.wire.say(do="move", id=f"{number}b", move="done")
        for client in clients:
            await client.until(lambda client=client, number=number: client.view["table"]["round"] == number + 1)
            assert not client.refused
    store = await Store(new_postgres).open()
    log = [e.read(body) for body in await store.log(table)]
    await store.close()
    assert sum(isinstance(event, e.Moved) for event in log) == 3 * 4 * 2
    assert clients[0].view["over"] if clients[0].view else False


@lived
async def test_bots_and_clocks_move_to_another_process_when_theirs_dies(
    new_postgres: str, start: Callable[..., Place]
) -> None:
    first, second = start(new_postgres), start(new_postgres)
    ann = await first.person("Ann")
    table = await ann.table(seats=["me", "bot greedy"], options={"turn_cap": 500, "win_cards": 0})
    await ann.do(table, do="start")
    client = await ann.sit_at(table)
    await client.until(lambda: bool(client.moves))
    await ann.do(table, do="bot", level="random")  # now bots play both seats, on the first process
    count = len(client.steps)
    await client.until(lambda: len(client.steps) > count + 5)
    first.kill()
    ann = Person(second, ann.token, ann.id, ann.name)
    watching = await ann.sit_at(table)
    await watching.until(lambda: len(watching.steps) > 5 or bool(watching.view and watching.view["over"]))


@lived
async def test_a_graceful_stop_keeps_everything_and_says_so(database: str, start: Callable[..., Place]) -> None:
    place = start(database)
    ann = await place.person("Ann")
    table = await ann.table(seats=["me"])
    await ann.do(table, do="start")
    client = await ann.sit_at(table)
    await moved([client], 5, "d")
    code, log = place.end()
    assert (code, '"trace"' in log) == (0, False)
    place = start(database)
    again = await Person(place, ann.token, ann.id, "Ann").sit_at(table)
    assert again.view == client.view


@lived
async def test_an_idle_table_leaves_memory_and_comes_back_by_replay(
    tmp_path: object, start: Callable[..., Place]
) -> None:
    place = start(f"{tmp_path}/x.db", "--idle", "0")
    ann = await place.person("Ann")
    table = await ann.table(seats=["me"])
    await ann.do(table, do="start")
    client = await ann.sit_at(table)
    await moved([client], 3, "e")
    await client.close()

    async def live() -> str:
        lines = (await place.figures()).splitlines()
        return next(line for line in lines if line.startswith("kvartal_live_tables "))

    while not (await live()).endswith(" 0"):
        await asyncio.sleep(0.5)
    assert (await ann.sit_at(table)).view == client.view
