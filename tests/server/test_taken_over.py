"""Whose eyes: a seat that a bot keeps, and what is hidden there, goes to nobody behind the backs of the others."""

import sqlite3
from contextlib import closing
from typing import Any

import msgspec
import pytest
from place import Person, Place, lived

from .test_life import done, seat, seated


def hand(shown: Any, number: int) -> Any:
    """What is seen of the hidden hand of a seat of Toy Town."""
    return shown["view"]["table"]["seats"][number]["hand"]


async def seated_with_secrets(place: Place, players: int) -> tuple[str, list[Person]]:
    """The second of them has begun a turn that nobody else may see."""
    table, people = await seated(place, players=players)
    client = await people[1].sit_at(table)
    await done(client, "hidden")
    await client.close()
    return table, people


@lived
@pytest.mark.parametrize("goes", ["removed", "left"])
async def test_the_host_cannot_look_through_the_eyes_of_somebody_who_has_gone(place: Place, goes: str) -> None:
    table, (ann, bob) = await seated_with_secrets(place, 2)
    mine = hand(await bob.look(table), 1)
    assert hand(await ann.look(table), 1) != mine, "there is something to be read"
    if goes == "removed":
        await ann.do(table, do="remove", person=bob.id)
    else:
        await bob.do(table, do="leave")
    key = (await ann.do(table, do="invite", seat=1))["key"]
    second = await place.person("Ann's other device")
    for eye in (second, ann):
        status, words = await eye.refused(table, do="sit", key=key)
        assert (status, "a bot keeps it" in words) == (403, True)
        assert (await eye.refused(table, do="sit", seat=1))[0] in (403, 409)
        assert hand(await eye.look(table), 1) != mine
    assert (await ann.look(table))["seat"] == 0
    assert seat(await ann.look(table), 1)["last"] == {"person": bob.id, "name": "P1"}
    shown = await bob.do(table, do="sit", key=key)
    assert (shown["seat"], seat(shown, 1)["kind"]) == (1, "person"), "it goes back to whoever held it, at any time"
    assert "bot" not in seat(shown, 1)
    assert (await bob.sit_at(table)).seat == 1


@lived
async def test_whoever_has_left_comes_back_without_any_key(place: Place) -> None:
    table, (ann, bob) = await seated_with_secrets(place, 2)
    assert (await bob.do(table, do="leave"))["seat"] is None
    assert (await ann.refused(table, do="sit", seat=1))[0] == 409
    assert (await bob.do(table, do="sit", seat=1))["seat"] == 1
    await ann.do(table, do="remove", person=bob.id)
    assert (await bob.refused(table, do="sit", seat=1))[0] == 403, "who was sent away needs to be invited again"


@lived
async def test_a_friend_takes_over_when_everybody_else_has_agreed(place: Place) -> None:
    table, (ann, bob, cyd) = await seated_with_secrets(place, 3)
    await bob.do(table, do="leave")
    key = (await ann.do(table, do="invite", seat=1))["key"]
    dan = await place.person("Dan")
    watching = await cyd.sit_at(table)
    shown = await dan.do(table, do="sit", key=key)
    assert (shown["seat"], seat(shown, 1)["kind"]) == (None, "bot"), "asked, not seated"
    await watching.until(lambda: "asks" in watching.table["seats"][1])
    asks = {"person": dan.id, "name": "Dan", "agreed": [ann.id], "refused": [], "missing": [cyd.id]}
    assert watching.table["seats"][1]["asks"] == asks, "the host has agreed by inviting"
    assert (await (await place.person("Eve")).refused(table, do="sit", key=key))[0] == 403, "a key works once"
    assert (await dan.refused(table, do="sit", seat=1))[0] == 409
    assert (await dan.refused(table, do="admit", seat=1, person=dan.id))[0] == 403, "not by the one who asks"
    assert (await cyd.refused(table, do="admit", seat=1, person=bob.id))[0] == 409, "one agrees to a person"
    shown = await cyd.do(table, do="admit", seat=1, person=dan.id, agree=False)
    assert seat(shown, 1)["asks"]["refused"] == [cyd.id]
    assert "everybody" in (await dan.refused(table, do="sit", seat=1))[1]
    await cyd.do(table, do="admit", seat=1, person=dan.id)
    shown = await dan.do(table, do="sit", seat=1)
    assert (shown["seat"], seat(shown, 1)["admitted_by"]) == (1, [ann.id, cyd.id])
    assert "asks" not in seat(shown, 1)
    with closing(sqlite3.connect(place.database)) as connection:
        rows = connection.execute("SELECT body FROM events WHERE table_id = ? ORDER BY number", (table,))
        log = [msgspec.json.decode(body) for (body,) in rows]
    told = [(each["is"], each.get("by", each.get("agreed"))) for each in log if each["is"] in ("admitted", "given")]
    assert told == [("admitted", cyd.id), ("admitted", cyd.id), ("given", [ann.id, cyd.id])], "and all of it is stored"


@lived
async def test_somebody_besides_host_and_guest_has_to_agree(place: Place) -> None:
    """The guest may sit there already: then only the host is left, and could as well be the guest."""
    table, (ann, bob, second) = await seated_with_secrets(place, 3)
    await bob.do(table, do="leave")
    key = (await ann.do(table, do="invite", seat=1))["key"]
    assert (await second.refused(table, do="sit", key=key))[0] == 403
    shown = await ann.do(table, do="sit", key=key)
    assert seat(shown, 1)["asks"]["missing"] == [second.id], "the other one may agree to the host"
    assert (await ann.refused(table, do="sit", seat=1))[0] == 409
    await second.do(table, do="admit", seat=1, person=ann.id)
    await second.do(table, do="leave")
    assert (await ann.refused(table, do="sit", seat=1))[0] == 403, "whoever has agreed must still sit there"


@lived
async def test_the_hand_of_a_bot_is_a_secret_as_well(place: Place) -> None:
    ann = await place.person("Ann")
    table = await ann.table("toy", ["me", "bot greedy"])
    await ann.do(table, do="start")
    key = (await ann.do(table, do="invite", seat=1))["key"]
    second = await place.person("Ann's other device")
    assert (await second.refused(table, do="sit", key=key))[0] == 403
    assert (await second.look(table))["seat"] is None


@lived
async def test_where_nothing_is_hidden_a_seat_is_given_at_once(place: Place) -> None:
    for game in ("flip", "estates"):
        table, (ann, bob, *_) = await seated(place, game, 3 if game == "flip" else 2)
        await bob.do(table, do="leave")
        key = (await ann.do(table, do="invite", seat=1))["key"]
        dan = await place.person("Dan")
        shown = await dan.do(table, do="sit", key=key)
        assert shown["seat"] == 1
        assert "admitted_by" not in seat(shown, 1)
