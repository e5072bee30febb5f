"""Hints over HTTP: the best turn with its reasons and alternatives, or why not this one; only for whose turn it is."""

from place import Place, lived

from kvartal.games import game


@lived
async def test_a_hint_has_reasons_and_alternatives_in_the_language_of_who_asks(place: Place) -> None:
    ann = await place.person("Ann")
    table = await ann.table("welcome", ["me"])
    assert (await ann.ask("GET", f"/api/tables/{table}/hint"))[0] == 409
    await ann.do(table, do="start")
    moves = (await ann.look(table))["view"]["moves"]
    hint = await ann.good("GET", f"/api/tables/{table}/hint?lang=uk")
    assert hint["move"] in moves
    assert hint["move"] == hint["best"]["turn"][0]
    assert hint["by"] == "points"
    assert hint["best"]["reasons"]
    assert any("вулицю" in each["text"] or "план" in each["text"] for each in hint["best"]["reasons"])
    assert len(hint["alternatives"]) == 2
    assert all(each["points"]["error"] >= 0 and each["text"] for each in hint["alternatives"])
    asked = next(move for move in moves if move != hint["move"])
    why_not = await ann.good("GET", f"/api/tables/{table}/hint?move={asked.replace(' ', '%20')}")
    assert [each["turn"][0] for each in why_not["alternatives"]] == [asked]


@lived
async def test_what_cannot_be_asked_is_refused_with_a_sentence(place: Place) -> None:
    ann, bea = await place.person("Ann"), await place.person("Bea")
    table = await ann.table("flip", ["me", "me"])
    await ann.do(table, do="start")
    for address, rule in (("", "engine.move.waiting"), ("?seat=7", "engine.move.waiting")):
        status, answer = await bea.ask("GET", f"/api/tables/{table}/hint{address}")
        assert (status, answer["rule"]) == (409, rule)
    status, answer = await ann.ask("GET", f"/api/tables/{table}/hint?move=buy%20park&lang=ru")
    assert (status, answer["rule"]) == (409, "flip.phase.build")
    assert answer["instead"] == [] or set(answer["instead"]) <= set(game("flip").set_up(2).notation)
    assert (await ann.ask("GET", f"/api/tables/{table}/hint?move=nonsense"))[1]["rule"] == "engine.move.unknown"
    assert (await ann.ask("GET", f"/api/tables/{table}/hint?lang=de"))[0] == 400


@lived
async def test_where_the_table_gives_no_help_there_are_no_reasons_either(place: Place) -> None:
    ann = await place.person("Ann")
    table = await ann.table("flip", ["me", "bot level1"], help=False)
    await ann.do(table, do="start")
    client = await ann.sit_at(table)
    await client.until(lambda: bool(client.moves))
    status, answer = await ann.ask("GET", f"/api/tables/{table}/hint")
    assert (status, "help" in str(answer)) == (409, True)
