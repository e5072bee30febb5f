"""Bad networks and bad clients: messages come twice, late and in another order; the match does not notice."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from place import Client, Person, Place, lived, put

from kvartal.engine.match import Match
from kvartal.server.store.store import Store
from kvartal.server.table import events as e
from kvartal.server.table.table import folded


class Flaky:
    """A person on a bad line: everything said goes out one to three times, late, in any order."""

    def __init__(self, client: Client, rng: random.Random) -> None:
        self.client, self.rng = client, rng
        self.number = 0
        self.pending: list[asyncio.TimerHandle] = []

    def send(self, **what: object) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(self.rng.randint(1, 3)):
            later = self.rng.random() * 0.05
            self.pending.append(loop.call_later(later, lambda: self.client.wire.say(**what)))

    async def play(self, choose: Callable[[list[str]], str], reveals: int) -> None:
        """Until the game is over, or others were seen to move so often: choose from what is shown, and say it."""
        client = self.client
        while not (client.view and client.view["over"]):
            if (
                sum(
                    any(not step.startswith((f"{client.seat} ", "* ")) for step in message.get("steps", ()))
                    for message in client.messages
                )
                >= reveals
            ):
                break
            if client.moves:
                self.number += 1
                name, seen = f"{client.seat}-{self.number}", client.version
                self.send(do="move", id=name, seen=seen, move=choose(client.moves))
                await client.until(lambda name=name, seen=seen: name in client.done or client.version != seen)
                if self.rng.random() < 0.2:
                    self.send(do="move", id=name, seen=seen, move=choose(["done", "play"]))  # an old name again
            else:
                version = client.version
                await client.until(lambda version=version: client.version != version or bool(client.moves))


async def seated(place: Place, game: str, players: int) -> tuple[str, list[Person]]:
    people = [await place.person(f"P{n}") for n in range(players)]
    table = await people[0].table(game, ["me", *["open"] * (players - 1)])
    for number, person in enumerate(people[1:], 1):
        await person.do(table, do="sit", seat=number)
    await people[0].do(table, do="start")
    return table, people


@pytest.mark.parametrize(("game", "players"), [("toy", 4), ("welcome", 12)])
@lived
async def test_twelve_clients_on_bad_lines_reach_the_state_of_the_sequential_reference(
    database: str, start: Callable[..., Place], game: str, players: int
) -> None:
    place = start(database)
    rng = random.Random(12)
    tables = [await seated(place, game, players) for _ in range(12 // players)]
    flaky = [Flaky(await person.sit_at(table), rng) for table, people in tables for person in people]
    rounds = 3 if game == "welcome" else 99  # a whole game of twelve would take long
    await asyncio.gather(*(each.play(lambda moves: sensible(moves, rng), rounds) for each in flaky))
    store = await Store(database).open()
    for table, people in tables:
        match = folded(table, [e.read(body) for body in await store.log(table)]).match
        assert match is not None
        reference = sequential(match)
        for seat, person in enumerate(people):
            here = [each.client for each in flaky if each.client.table["id"] == table]
            client = next(client for client in here if client.seat == seat)
            shown = await person.look(table)
            assert shown["view"] == _plain(match.view(seat).facts())
            assert shown["view"] == _plain(reference.view(seat).facts())
            await client.until(lambda client=client, shown=shown: client.view == shown["view"])
            assert not any("late" in message and message["is"] == "refused" for message in client.messages)
            assert "stale" not in str(client.messages)
    await store.close()


def sequential(match: Match) -> Match:
    """The same moves, seat by seat in each round, one after the other: what a calm table would have played."""
    calm = Match(match.setup, match.deal)
    left = [entry for entry in match.entries if entry.seat >= 0]
    while left:
        turn = next(entry for entry in left if entry.seat in calm.waiting and entry.seat == min(calm.waiting))
        calm.play(turn.seat, turn.code)
        left.remove(turn)
        if not any(entry.seat == min(calm.waiting, default=-1) for entry in left):
            rest = [entry for entry in left if entry.seat in calm.waiting]
            for entry in rest:
                calm.play(entry.seat, entry.code)
                left.remove(entry)
            break
    assert not left
    return calm


def _plain(facts: Any) -> Any:
    import msgspec

    return msgspec.json.decode(msgspec.json.encode(facts))


def sensible(moves: list[str], rng: random.Random) -> str:
    return "done" if "done" in moves and rng.random() < 0.7 else rng.choice(moves)


@lived
async def test_any_interleaving_of_a_simultaneous_round_gives_the_same(place: Place) -> None:
    table, people = await seated(place, "toy", 4)
    clients = [await person.sit_at(table) for person in people]
    for client in clients:  # all at once, nobody waits for anybody
        client.wire.say(
            do="move", id="a", seen=client.version, move=next(m for m in client.moves if m.startswith("build"))
        )
        client.wire.say(do="move", id="b", seen=client.version + 1, move="done")
    for client in clients:
        await client.until(lambda client=client: client.view["table"]["round"] == 1)
        assert not client.refused
        assert not any("late" in message for message in client.messages)


MALFORMED = [
    b"", b"{", b"[]", b"null", b'{"do":"fly"}', b'{"do":"move"}', b'{"do":"move","move":7}', b'{"do":"move","move":""}',
    b'{"do":"move","move":"play","seat":-1}', b'{"do":"move","move":"play","seat":1.5}', b'{"do":"bot moves","seat":0}',
    b'{"do":"move","move":"play","more":1}', b'{"do":"time is up","seat":0}', b'{"do":"forget"}', b"\xff\xfe",
    b'"' * 500,
    b'{"do":"chat","text":"' + b"x" * 2000 + b'"}', b'{"do":"sit","key":"' + b"k" * 500 + b'"}', b"[" * 4000,
]  # fmt: skip


@lived
async def test_malformed_messages_change_nothing_and_get_clear_errors(place: Place) -> None:
    table, people = await seated(place, "flip", 2)
    client = await people[0].sit_at(table)
    before = (await people[0].look(table))["view"]
    for message in MALFORMED:
        count = len(client.messages)
        client.wire.frame(1 if message.isascii() else 2, message)
        await client.until(lambda count=count: len(client.messages) > count)
        assert client.messages[-1]["is"] == "refused"
        assert "Traceback" not in client.messages[-1]["text"]
    assert (await people[0].look(table))["view"] == before


@lived
async def test_oversized_messages_are_cut_off(place: Place) -> None:
    table, people = await seated(place, "flip", 2)
    client = await people[0].sit_at(table)
    client.wire.frame(1, b'{"do":"chat","text":"' + b"x" * 20_000 + b'"}')
    await client.wire.lost
    assert (await people[0].look(table))["chat"] == []
    status, answer = await people[0].ask("POST", f"/api/tables/{table}/do", {"do": "chat", "text": "x" * 100_000})
    assert (status, "bytes" in answer["error"]) == (413, True)


@lived
async def test_wrong_tokens_and_other_peoples_seats(place: Place) -> None:
    table, people = await seated(place, "toy", 3)
    stranger = await place.person("Eve")
    before = [(await person.look(table))["view"] for person in people]
    assert (await stranger.refused(table, do="move", move="build 1"))[0] == 403
    assert (await people[0].refused(table, do="move", move="build 1", seat=1))[0] == 403
    nobody = Person(place, "x" * 43, "", "")
    assert (await nobody.ask("POST", f"/api/tables/{table}/do", {"do": "move", "move": "build 1"}))[0] == 401
    assert (await nobody.ask("GET", "/api/me"))[0] == 401
    watching = await stranger.sit_at(table)
    assert watching.seat is None
    refused = await watching.say(do="move", id="x", move="build 1", seat=0)
    assert "not your seat" in refused["text"]
    seat = await stranger.sit_at(table, "?seat=0")
    assert seat.messages[0]["is"] == "refused"
    assert seat.view is None
    assert [(await person.look(table))["view"] for person in people] == before


def test_fields_are_put_where_they_belong() -> None:
    table: dict[str, Any] = {"coins": 1, "seats": [{"top": 1}, {"top": 2}]}
    put(table, "coins", 5)
    put(table, "seats[1].top", 7)
    assert table == {"coins": 5, "seats": [{"top": 1}, {"top": 7}]}


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
@lived
async def test_every_language_connects(place: Place, lang: str) -> None:
    table, people = await seated(place, "flip", 2)
    assert (await people[0].sit_at(table, f"?lang={lang}")).view is not None


def as_frame(payload: bytes, rng: random.Random, kind: int = 0x81) -> bytes:
    """A frame as a browser sends it, with a real mask."""
    mask = rng.randbytes(4)
    size = len(payload)
    head = bytes([kind, 128 | size]) if size < 126 else bytes([kind, 254]) + size.to_bytes(2, "big")
    return head + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))


@lived
async def test_messages_are_heard_wherever_the_network_cuts_them(place: Place) -> None:
    rng = random.Random(8)
    ann = await place.person("Ann")
    table = await ann.table()
    client = await ann.sit_at(table)
    stream, names = b"", []
    for number in range(60):
        names.append(f"n{number}")
        told = msgspec.json.encode(
            {"do": "chat", "id": names[-1], "text": f"{number} " + "x" * rng.choice((1, 40, 300))}
        )
        if rng.random() < 0.2:  # in two frames, with a ping between
            half = len(told) // 2
            stream += as_frame(told[:half], rng, 0x01) + as_frame(b"?", rng, 0x89) + as_frame(told[half:], rng, 0x80)
        else:
            stream += as_frame(told, rng)
    assert client.wire.transport is not None
    while stream:
        size = rng.choice((1, 2, 5, 6, 7, 50, 400, 2000))
        client.wire.transport.write(stream[:size])
        stream = stream[size:]
        await asyncio.sleep(0.002)
    await client.until(lambda: set(names) <= client.done)
    said = [line["text"].split()[0] for message in client.messages for line in message.get("chat", ())]
    assert said == [str(number) for number in range(60)]


@lived
async def test_the_middle_of_a_message_is_not_taken_for_a_message(place: Place) -> None:
    ann = await place.person("Ann")
    client = await ann.sit_at(await ann.table())
    told = msgspec.json.encode({"do": "chat", "id": "c", "text": "hello"})
    size = len(told)
    mask = bytes([told[0] ^ 0x81, told[1] ^ (128 + size - 6), 0, 0])  # masked, it begins like a frame of its length
    masked = bytes(byte ^ mask[n % 4] for n, byte in enumerate(told))
    assert client.wire.transport is not None
    client.wire.transport.write(bytes([0x81, 128 | size]) + mask)
    await asyncio.sleep(0.1)  # two pieces, not one
    client.wire.transport.write(masked)
    await client.until(lambda: "c" in client.done or bool(client.refused))
    assert "c" in client.done
