"""Patches, one after the other, make the same page as looking for the first time; and what stays is not made anew."""

import random
import re
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from browser import Person
from ways import WAYS, Way

from kvartal.engine.game import Game
from kvartal.engine.match import Match
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES
from kvartal.web.dialect import PLACES, Drawn, Screen, board
from kvartal.web.svg_diff import Group, Pieces, Unit, units

DRAWN = [way for way in WAYS if type(way.game).draw is not Game.draw]
AT_ONCE = 40  # messages for the browser
HEIGHT = re.compile(r'viewBox="0 0 [0-9]+ ([0-9.]+)"')

# Draws the boards one after the other with the scripts of the page, and tells what is not as it ought to be.
PATCHED = """async (messages) => {
  const { drawBoard, drawPieces } = await import("/static/board.js");
  let place = document.getElementById("board");
  if (!place) { place = document.createElement("div"); place.id = "board"; document.body.replaceChildren(place); }
  const wrong = [];
  const ids = () => new Map([...place.querySelectorAll("g[id]")].map((each) => [each.id, each]));
  for (const { number, board, svg, whole } of messages) {
    const before = ids();
    if (board === undefined && svg === undefined) drawBoard(whole);
    else drawPieces(board, svg);
    const fresh = document.createElement("div");
    fresh.innerHTML = whole;
    if (place.innerHTML.includes("<k") || !place.firstElementChild.isEqualNode(fresh.firstElementChild)) {
      const wants = new Map([...fresh.querySelectorAll("[id]")].map((each) => [each.id, each]));
      const other = [...wants.keys()].find((id) => !place.querySelector(`[id="${id}"]`)?.isEqualNode(wants.get(id)));
      wrong.push(`message ${number}: ${other ?? "the whole"} looks otherwise`);
      place.innerHTML = whole;
      continue;
    }
    for (const [id, now] of ids()) {
      if (before.has(id) && before.get(id) !== now) wrong.push(`message ${number}: ${id} was made anew`);
    }
  }
  return wrong;
}"""


def seen(way: Way, seat: int | None, rng: random.Random) -> Iterator[View]:
    """What a seat sees of a match whose players are careless and take steps back; some of it is missed."""
    match: Match = way.match(7)
    yield match.view(seat)
    while not match.over:
        at_move = rng.choice(match.waiting)
        if rng.random() < 0.1 and match.why_no_undo(at_move) is None:
            match.undo(at_move)
        else:
            careless = rng.random() < 0.2
            moves = match.moves(at_move)
            match.play(at_move, rng.choice(moves) if careless else way.game.greedy(match.view(at_move)))
        if rng.random() < 0.6 or match.over:
            yield match.view(seat)


@pytest.mark.parametrize("way", DRAWN, ids=str)
def test_patches_make_the_board_that_a_fresh_page_shows(person: Callable[..., Person], way: Way) -> None:
    rng = random.Random(str(way))
    lang, screen, seat = rng.choice(LANGUAGES), rng.choice([*PLACES]), rng.choice((0, way.players - 1, None))
    page = person().go("/results")
    drawn = None
    messages: list[dict[str, object]] = []
    wrong: list[str] = []
    small = many = 0
    for number, view in enumerate(seen(way, seat, rng)):
        drawn = drawn or Drawn(view.setup, lang, screen)
        first, beside = drawn.board(view, {}), drawn.board_beside()
        message = first | {name: first.get(name, "") + svg for name, svg in beside.items()}
        whole = board(view, lang, screen)
        many += 1
        small += len(str(message.get("board", ""))) < len(whole) / 2
        messages.append({"number": number, "whole": whole, **message})
        if len(messages) == AT_ONCE:
            wrong += page.evaluate(PATCHED, messages)
            messages = []
    wrong += page.evaluate(PATCHED, messages)
    assert not wrong, "\n".join(wrong[:20])
    assert small > many / 2, "most of what is sent is there already"


@pytest.mark.parametrize("screen", PLACES)
@pytest.mark.parametrize("way", DRAWN, ids=str)
def test_a_board_keeps_its_height(way: Way, screen: Screen) -> None:
    """What is below the board does not jump with every click: it grows with the game at most now and then. On a phone,
    where all of that is out of sight, a little more often."""
    heights = [HEIGHT.search(view.draw("uk", *PLACES[screen])) for view in seen(way, 0, random.Random(str(way)))]
    shown = [found[1] for found in heights if found]
    assert len(shown) == len(heights)
    changes = sum(one != next_ for one, next_ in pairwise(shown))
    assert changes <= len(shown) / (10 if screen == "desk" else 5), (
        f"{changes} changes in {len(shown)} boards: {sorted(set(shown))}"
    )


def test_a_page_that_a_patch_does_not_fit_asks_for_the_whole_board(person: Callable[..., Person]) -> None:
    me = person()
    page = me.go("/")
    page.click("[data-play=estates][data-seats='2']:not([data-preset])")
    page.wait_for_selector("#moves:not([hidden]) [data-move]")
    units = page.locator("#board g[id]").count()
    page.evaluate("for (const each of document.querySelectorAll('#board [data-part] > g')) each.remove()")
    page.locator("#moves [data-move]").first.dispatch_event("click")
    page.wait_for_function("most => document.querySelectorAll('#board g[id]').length > most", arg=units / 2)


def test_a_piece_is_taken_apart_into_its_groups_with_an_id() -> None:
    piece = '<g id="a" class="x"><rect/><g><g id="b">B</g></g></g>and<g id="c"/><g transform="t" id="d">D</g>'
    assert units(piece) == {
        "a": Group('<g id="a" class="x">', ("<rect/>", Group("<g>", (Unit("b"),)))),
        "b": Group('<g id="b">', ("B",)),
        "d": Group('<g transform="t" id="d">', ("D",)),
        "c": Group('<g id="c">', ()),
        "": Group("", (Unit("a"), "and", Unit("c"), Unit("d"))),
    }


@pytest.mark.parametrize("piece", ["<g><rect/>", "</g>", '<g id="a"></g><g id="a"></g>', '<g id="a"><g></g>'])
def test_what_cannot_be_taken_apart_stays_whole(piece: str) -> None:
    assert units(piece) is None
    sent = Pieces(["<rect/>", "<g/>", "<g/>"]).changed([piece, "<g/>"])
    assert sent == f'<g data-part="0">{piece}</g><k data-part="2"/>'


def test_only_what_looks_different_is_sent() -> None:
    far = "<path/>" * 50
    pieces = Pieces([f'<g id="a">{far}<g id="b"><text>1</text></g></g>', f'<g id="c">{far}</g>', "same"])
    now = [f'<g id="a">{far}<g id="b"><text>2</text></g></g>', f'<g id="c">{far}</g>', "same"]
    assert pieces.changed(now) == '<g id="b"><k/><text k="">2</text></g>'
    now = [f'<g id="a">{far}</g>', f'<g id="c">{far}</g><g id="new"><g id="b"><text>2</text></g></g>', "same"]
    moved = pieces.changed(now)
    assert moved == (
        '<g id="a"><k/><k n="50"/><k by="b"/></g><g data-part="1"><k/><k n="1"/><g id="new"><k of="b"/></g></g>'
    )
    assert pieces.changed(now) == ""


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("<rect/><path/>", "<rect/><path/><text>new</text>", '<k n="2"/><text>new</text>'),
        ("<rect/><path/><use/>", "<rect/><use/>", '<k n="1"/><k out="1"/>'),
        ("<rect/><path/><use/>", '<rect/><path d="m"/><use/>', '<k n="1"/><path k="" d="m"/>'),
        ("<rect/><path/><use/>", "<rect/><circle/><use/>", '<k n="1"/><k out="1"/><circle/>'),
        ('<g x="1"><path/><use/></g>', '<g x="2"><path/><use/></g>', '<g k="" x="2"><k/></g>'),
        ('<g><path/><g id="b"/></g>', '<g><path/><g id="b"/><use/></g>', '<g k=""><k/><k n="2"/><use/></g>'),
        ('<rect/><g id="b"></g>', '<g id="b"></g><rect/>', '<k out="1"/><k of="b"/><k by="b"/><rect/>'),
        ('<rect/><g id="b"></g><use/>', "<rect/><use/>", '<k n="1"/><k gone="b"/>'),
    ],
)
def test_of_what_looks_different_only_that_is_told(before: str, after: str, told: str) -> None:
    pieces = Pieces([f'<g id="a">{before}</g>'])
    assert pieces.changed([f'<g id="a">{after}</g>']) == f'<g id="a"><k/>{told}</g>'


def test_what_cannot_be_counted_is_told_whole() -> None:
    assert Pieces(['<g id="a"><rect></g>']).changed(['<g id="a"><rect><use/></g>']) == '<g id="a"><rect><use/></g>'


def test_what_only_stands_elsewhere_is_not_sent_again() -> None:
    inside = 'in <g id="b">b</g> side</g>'
    assert Pieces([f'<g id="a">{inside}']).changed([f'<g id="a" x="1">{inside}']) == '<g id="a" x="1"><k/></g>'


def test_there_may_be_more_pieces_or_fewer() -> None:
    a, b, new = '<g id="a">1</g>', '<g id="b">2</g>', '<g id="new">3</g>'
    pieces = Pieces([a, b])
    more = pieces.changed([a, new, b])
    assert more == f'<g data-part="1"><k/><k by="b"/>{new}</g><g data-part="2"><k of="b"/></g>'
    assert pieces.changed([a, b]) == '<g data-part="1"><k/><k gone="new"/><k of="b"/></g><k data-part="2"/>'
    assert pieces.changed([]) == '<k data-part="0"/><k data-part="1"/>'


def test_an_id_in_two_pieces_is_not_taken_for_one_thing() -> None:
    pieces = Pieces(['<g id="a">1</g>', '<g id="a">1</g>'])
    two = ['<g id="a">2</g>', '<g id="a">3</g>']
    assert pieces.changed(two) == f'<g data-part="0">{two[0]}</g><g data-part="1">{two[1]}</g>'
