"""The life of a table over the API, to its end: resigning, removing, time that is up, what nobody wants any more."""

import asyncio
import re
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from place import Client, Person, Place, command, environment, lived

DAY = 24 * 3600 * 1000


async def seated(place: Place, game: str = "toy", players: int = 3, **more: object) -> tuple[str, list[Person]]:
    people = [await place.person(f"P{n}") for n in range(players)]
    table = await people[0].table(game, ["me", *["open"] * (players - 1)], **more)
    for number, person in enumerate(people[1:], 1):
        await person.do(table, do="sit", seat=number)
    await people[0].do(table, do="start")
    return table, people


async def done(client: Client, tag: str) -> None:
    """A whole turn of Toy Town."""
    build = next(move for move in client.moves if move.startswith(("build", "hide")))
    assert await client.say(do="move", id=f"{tag}-1", seen=client.version, move=build) is None
    assert await client.say(do="move", id=f"{tag}-2", seen=client.version, move="done") is None


def seat(shown: Any, number: int) -> Any:
    return shown["table"]["seats"][number]


@lived
async def test_a_confirmation_is_withdrawn_and_a_move_is_taken_back(place: Place) -> None:
    table, people = await seated(place, players=2)
    ann, bob = [await person.sit_at(table) for person in people]
    before = ann.view
    await done(ann, "a")
    await bob.until(lambda: bob.view["table"]["seats"][0]["done"] == 1)
    assert not ann.moves  # confirmed: waits for the other
    assert await ann.say(do="undo", id="u1", seen=ann.version) is None
    await bob.until(lambda: bob.view["table"]["seats"][0]["done"] == 0)
    assert await ann.say(do="undo", id="u2", seen=ann.version) is None
    assert (await people[0].look(table))["view"] == before
    refused = await ann.say(do="undo", id="u3")
    assert refused["rule"] == "engine.undo.nothing"
    for client, tag in ((ann, "b"), (bob, "c")):
        await done(client, tag)
    await ann.until(lambda: ann.view["table"]["round"] == 1)
    refused = await ann.say(do="undo", id="u4")  # revealed: it stands
    assert refused["rule"].startswith("engine.undo.")


@lived
async def test_the_host_removes_a_person_before_and_during_play(place: Place) -> None:
    ann, bob, cyd = [await place.person(name) for name in ("Ann", "Bob", "Cyd")]
    table = await ann.table("toy")
    await bob.do(table, do="sit")
    socket = await bob.sit_at(table)
    assert (await bob.refused(table, do="remove", person=ann.id))[0] == 403
    assert (await bob.refused(table, do="mute", person=ann.id))[0] == 403
    await ann.do(table, do="remove", person=bob.id)
    await socket.wire.lost
    assert socket.messages[-1]["is"] != "change" or "view" not in socket.messages[-1]
    assert (await bob.refused(table, do="sit"))[0] == 403
    assert (await bob.sit_at(table)).messages[0]["is"] == "refused"
    await cyd.do(table, do="sit")
    await ann.do(table, do="start")
    socket = await cyd.sit_at(table)
    await ann.do(table, do="mute", person=cyd.id)
    assert "silenced" in (await socket.say(do="chat", id="c", text="hello"))["text"]
    await ann.do(table, do="mute", person=cyd.id, muted=False)
    assert await socket.say(do="chat", id="d", text="hello") is None
    shown = await ann.do(table, do="remove", person=cyd.id)
    assert (seat(shown, 1)["kind"], seat(shown, 1)["why"]) == ("bot", "removed")
    await socket.wire.lost
    assert (await cyd.refused(table, do="take"))[0] == 403
    assert ((await cyd.look(table))["view"], (await cyd.look(table))["chat"]) == (None, [])
    assert (await cyd.ask("GET", f"/api/tables/{table}/record"))[0] == 404, "nor what has been played since"
    playing = await ann.sit_at(table)
    for number in range(2):  # the bot plays on
        await done(playing, str(number))
        await playing.until(lambda number=number: playing.view["table"]["round"] > number)


@lived
async def test_a_private_link_moves_a_seat_to_another_device(place: Place) -> None:
    table, (ann, bob) = await seated(place, players=2)
    old = await bob.sit_at(table)
    await done(old, "a")
    stranger = await place.person("Eve")
    assert (await stranger.refused(table, do="invite", seat=1))[0] == 403
    assert (await ann.refused(table, do="invite", seat=1))[0] == 403  # not even the host
    key = (await bob.do(table, do="invite"))["key"]
    phone = await place.person("Bob's phone")
    shown = await phone.do(table, do="sit", key=key)
    assert shown["seat"] == 1
    await old.until(lambda: old.seat is None)  # the old device only watches now
    assert (await bob.refused(table, do="undo"))[0] == 403
    new = await phone.sit_at(table)
    assert await new.say(do="undo", id="u") is None  # what the old device has done is the new one's to take back
    assert await new.say(do="move", id="d", seen=new.version, move="done") is None
    assert [each["id"] for each in await phone.good("GET", "/api/tables/mine")] == [table]
    assert await bob.good("GET", "/api/tables/mine") == []


@lived
async def test_resigning_agreeing_leaving_and_a_rematch(place: Place) -> None:
    table, (ann, bob, cyd) = await seated(place)
    shown = await bob.do(table, do="resign")
    assert (shown["table"]["status"], seat(shown, 1)["why"]) == ("playing", "resigned")
    assert (await bob.refused(table, do="take"))[0] == 409
    shown = await ann.do(table, do="end")
    assert (shown["table"]["status"], seat(shown, 0)["agrees"]) == ("playing", True)
    await ann.do(table, do="end", agree=False)
    assert (await cyd.do(table, do="end"))["table"]["status"] == "playing"
    shown = await ann.do(table, do="end")
    assert (shown["table"]["status"], shown["table"]["why"]) == ("ended", "agreed")
    assert (await ann.refused(table, do="move", move="done"))[0] == 409
    record = await ann.good("GET", f"/api/tables/{table}/record")
    assert "secret:" not in record  # nobody has finished this deal: it may be played again
    made = (await cyd.do(table, do="rematch"))["rematch"]
    assert (await ann.do(table, do="rematch"))["rematch"] == made
    again = await ann.look(made)
    assert [each["person"] for each in again["table"]["seats"]] == [ann.id, bob.id, cyd.id]
    assert again["table"]["host"] == cyd.id
    await cyd.do(made, do="start")
    shown = await ann.do(made, do="leave")
    assert (seat(shown, 0)["kind"], seat(shown, 0)["why"]) == ("bot", "left")
    assert (await ann.refused(made, do="take"))[0] == 403
    duel, (dan, eve) = await seated(place, players=2)
    shown = await dan.do(duel, do="resign")
    assert [shown["table"][name] for name in ("status", "why", "ended_by")] == ["ended", "resigned", 0]
    assert (await eve.refused(duel, do="resign"))[0] == 409


def shift(database: str, days: int) -> None:
    """Let so many days go by: everything stored happened so much earlier."""

    def earlier(found: "re.Match[bytes]") -> bytes:
        return b'"at":%d' % (int(found[1]) - days * DAY)

    with closing(sqlite3.connect(database)) as connection, connection:
        for table, number, body in connection.execute("SELECT table_id, number, body FROM events").fetchall():
            was = re.sub(rb'"at":(\d+)', earlier, body)
            connection.execute("UPDATE events SET body = ? WHERE table_id = ? AND number = ?", (was, table, number))
        connection.execute("UPDATE tables SET due = due - ?, touched = touched - ?", (days * DAY, days * DAY))


async def expired(person: Person, table: str) -> None:
    """Wait until the server has noticed that this table is abandoned."""
    while (shown := (await person.look(table))["table"])["status"] != "ended":
        await asyncio.sleep(0.1)
    assert shown["why"] == "expired"


@lived
async def test_time_that_is_up_and_tables_that_nobody_wants(tmp_path: Path, start: Callable[..., Place]) -> None:
    """One server is stopped and another one started days later: on every clock time is up, and what is old goes."""
    database = str(tmp_path / "x.db")
    place = start(database)
    live, people = await seated(place, players=2, minutes=5, seconds=10, late="default")
    letters, friends = await seated(place, "flip", 2, days=3, late="bot random")
    idle, owners = await seated(place, "flip", 2)
    assert all(0 < left <= 300_000 for left in (await people[0].look(live))["clock"])
    left = [each for each in (await friends[0].look(letters))["clock"] if each is not None]
    assert 2 * DAY < left[0] <= 3 * DAY
    unstarted = await people[0].table("toy")
    finished = await people[0].table("flip", ["me", "bot random"], options={"turn_cap": 1})
    await people[0].do(finished, do="start")
    client = await people[0].sit_at(finished)
    while client.table["status"] != "finished":
        await client.until(lambda: bool(client.moves) or client.table["status"] == "finished")
        if client.moves:
            await client.say(do="move", id=str(client.version), move=client.moves[-1])
    await client.close()
    place.end()
    shift(database, 4)
    place = start(database, "--keep-playing", "20", "--keep-finished", "20", "--clean-after", "0")

    def here(person: Person) -> Person:
        return Person(place, person.token, person.id, person.name)

    # The game's own default move, for both, until somebody is there again
    ann = await here(people[0]).sit_at(live)
    await ann.until(lambda: all(each.get("why") == "late" for each in ann.table["seats"]))
    assert {each["bot"] for each in ann.table["seats"]} == {"default"}
    await ann.until(lambda: ann.table["status"] == "finished")
    record = await here(people[0]).good("GET", f"/api/tables/{live}/record")
    assert re.findall(r"^0 (\w+)", record, re.M)[:2] == ["hide", "done"]  # what Toy Town does by default
    # A bot, as that table chose, until its person takes the seat back
    late = next(n for n, each in enumerate((await here(friends[0]).look(letters))["table"]["seats"]) if "bot" in each)
    bob = await here(friends[late]).sit_at(letters)
    assert [bob.table["seats"][late][name] for name in ("bot", "why")] == ["random", "late"]
    assert await bob.say(do="take", id="t") is None
    assert "bot" not in bob.table["seats"][late]
    # No clock: it waits, and the table that never began has expired
    assert (await here(owners[0]).look(idle))["table"]["status"] == "playing"
    cyd = here(people[0])
    await expired(cyd, unstarted)
    place.end()
    shift(database, 30)
    place = start(database, "--keep-playing", "20", "--keep-finished", "20", "--clean-after", "0")
    await expired(here(owners[0]), idle)
    while await here(people[0]).good("GET", "/api/tables/mine"):
        await asyncio.sleep(0.1)
    for gone in (live, unstarted, finished):
        assert (await here(people[0]).ask("GET", f"/api/tables/{gone}"))[0] == 404
    with closing(sqlite3.connect(database)) as connection:
        found = {row[0] for row in connection.execute("SELECT DISTINCT table_id FROM events")}
    assert found == {letters, idle}


OTHER_RULES = {
    "version 999": (rb'"rules":\d+', b'"rules":999'),
    "numbers": (rb'"digest":"\w+"', b'"digest":"' + b"0" * 64 + b'"'),
    "no game 'gone'": (rb'"game":"flip"', b'"game":"gone"'),
}


@lived
async def test_running_matches_of_other_rules_are_refused_and_never_changed(
    tmp_path: Path, start: Callable[..., Place]
) -> None:
    database = str(tmp_path / "x.db")
    place = start(database)
    ann = await place.person("Ann")
    tables = {reason: await ann.table("flip", ["me", "bot random"], minutes=5) for reason in OTHER_RULES}
    for table in tables.values():
        await ann.do(table, do="start")
    place.end()

    def stored() -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(database)) as connection:
            return connection.execute("SELECT table_id, number, body FROM events ORDER BY 1, 2").fetchall()

    with closing(sqlite3.connect(database)) as connection, connection:
        first = {table: body for table, number, body in stored() if number == 1}
        for reason, change in OTHER_RULES.items():
            body = re.sub(*change, first[tables[reason]])
            connection.execute("UPDATE events SET body = ? WHERE body = ?", (body, first[tables[reason]]))
    before = stored()
    place = start(database)
    ann = Person(place, ann.token, ann.id, "Ann")
    for reason, table in tables.items():
        for method, path, asked in (
            ("GET", "", None), ("GET", "/record", None), ("GET", "/log", None),
            ("POST", "/do", {"do": "move", "move": "play"}), ("POST", "/do", {"do": "leave"}),
        ):  # fmt: skip
            status, answer = await ann.ask(method, f"/api/tables/{table}{path}", asked)
            assert (status, reason in answer["error"]) == (410, True), answer
        client = await ann.sit_at(table)
        assert reason in client.messages[0]["text"]
        await client.wire.lost
        assert client.wire.closed == 4410
    assert {each["id"] for each in await ann.good("GET", "/api/tables/mine")} == set(tables.values())
    words = command("export", tables["numbers"], "--database", database)
    exported = await asyncio.to_thread(subprocess.run, words, env=environment(), capture_output=True, text=True)
    assert (exported.returncode, "numbers" in exported.stderr) == (3, True)
    code, log = place.end()
    assert (code, '"trace"' in log) == (0, False)
    assert stored() == before
