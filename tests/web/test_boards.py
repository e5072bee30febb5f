"""What people see of the boards: in every language and at both sizes no text touches another; colour is never alone."""

import re
import xml.etree.ElementTree as ET

import pytest
from browser import TEXTS_ON_BOARDS
from playwright.sync_api import Browser
from ways import WAYS, Way, positions

from kvartal.engine.game import Game
from kvartal.engine.words import LANGUAGES

DRAWN = [way for way in WAYS if type(way.game).draw is not Game.draw]
MOMENTS = 6  # of one match; three languages, two sizes, and two who look
PIXELS = 1.0  # that letters may touch


STYLE = re.compile("<style>.*?</style>", re.S)


def shown(way: Way, width: int) -> str:
    """Many boards below each other, each named; their common style is there once."""
    parts, styles = [], set()
    for number, match in enumerate(positions(way, MOMENTS)):
        for seat in {match.waiting[0] if match.waiting else 0, None}:
            for lang in LANGUAGES:
                name = f"{way}, {width} px, {lang}, moment {number}, {'watched' if seat is None else f'seat {seat}'}"
                board = match.view(seat).draw(lang, width)
                styles |= set(STYLE.findall(board))
                parts.append(f'<div data-name="{name}">{STYLE.sub("", board)}</div>')
    return "".join([*styles, *parts])


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("way", DRAWN, ids=str)
def test_no_text_touches_another_or_leaves_the_board(chromium: Browser, way: Way, width: int) -> None:
    page = chromium.new_page(viewport={"width": width, "height": 800})
    page.set_content(f"<body style='margin:0'>{shown(way, width)}")
    found = page.evaluate(TEXTS_ON_BOARDS, PIXELS)
    page.close()
    assert not found, "\n".join(found[:20])


SMALL = """() => [...document.querySelectorAll("[data-move]")].filter((place) => {
    const box = place.getBoundingClientRect();
    return Math.min(box.width, box.height) < 24;
}).map((place) => `${place.closest("div").dataset.name}: ${place.dataset.move}`)"""


@pytest.mark.parametrize("way", DRAWN, ids=str)
def test_what_can_be_chosen_on_a_phone_is_large_enough_for_a_finger(chromium: Browser, way: Way) -> None:
    """24 px at least, as WCAG asks for; most of it is far larger."""
    boards = [
        f'<div data-name="{way}, {number}">{STYLE.sub("", match.view(match.waiting[0]).draw("uk", 360))}</div>'
        for number, match in enumerate(positions(way, 40))
        if match.waiting
    ]
    page = chromium.new_page(viewport={"width": 360, "height": 740})
    page.set_content(f"<body style='margin:0'>{''.join(boards)}")
    found = page.evaluate(SMALL)
    page.close()
    assert not found, "\n".join(found[:20])


SVG = "{http://www.w3.org/2000/svg}"
COLOURS = {"fill", "stroke", "class", "opacity", "fill-opacity", "stroke-opacity"}
UNSEEN = {"id", "transform", "data-move", "data-refused", "tabindex", "aria-label", "role"}
PAINTED = re.compile("welcome-house-")  # walls and roofs of many colours, which mean nothing


def looks(element: ET.Element, coloured: bool) -> str:
    """Shapes and texts of one thing on the board, with or without its colours."""
    hidden = UNSEEN if coloured else UNSEEN | COLOURS
    told = sorted(element.attrib.items())
    shape = [f"{key}={value}" for key, value in told if key not in hidden or value.startswith("url(#")]  # a picture
    inside = [looks(each, coloured) for each in element if each.tag != SVG + "title"]
    return f"({element.tag} {shape} {element.text or ''} {inside})"


@pytest.mark.parametrize("way", DRAWN, ids=str)
def test_no_two_things_differ_in_colour_alone(way: Way) -> None:
    """Whoever sees no colours, or prints the board in black, loses nothing."""
    for match in positions(way, MOMENTS):
        for width in (1280, 360):
            board = ET.fromstring(match.view(match.waiting[0] if match.waiting else 0).draw("en", width))  # noqa: S314
            alike: dict[str, dict[str, str]] = {}
            for thing in board.iter(SVG + "g"):
                if "id" in thing.attrib and not PAINTED.match(thing.attrib["id"]):
                    alike.setdefault(looks(thing, False), {})[looks(thing, True)] = thing.attrib["id"]
            assert [list(each.values()) for each in alike.values() if len(each) > 1] == []
