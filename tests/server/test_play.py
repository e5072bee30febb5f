"""People at tables: from the first seat to the record."""

import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

from place import Client, Person, Place, lived

import kvartal
from kvartal.games import game


async def pair(place: Place, **more: object) -> tuple[Person, Person, str]:
    ann, bob = await place.person("Ann"), await place.person("Bob")
    table = await ann.table(**more)
    await bob.do(table, do="sit")
    await ann.do(table, do="start")
    return ann, bob, table


async def play_out(clients: list[Client], rng: random.Random, most: int = 5000) -> int:
    """Whoever may move moves at random, until the end."""
    for number in range(most):
        if any(client.view and client.view["over"] for client in clients):
            return number
        mover = next(client for client in clients if client.moves)
        refused = await mover.say(do="move", id=f"m{number}", seen=mover.version, move=rng.choice(mover.moves))
        assert refused is None
        newest = max(client.version for client in clients)
        for client in clients:
            await client.until(lambda client=client, newest=newest: client.version >= newest)
    raise AssertionError("the game did not end")


@lived
async def test_a_whole_game_by_two_people_ends_with_a_record_that_verifies(place: Place, tmp_path: Path) -> None:
    ann, bob, table = await pair(place, options={"turn_cap": 12})
    clients = [await ann.sit_at(table), await bob.sit_at(table)]
    before = await ann.good("GET", f"/api/tables/{table}/record")
    assert "secret:" not in before
    await play_out(clients, random.Random(3))
    for client in clients:
        await client.until(lambda client=client: client.table["status"] == "finished")
        assert client.table["result"]["ranking"]
    record = await bob.good("GET", f"/api/tables/{table}/record")
    assert 'seat 0: "Ann"' in record
    (tmp_path / "match.txt").write_text(record)
    assert kvartal.verify(tmp_path / "match.txt")
    for client in clients:
        fresh = await (ann if client.seat == 0 else bob).sit_at(table)
        assert fresh.view == client.view  # what was patched together is what is there
    log = await ann.good("GET", f"/api/tables/{table}/log?lang=uk")
    assert len(log) > 10


@lived
async def test_a_table_stored_under_older_rules_is_played_to_its_end_by_them(
    tmp_path: Path, start: Callable[..., Place]
) -> None:
    """Until version 2 the rival of a game alone (2023) never got the card of the last round."""
    database = tmp_path / "x.db"
    place = start(str(database))
    ann = await place.person("Ann")
    table = await ann.table("welcome", ["me"], options={"edition": "2023"})
    await ann.do(table, do="start")
    client = await ann.sit_at(table)
    assert await client.say(do="move", id="a", seen=client.version, move=client.moves[0]) is None
    assert place.end()[0] == 0
    older = game("welcome").set_up(1, {"edition": "2023"}, version=1)
    with sqlite3.connect(database) as stored:
        first = stored.execute("SELECT body FROM events WHERE table_id = ? AND number = 1", (table,)).fetchone()
        created = json.loads(first[0])
        assert created["rules"] == 2
        created |= {"rules": 1, "digest": older.digest}
        body = json.dumps(created).encode()
        stored.execute("UPDATE events SET body = ? WHERE table_id = ? AND number = 1", (body, table))
    ann.place = start(str(database))
    client = await ann.sit_at(table)
    await play_out([client], random.Random(5))
    (tmp_path / "match.txt").write_text(await ann.good("GET", f"/api/tables/{table}/record"))
    assert kvartal.verify(tmp_path / "match.txt")
    match = kvartal.load(tmp_path / "match.txt")
    assert match.setup == older
    shown = client.view["table"] if client.view else {}
    assert shown["rival_size"] == shown["round"] - 1


@lived
async def test_salts_of_the_devices_are_in_the_deal(place: Place, tmp_path: Path) -> None:
    import hashlib
    import secrets

    ann, bob = await place.person("Ann"), await place.person("Bob")
    table = await ann.table(options={"turn_cap": 1})
    await bob.do(table, do="sit")
    salts = {each: secrets.token_bytes(32) for each in (ann, bob)}
    for each, salt in salts.items():
        await each.do(table, do="promise", promise=hashlib.sha256(salt).hexdigest())
    started = await ann.do(table, do="start")
    assert started["table"]["status"] == "salting"
    assert started["view"] is None  # no card before every salt is open
    assert (await bob.refused(table, do="salt", salt=secrets.token_hex(32)))[0] == 409
    first = await ann.do(table, do="salt", salt=salts[ann].hex())
    assert first["view"] is None
    assert "salts" not in first["table"]["deal"]
    last = await bob.do(table, do="salt", salt=salts[bob].hex())
    assert last["table"]["status"] == "playing"
    clients = [await ann.sit_at(table), await bob.sit_at(table)]
    await play_out(clients, random.Random(1))
    record = await ann.good("GET", f"/api/tables/{table}/record")
    for seat, salt in enumerate(salts.values()):
        assert f"salt {seat}: {hashlib.sha256(salt).hexdigest()} {salt.hex()}" in record
    (tmp_path / "match.txt").write_text(record)
    assert kvartal.verify(tmp_path / "match.txt")


@lived
async def test_a_repeated_message_is_harmless_and_a_late_one_gets_the_view(place: Place) -> None:
    ann, bob, table = await pair(place)
    clients = [await ann.sit_at(table), await bob.sit_at(table)]
    mover = next(client for client in clients if client.moves)
    seen = mover.version
    assert await mover.say(do="move", id="one", seen=seen, move="play") is None
    steps = list(mover.steps)
    count = len(mover.messages)
    mover.wire.say(do="move", id="one", seen=seen, move="play")  # the network said it twice
    await mover.until(lambda: len(mover.messages) > count)
    assert mover.messages[-1]["is"] == "view"
    assert mover.steps == steps
    mover.wire.say(do="move", id="two", seen=seen, move="play")  # made on a view that is gone
    await mover.until(lambda: len(mover.messages) > count + 1)
    assert mover.messages[-1]["is"] == "view"
    assert mover.messages[-1]["late"] == ["two"]
    assert mover.version == seen + 1


@lived
async def test_a_refused_move_names_its_rule_and_changes_nothing(place: Place) -> None:
    ann, bob, table = await pair(place)
    clients = [await ann.sit_at(table), await bob.sit_at(table)]
    mover = next(client for client in clients if client.moves)
    other = clients[1 - clients.index(mover)]
    before = mover.view
    refused = await mover.say(do="move", id="a", move="buy hospital")
    assert refused["rule"] == "flip.phase.build"
    refused = await other.say(do="move", id="b", move="play")
    assert refused["rule"] == "engine.move.waiting"
    refused = await mover.say(do="move", id="c", move="jump")
    assert "did you mean" in refused["text"] or "is not a move" in refused["text"]
    assert (await (ann if mover.seat == 0 else bob).sit_at(table)).view == before


@lived
async def test_undo_and_chat_and_muting(place: Place) -> None:
    ann, bob = await place.person("Ann"), await place.person("Bob")
    table = await ann.table("toy")
    await bob.do(table, do="sit")
    await ann.do(table, do="start")
    mine, theirs = await ann.sit_at(table), await bob.sit_at(table)
    heard = len(theirs.messages)
    build = next(move for move in mine.moves if move.startswith("build"))
    assert await mine.say(do="move", id="1", move=build) is None
    assert await mine.say(do="undo", id="2") is None
    assert mine.steps[-1] == "0 undo"
    assert build in mine.moves
    assert await mine.say(do="chat", id="3", text="  <b>hello</b>  there ") is None
    await theirs.until(lambda: len(theirs.messages) > heard)
    assert [message.get("chat") for message in theirs.messages[heard:]] == [
        [
            {
                "number": theirs.messages[-1]["chat"][0]["number"],
                "person": ann.id,
                "name": "Ann",
                "text": "<b>hello</b> there",
            }
        ]
    ]
    await ann.do(table, do="mute", person=bob.id)
    refused = await theirs.say(do="chat", id="4", text="hm")
    assert "silenced" in refused["text"]


@lived
async def test_my_tables_codes_and_lists(place: Place) -> None:
    ann, bob = await place.person("Ann"), await place.person("Bob")
    public = await ann.table(public=True)
    private = await ann.table()
    code = (await ann.look(private))["table"]["code"]
    assert (await bob.good("GET", f"/api/codes/{code.lower()}"))["table"] == private
    await bob.do(private, do="sit")
    listed = [each["id"] for each in await bob.good("GET", "/api/tables")]
    assert public in listed
    assert private not in listed
    await ann.do(private, do="start")
    assert (await bob.ask("GET", f"/api/codes/{code}"))[0] == 404
    mine = {each["id"]: each for each in await ann.good("GET", "/api/tables/mine")}
    assert {public, private} <= mine.keys()
    theirs = {each["id"]: each for each in await bob.good("GET", "/api/tables/mine")}
    assert theirs.keys() == {private}
    assert mine[private]["turn"] != theirs[private]["turn"]


@lived
async def test_a_daily_deal_and_the_same_deal_again(place: Place) -> None:
    ann, bob = await place.person("Ann"), await place.person("Bob")
    made = [(await each.good("POST", "/api/daily/flip", {}))["table"] for each in (ann, bob)]
    clients = [await ann.sit_at(made[0]), await bob.sit_at(made[1])]
    assert clients[0].view == clients[1].view  # everybody has the same cards
    for client in clients:
        await play_out([client], random.Random(4))
    assert clients[0].steps == clients[1].steps
    daily = next(each for each in await ann.good("GET", "/api/daily") if each["game"] == "flip")
    results = await ann.good("GET", f"/api/deals/{daily['deal']}")
    assert [row["name"] for row in results["results"]].count("Bob") == 1
    record = await ann.good("GET", f"/api/tables/{made[0]}/record")
    assert "secret:" not in record  # others still play it today
    assert "secret" not in results
    again = await bob.table("flip", ["me"], deal=daily["deal"])
    await bob.do(again, do="start")
    third = await bob.sit_at(again)
    await play_out([third], random.Random(4))
    assert third.steps == clients[0].steps
