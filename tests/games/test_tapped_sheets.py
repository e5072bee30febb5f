"""Sheets tapped on their picture: the worked examples of the rulebooks, tapped together, have their scores."""

import json
import random
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

import pytest

from kvartal.engine.game import Game
from kvartal.engine.words import LANGUAGES
from kvartal.games import games
from kvartal.games.house.rules.numbers import PRIVILEGE_KEYS

TAPPED = {game.key: game for game in games() if type(game).tap_sheet is not Game.tap_sheet}
EXAMPLES = [(key, path) for key, game in TAPPED.items() for path in sorted((game.folder / "examples").iterdir())]
SVG = "{http://www.w3.org/2000/svg}"
COLOURS = ("blue", "green", "yellow", "red", "purple", "grey")


def tapped(key: str, taps: list[str], text: str = "") -> str:
    """The text of a sheet after some taps."""
    for tap in taps:
        text = TAPPED[key].tap_sheet(text, tap, TAPPED[key].words("en")).text
    return text


def scores(key: str, text: str) -> list[tuple[int, int]]:
    report = TAPPED[key].score_sheet(text, TAPPED[key].words("en"))
    assert report.problems == ()
    return [(sheet.score.total, sheet.place) for sheet in report.sheets]


def cube(name: str) -> int:
    colour, value = name.split()
    return COLOURS.index(colour) * 6 + int(value) - 1


# The worked examples ------------------------------------------------------------------------------------------------


def test_example_17_of_the_estates() -> None:
    taps = ["join", "certificate 0 0", "certificate 0 2", "certificate 1 1", "certificate 2 3"]
    taps += ["more box 0"] * 3
    taps += [f"cube 0 0 {cube('green 6')}", "roof 0 0 1"]
    taps += [f"cube 0 1 {cube('blue 3')}", f"cube 0 1 {cube('red 5')}", "roof 0 1 4", f"cube 2 0 {cube('yellow 4')}"]
    taps += ["barrier 2 2", "mayor 1"]
    assert scores("estates", tapped("estates", taps)) == [(23, 1), (14, 2), (0, 3)]


def test_the_basic_example_of_mr_house() -> None:
    taps = ["join", "permit 0", "permit 1", "permit 2", "more coins 1", "more left 1"]
    taps += ["column 0", "put 0 0 0 4", "roof 0 0 1", "stack 0 0", "column 0", "put 0 1 0 6", "roof 0 1 1", "stack 0 1"]
    taps += ["column 0", "put 0 2 0 7", "roof 0 2 1"]
    taps += ["column 1", "put 1 0 0 4", "raise 1 0", "put 1 0 1 6", "roof 1 0 1", "stack 1 0"]
    taps += ["column 1", "put 1 1 0 6", "raise 1 1", "put 1 1 1 2", "roof 1 1 1"]
    taps += ["column 2", "put 2 0 0 4", "roof 2 0 1", "stack 2 0", "column 2", "put 2 1 0 6", "roof 2 1 1"]
    taps += ["column 2", "put 2 2 0 6", "roof 2 2 1", "column 2", "roof 2 3 1"]
    assert scores("house", tapped("house", taps)) == [(19, 1), (19, 2), (16, 3)]


def test_the_expert_example_of_mr_house() -> None:
    taps = ["variant expert", "join", "permit 0", "permit 1"]
    taps += [f"card {seat} {PRIVILEGE_KEYS.index(card)}" for seat, card in enumerate(["fence", "gym", "pond"])]
    taps += [f"card 0 {PRIVILEGE_KEYS.index('sauna')}", f"card 2 {PRIVILEGE_KEYS.index('grill')}"]
    taps += [f"card 2 {PRIVILEGE_KEYS.index('solar')}"]
    taps += [*["more quality 0"] * 3, *["more quality 1"] * 4, *["more quality 2"] * 5, *["more loans 1"] * 2]
    taps += [
        "more money 0 5",
        "more money 0 5",
        "more money 0",
        "more money 0",
        "more money 1 5",
        *["more money 1"] * 3,
    ]
    taps += ["column 0", "put 0 0 0 4", "roof 0 0 1", "stack 0 0", "column 0", "put 0 1 0 6", "roof 0 1 1", "stack 0 1"]
    taps += ["column 0", "put 0 2 0 6", "roof 0 2 1"]
    taps += ["column 1", "put 1 0 0 4", "raise 1 0", "put 1 0 1 6", "roof 1 0 1", "stack 1 0"]
    taps += ["column 1", "put 1 1 0 6", "raise 1 1", "put 1 1 1 2", "roof 1 1 2", "gwall 1 1", "gdoors 1 2"]
    taps += ["column 2", "column 2"]
    assert scores("house", tapped("house", taps)) == [(16, 2), (17, 1), (7, 0)]


@pytest.mark.parametrize(("name", "points"), [("sheet83.txt", 83), ("sheet92.txt", 92)])
def test_the_sheets_of_the_2023_rulebook(name: str, points: int) -> None:
    """Tapped house by house from the example's own lines, and the temps of the others one by one."""
    lines = dict(
        line.split(": ", 1)
        for line in (TAPPED["welcome"].folder / "examples" / name).read_text().splitlines()
        if ": " in line
    )
    taps = ["edition 2023"]
    for street in range(3):
        house = 0
        for written in lines[f"street {street + 1}"].split():
            if written == "|":
                taps.append(f"fence 0 {street} {house - 1}")
                continue
            if written != ".":
                taps.append(f"number 0 {street} {house} {re.sub('[bp]', '', written)}")
                taps += [f"bis 0 {street} {house}"] if "b" in written else []
                taps += [f"pool 0 {street} {house}"] if "p" in written else []
            house += 1
    for track in ("parks", "values"):
        taps += [f"{track} 0 {n} {crossed}" for n, crossed in enumerate(lines[track].split()) if crossed != "0"]
    taps += [f"{track} 0 {lines[track]}" for track in ("temps", "refusals") if lines[track] != "0"]
    taps += [f"plan 0 {n} {worth}" for n, worth in enumerate(lines["plans"].split()) if worth != "-"]
    for n, temps in enumerate(lines["others"].split()):
        taps += ["join others", *[f"more others {n}"] * int(temps)]
    assert scores("welcome", tapped("welcome", taps))[0][0] == points


def test_json_becomes_text_when_it_is_tapped() -> None:
    streets = ["1 2 3 4 5 . . . . .", ". " * 11, ". " * 12]
    given = json.dumps({"edition": 2023, "others": [5, 3], "sheets": [{"streets": streets, "temps": 4}]})
    text = tapped("welcome", ["parks 0 0 1"], given)
    assert "others: 5 3\n" in text
    assert scores("welcome", text) == [(4 + 2, 0)]


def test_a_player_with_less_than_no_temps_goes_and_the_blueprint_is_chosen_like_an_edition() -> None:
    text = tapped("welcome", ["edition blueprint", "join others", "join others", "more others 1"])
    assert text.startswith("edition: 2023\nboard: blueprint\nothers: 0 1\n")
    assert tapped("welcome", ["less others 0"], text).startswith("edition: 2023\nboard: blueprint\nothers: 1\n")
    assert "board" not in tapped("welcome", ["edition 2023"], text)
    assert "others" not in tapped("welcome", ["less others 0", "less others 0", "less others 0"], text)


NONSENSE = ["?", "cube", "cube 9 9 99", "lot 7 1", "wall 9 9 9", "put 0 0 0 9", "leave 0", "more box", "less coins 99"]
NONSENSE += ["house 0 8 1", "variant", "variant many", "edition 1999", "barrier 9 9", "raise 0 0", "stack 0", "-1 -1"]
NONSENSE += [" ", "number 0 0 0 99", "more hand ²"]

# What every picture promises ----------------------------------------------------------------------------------------


def targets(picture: str) -> Iterator[ElementTree.Element]:
    for element in ElementTree.fromstring(picture).iter(f"{SVG}g"):  # noqa: S314 — our own text
        if "data-tap" in element.attrib:
            yield element


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("key", "path"), EXAMPLES, ids=lambda each: getattr(each, "name", each))
def test_an_example_is_shown_and_keeps_its_score(key: str, path, lang: str, width: int) -> None:  # type: ignore[no-untyped-def]
    game, given = TAPPED[key], path.read_text("utf-8")
    found = game.tap_sheet(given, "", game.words(lang), width=width)
    assert scores(key, found.text) == scores(key, given)
    every = list(targets(found.picture))
    assert len({each.get("id") for each in every}) == len(every) > 10
    for each in every:
        assert each.get("role") == "button"
        assert each.get("tabindex") == "0"
        assert each.get("aria-label", "").strip(" :,")


@pytest.mark.parametrize("key", TAPPED)
def test_every_target_can_be_tapped_and_is_read_again(key: str) -> None:
    """From an empty sheet, by careless fingers: the text is always one that gives the same text again."""
    game, rng, text = TAPPED[key], random.Random(7), ""
    words, changed = game.words("en"), set()
    picture = game.tap_sheet("", "", words, width=360).picture
    for _ in range(60):
        tap = rng.choice(list(targets(picture))).get("data-tap", "")
        found = game.tap_sheet(text, tap, words, width=360)
        assert game.tap_sheet(found.text, "", words).text == found.text
        if found.text != text:
            changed.add(tap.split()[0])
        text, picture = found.text, found.picture
    assert len(changed) >= 4


@pytest.mark.parametrize("key", TAPPED)
@pytest.mark.parametrize("tap", NONSENSE)
def test_a_tap_that_means_nothing_changes_nothing(key: str, tap: str) -> None:
    game = TAPPED[key]
    empty = game.tap_sheet("", "", game.words("en")).text
    assert game.tap_sheet(empty, tap, game.words("en")).text == empty


@pytest.mark.parametrize("key", TAPPED)
@pytest.mark.parametrize(
    "text", ["hello", "{", "{}", "[" * 3000, "player\nrow: x\ncolumn: y\nstreet 1: z", '{"players": 3, "sheets": 3}']
)
def test_what_cannot_be_read_is_shown_as_an_empty_table(key: str, text: str) -> None:
    found = TAPPED[key].tap_sheet(text, "", TAPPED[key].words("en"))
    assert "data-tap" in found.picture
    assert scores(key, found.text)


# What is wrong, in every language -------------------------------------------------------------------------------------

EMPTY_STREETS = "street 1: {0}\nstreet 2: " + ". " * 11 + "\nstreet 3: " + ". " * 12 + "\n"
PLAYERS = "player Ann: certificates blue\nplayer Bob: certificates red\n"
HOUSES = "player: Ann\ncolumn: wood\npermit: yes\nplayer: Bob\n"
WRONG = [
    ("welcome", EMPTY_STREETS.format("5 3 . . . . . . . .")),
    ("welcome", EMPTY_STREETS.format("5b . . . . . . . . .")),
    ("welcome", EMPTY_STREETS.format("x . . . . . . . .")),
    (
        "welcome",
        EMPTY_STREETS.format("5p . . . . . . . . .") + "parks: 9 0\nvalues: 9 9 9 9 9 9\ntemps: 40\nplans: 99 - -",
    ),
    ("welcome", "walls: 3"),
    ("welcome", '{"sheets": [{"roof": 1}], "walls": 1}'),
    ("estates", PLAYERS + "row A: blue 6, red 6\nrow B: grey 1 | grey 1\nmayor: X\nbarrier 9: A"),
    ("estates", "player Ann: box 1"),
    ("house", HOUSES + "column: roof\ncolumn: wood door, chimney, roof\ncoins: many\npermit: maybe"),
    ("house", HOUSES + "garage: stone\nprivileges: castle\nquality: 9\nleft: -1"),
    ("house", "hello"),
    ("house", "variant: many\n" + HOUSES),
    ("welcome", EMPTY_STREETS.format("17 . 0p 5 . 5b 5 . . .") + "parks: 3 0 0\ntemps: 1"),
    (
        "welcome",
        EMPTY_STREETS.format("1 2 3 4 5 6 7 8 . 17") + "parks: 2 0 0\nvalues: 1 2 3 4 0 0\nrefusals: 1\ntemps: 0",
    ),
    ("welcome", EMPTY_STREETS.format("1 2 3 4 | 5 6 7 8 9 10") + "plans: 6 5 7"),
    ("welcome", f"{EMPTY_STREETS.format('1 2 3 4 5 6 7 8 9 .')}\n---\n{EMPTY_STREETS.format('. ' * 10)}plans: 12 - -"),
    ("welcome", "edition: 1999\n" + EMPTY_STREETS.format(". . . . . . . . . .")),
    ("estates", PLAYERS + "row B: blue 6 | red 6\noption colour: 3"),
    ("house", '{"players": [{"name": "A", "walls": 1}]}'),
]


@pytest.mark.parametrize("lang", ["uk", "ru"])
@pytest.mark.parametrize(("key", "text"), WRONG)
def test_what_is_wrong_is_said_in_the_language_of_whoever_asks(key: str, text: str, lang: str) -> None:
    game = TAPPED[key]
    english = game.score_sheet(text, game.words("en")).problems
    found = game.score_sheet(text, game.words(lang)).problems
    assert len(found) == len(english) > 0
    assert all(re.search("[а-яіїєґё]", problem) for problem in found), found
    assert not set(found) & set(english)


@pytest.mark.parametrize("key", ["welcome", "estates", "house"])
def test_everything_that_can_be_tapped_has_a_spoken_name_of_its_own(key: str) -> None:
    """Two sheets, with one place opened: no two targets are called the same, and none is called by a sign."""
    game = TAPPED[key]
    opening = {"welcome": ["add", "house 0 0 3"], "estates": ["cube 0 0 5"], "house": ["column 0", "put 0 0 0 4"]}
    for lang in LANGUAGES:
        words, text = game.words(lang), ""
        for tap in opening[key]:
            found = game.tap_sheet(text, tap, words)
            text = found.text
        named = re.findall(r'data-tap="[^"]*"[^>]*aria-label="([^"]*)"', found.picture)
        assert len(named) > 20
        assert sorted(name for name in set(named) if named.count(name) > 1) == []
        assert all(re.search(r"\w", name.rsplit(": ", 1)[-1]) for name in named)
