"""Help is the table's business: on against bots, off where people play in public or by a clock, and told in results."""

import hashlib
import sqlite3
from collections.abc import Callable
from contextlib import closing

import msgspec
import pytest
from place import Place, answered, lived

from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.record import Record
from kvartal.engine.replay import replay
from kvartal.engine.words import is_bot, words
from kvartal.games import game, parse
from kvartal.server.live.frame import frame
from kvartal.server.table import commands as c
from kvartal.server.table import events as e
from kvartal.server.table.acts import act, create
from kvartal.server.table.commands import Refused, plain
from kvartal.server.table.names import seat_names
from kvartal.server.table.table import Table, folded

NOW = 1_800_000_000_000


def table_of(*seats: str, **wish: object) -> Table:
    return folded("t", create(c.NewTable(game="flip", seats=list(seats), **wish), "ann", NOW))  # type: ignore[arg-type]


def test_help_is_off_by_default_only_where_people_play_in_public_or_by_a_clock() -> None:
    for alone in ({}, {"public": True}, {"minutes": 5}, {"days": 3}):
        assert table_of("me", "bot level3", **alone).created.help, alone
        assert table_of("me", **alone).created.help, alone
    assert table_of("me", "open").created.help
    for watched in ({"public": True}, {"minutes": 5}, {"days": 3}):
        for other in ("open", "invited", "me"):
            assert not table_of("me", other, **watched).created.help, (watched, other)
        assert table_of("me", "open", help=True, **watched).created.help
    assert not table_of("me", "bot level3", help=False).created.help
    assert frame(table_of("me", "open", public=True), {}, set()).help is False


def test_a_table_from_before_allows_help() -> None:
    created = create(c.NewTable(game="flip", seats=["me", "open"], public=True), "ann", NOW)[0]
    old = {
        name: value for name, value in msgspec.json.decode(e.write(created)).items() if name not in ("help", "names")
    }
    read = e.read(msgspec.json.encode(old))
    assert isinstance(read, e.Created)
    assert read.help
    assert read.names == []


def test_a_hint_is_refused_where_help_is_off_and_remembered_where_it_is_on() -> None:
    refused = table_of("me", "bot greedy", help=False)
    act(refused, c.Start(), "ann", NOW)
    with pytest.raises(Refused, match="help is off at this table"):
        act(refused, c.Help(seat=0), "ann", NOW)
    refused.seats[0].helped = True  # a bot has played here for a while: that is no leave to ask for more
    with pytest.raises(Refused, match="help is off at this table"):
        act(refused, c.Help(seat=0), "ann", NOW)
    allowed = table_of("me", "bot greedy")
    with pytest.raises(Refused, match="open"):
        act(allowed, c.Help(seat=0), "ann", NOW)
    act(allowed, c.Start(), "ann", NOW)
    version, shown = allowed.version(None), frame(allowed, {}, set())
    first = act(allowed, c.Help(seat=0), "ann", NOW)
    assert [type(event) for event in first.events] == [e.Helped]
    assert act(allowed, c.Help(seat=0), "ann", NOW).events == [], "once is enough"
    assert allowed.version(None) == version
    assert frame(allowed, {}, set()) == shown, "nobody is told while it is played"
    act(allowed, c.Resign(), "ann", NOW)
    assert frame(allowed, {}, set()).seats[0].helped is True


def test_a_rematch_keeps_help_and_names() -> None:
    table = table_of("me", "me", help=False, names=["Olya", "Taras"])
    act(table, c.Start(), "ann", NOW)
    act(table, c.Resign(seat=1), "ann", NOW)
    made = act(table, c.Rematch(), "ann", NOW).made
    assert made is not None
    created = made[1][0]
    assert isinstance(created, e.Created)
    assert (created.help, created.names) == (False, ["Olya", "Taras"])


def test_people_on_one_device_have_names_of_their_own() -> None:
    table = table_of("me", "me", "me", "bot level1", names=["Olya", "", "0lya"])
    seats = [(seat.kind, seat.person, seat.called, seat.level) for seat in table.seats]
    assert seat_names(seats, {"ann": "Ann"})[:3] == ("Olya", "Ann 2", "0lya (2)"), "what looks alike is told apart"
    for seats, names in (
        (["me", "open"], ["A", "B"]),
        (["me", "me", "open"], ["A", "B", "C"]),
        (["me", "me"], ["A"] * 3),
    ):
        with pytest.raises(Refused, match="of your own"):
            table_of(*seats, names=names)
    for taken in ("Bot 2", "Bot 2: Marta", "бот 3 : Х"):
        with pytest.raises(Refused, match="Bot 2"):
            table_of("me", "me", names=["A", taken])


def test_guests_are_called_by_their_names_and_told_apart_in_every_language() -> None:
    bots = ["bot level3-gardener", "bot level1-gardener", "bot level2-builder", "bot level3"]
    seats = [("person", "ann", "", ""), *(("bot", "", "", each.removeprefix("bot ")) for each in bots)]
    names = seat_names(seats, {"ann": "Марта"})
    assert names == ("Марта", "Bot 2: Marta (2)", "Bot 3: Marta (3)", "Bot 4: Anton", "Bot 5"), "as a record has them"
    for lang, shown in (
        ("en", ["Марта", "Marta (2)", "Marta (3)", "Anton", "Bot 5"]),
        ("uk", ["Марта", "Марта (2)", "Марта (3)", "Антон", "Бот 5"]),
        ("ru", ["Марта", "Марта (2)", "Марта (3)", "Антон", "Бот 5"]),
    ):
        assert [words(lang).at_table(names).player(seat) for seat in range(5)] == shown
    assert words("uk").at_table(["Marta", "Bot 1: Marta"]).player(0) == "Marta", "nobody else's name is translated"
    assert words("uk").at_table(["Marta", "Bot 1: Marta"]).player(1) == "Bot 1: Marta", "of another seat"


def test_a_record_with_guests_is_read_again_and_says_who_is_a_bot() -> None:
    match = Match(game("flip").set_up(2), SeededDeal(3), ["Ann", "Bot 2: Marta"])
    text = Record.of(match).text()
    assert replay(*parse(text)).names == ("Ann", "Bot 2: Marta")
    assert [is_bot(name, seat) for seat, name in enumerate(match.names)] == [False, True]


def test_a_pile_of_marks_on_a_letter_is_cut_before_it_is_put_in_order() -> None:
    """Unicode's order takes the square of a pile: a line of two megabytes would hold the server for minutes."""
    assert plain("a" + "\u0301\u0316" * 500_000 + "b") == plain("a" + "\u0301\u0316" * 20 + "b") != ""


def deal_of(table: str) -> str:
    return "d" + hashlib.sha256(b"deal of " + table.encode()).hexdigest()[:20]


@lived
async def test_an_attempt_with_help_is_listed_and_has_no_rank(database: str, start: Callable[..., Place]) -> None:
    """Ann asks for a hint, Bob lets a bot play, Cyd plays alone: all of them one deal, to the end."""
    place, deal, ranks = start(database, pages=True), "", {}
    for name in ("Cyd", "Ann", "Bob"):
        person = await place.person(name)
        wish = {"deal": deal} if deal else {"options": {"turn_cap": 1}}
        table = await person.table("flip", ["me"], **wish)
        await person.do(table, do="start")
        if name == "Ann":
            assert (await person.good("GET", f"/table/{table}/hint"))["move"]
        elif name == "Bob":
            await person.do(table, do="bot", level="level1")
        client = await person.sit_at(table)
        while name != "Bob" and client.table["status"] == "playing":
            await client.say(do="move", move=client.moves[-1], id=f"m{client.version}")
        await client.until(lambda client=client: client.table["status"] == "finished")
        deal = deal or deal_of(table)
        rows = (await person.good("GET", f"/api/deals/{deal}"))["results"]
        ranks[name] = next((row["helped"], row["rank"]) for row in rows if row["mine"])
    assert ranks == {"Cyd": (False, 1), "Ann": (True, None), "Bob": (True, None)}
    assert {row["name"]: row["rank"] for row in rows} == {"Cyd": 1, "Ann": None, "Bob": None}, "all are listed"


@lived
async def test_who_is_forgotten_takes_the_names_of_their_device_along(place: Place) -> None:
    ann = await place.person("Ann")
    table = await ann.table("flip", ["me", "me"], names=["Olya", "Taras"])
    seats = (await ann.look(table))["table"]["seats"]
    assert [seat["called"] for seat in seats] == ["Olya", "Taras"]
    await ann.do(table, do="start")
    await ann.good("DELETE", "/api/me")
    with closing(sqlite3.connect(place.database)) as stored:
        bodies = b"".join(bytes(body) for (body,) in stored.execute("SELECT body FROM events"))
    assert b"Olya" not in bodies
    assert b"Taras" not in bodies
    assert "Olya" not in str(await (await place.person("Bob")).look(table))


@lived
async def test_no_link_asks_for_help_in_somebodys_stead(place: Place) -> None:
    ann = await place.person("Ann")
    table = await ann.table("flip", ["me", "bot greedy"])
    await ann.do(table, do="start")
    for path in (f"/table/{table}/hint", f"/table/{table}/advice", f"/api/tables/{table}/hint"):
        for about in ("sec-fetch-mode: navigate", "sec-fetch-site: cross-site"):
            head = f"GET {path} HTTP/1.1\nhost: x\nauthorization: Bearer {ann.token}\n{about}"
            status, told = await answered(place, head)
            assert status == 403, (path, about, told)
