"""Deals that others play again: who may look at them."""

import hashlib
import random
import sqlite3
from contextlib import closing

import msgspec
from place import Person, Place, lived

from .test_play import play_out


def deal_of(table: str) -> str:
    """Whoever knows a table knows the name of its deal."""
    return "d" + hashlib.sha256(b"deal of " + table.encode()).hexdigest()[:20]


def unwritten(place: Place, deal: str) -> None:
    """As a server stored it that did not write down who may see it."""
    with closing(sqlite3.connect(place.database)) as stored, stored:
        (body,) = stored.execute("SELECT body FROM deals WHERE id = ?", (deal,)).fetchone()
        old = msgspec.json.decode(body)
        del old["closed"]
        stored.execute("UPDATE deals SET body = ? WHERE id = ?", (msgspec.json.encode(old), deal))


@lived
async def test_the_deal_of_a_table_that_is_not_watched_is_for_those_who_sat_there(place: Place) -> None:
    ann, eve, nobody = await place.person("Ann"), await place.person("Eve"), Person(place, "", "", "")
    for watchable in (False, True):
        table = await ann.table(seats=["me"], options={"turn_cap": 1}, watchable=watchable)
        await ann.do(table, do="start")
        await play_out([await ann.sit_at(table)], random.Random(1))
        deal = deal_of(table)
        again = {"game": "flip", "seats": ["me"], "deal": deal}
        for old in (False, True):
            if old:
                unwritten(place, deal)
            for each in (ann, eve, nobody):
                seen = 200 if watchable or each is ann else 404
                assert (await each.ask("GET", f"/api/deals/{deal}"))[0] == seen
            assert (await ann.ask("POST", "/api/tables", again))[0] == 201
            assert (await eve.ask("POST", "/api/tables", again))[0] == (201 if watchable else 404)


@lived
async def test_a_game_that_nobody_has_won_is_listed_as_no_win(place: Place) -> None:
    """Two players at the cap of turns share the first place, and neither has won."""
    ann, bob = await place.person("Ann"), await place.person("Bob")
    table = await ann.table(seats=["me", "open"], options={"turn_cap": 1, "win_cards": 0})
    await bob.do(table, do="sit", seat=1)
    await ann.do(table, do="start")
    await play_out([await ann.sit_at(table), await bob.sit_at(table)], random.Random(1))
    listed = (await ann.ask("GET", f"/api/deals/{deal_of(table)}"))[1]["results"]
    assert [each["place"] for each in listed] == [-1, -1]


@lived
async def test_a_deal_is_played_again_by_the_rules_it_was_made_with(place: Place) -> None:
    """Points by other rules could not be compared with those that stand there."""
    ann = await place.person("Ann")
    table = await ann.table("welcome", ["me"], options={"edition": "2023"})
    await ann.do(table, do="start")
    await play_out([await ann.sit_at(table)], random.Random(1))
    deal = deal_of(table)
    newest = (await ann.ask("GET", f"/api/tables/{table}"))[1]["table"]["rules"]
    for rules in (newest, 1):
        with closing(sqlite3.connect(place.database)) as stored, stored:
            (body,) = stored.execute("SELECT body FROM deals WHERE id = ?", (deal,)).fetchone()
            old = msgspec.json.encode({**msgspec.json.decode(body), "rules": rules})
            stored.execute("UPDATE deals SET body = ? WHERE id = ?", (old, deal))
        again = await ann.table("welcome", ["me"], deal=deal)
        assert (await ann.ask("GET", f"/api/tables/{again}"))[1]["table"]["rules"] == rules
