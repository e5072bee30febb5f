"""The boards of Welcome To…: every move has its place, nothing dangerous is inside, and the text is legible."""

import re
import xml.etree.ElementTree as ET
from functools import cache

import pytest

from games.boards import SVG, ids, targets
from games.welcome.positions import IDS, TABLES, positions
from games.welcome.table import WELCOME, at_table, play
from kvartal.engine.board import PLACES, Layout
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES
from kvartal.games.welcome.drawing.goals import picture, progress
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import plans

HARMLESS = {"svg", "style", "defs", "g", "rect", "circle", "path", "text", "title"}
SCREENS: dict[Layout, tuple[int, int]] = {"desk": (1280, 800), "upright": (360, 740), "across": (740, 360)}
PHONES: tuple[Layout, ...] = ("upright", "across")
IN_A_ROW = re.compile("welcome-(house|fence|bis|roundabout|pool|estate)")  # twelve of them share a row


@cache
def moments() -> list[View]:
    """Whole matches in every mode, as whoever is to play sees them, and their ends."""
    found = []
    for players, options in TABLES:
        for match in positions(players, options, every=7):
            found.append(match.view(match.waiting[0] if match.waiting else 0))
    return found


def drawn(view: View, layout: Layout, lang: str = "en") -> ET.Element:
    return ET.fromstring(view.draw(lang, *SCREENS[layout]))  # noqa: S314 — our own text


def reachable(view: View, board: ET.Element) -> list[str]:
    """Every way to make a move: on the board, by a button, or by a pick."""
    bar = view.bar()
    codes = [each.code for each in bar.buttons] + [code for pick in bar.picks for _, code in pick.moves]
    return [each.attrib["data-move"] for each in targets(board)] + [view.setup.notation[code] for code in codes]


# Geometry -------------------------------------------------------------------------------------------------------------

Extent = tuple[float, float, float, float]  # left, top, right, bottom
MOVED = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")


def extents(element: ET.Element, x: float = 0, y: float = 0) -> list[tuple[ET.Element, Extent]]:
    """Each group with the extent of its boxes and circles, on the whole board, the group itself last."""
    if moved := MOVED.match(element.attrib.get("transform", "")):
        x, y = x + float(moved[1]), y + float(moved[2])
    shape, number = element.tag.removeprefix(SVG), {key: float(each) for key, each in sizes(element)}
    if shape == "rect":
        left, top = x + number.get("x", 0), y + number.get("y", 0)
        return [(element, (left, top, left + number["width"], top + number["height"]))]
    if shape == "circle":
        left, top, r = x + number["cx"], y + number["cy"], number["r"]
        return [(element, (left - r, top - r, left + r, top + r))]
    inside = [found for each in element for found in extents(each, x, y)]
    if not inside:
        return []
    left, top, right, bottom = zip(*(extent for _, extent in inside), strict=True)
    return [*inside, (element, (min(left), min(top), max(right), max(bottom)))]


def sizes(element: ET.Element) -> list[tuple[str, str]]:
    return [
        (key, element.attrib[key]) for key in ("x", "y", "width", "height", "cx", "cy", "r") if key in element.attrib
    ]


# Moves ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", SCREENS)
def test_every_legal_move_can_be_made_in_exactly_one_place(layout: Layout) -> None:
    seen = set()
    for view in moments():
        board = drawn(view, layout)
        assert sorted(reachable(view, board)) == sorted(str(move) for move in view.moves())
        labels = {str(move): WELCOME.offered(view, move.code, view.words("en")) for move in view.moves()}
        for each in targets(board):
            seen.add(each.attrib["data-move"].split()[0])
            assert (each.attrib["role"], each.attrib["tabindex"]) == ("button", "0")
            assert each.attrib["aria-label"] == labels[each.attrib["data-move"]]
            assert each.attrib["id"].startswith("welcome-")
    everything = {name.split()[0] for name in WELCOME.set_up(2).notation} | {"number"}
    assert seen >= everything - {"give", "use", "reshuffle", "refuse", "done", "temp"}


@pytest.mark.parametrize("layout", SCREENS)
def test_rare_moves_have_their_places(layout: Layout) -> None:
    fours = {"streets": ["0 1 2 3 | 4 5 6 7 |", "0 1 2 3 |"]}
    choosing = play(at_table(sheets={0: fours}), 0, "take 1", "write 3.5", "plan 1")
    assert set(reachable(choosing.view(0), drawn(choosing.view(0), layout))) == {"use 1.1", "use 1.5", "use 2.1"}
    shuffle = play(choosing, 0, "use 1.1", "use 2.1")
    assert "reshuffle" in reachable(shuffle.view(0), drawn(shuffle.view(0), layout))
    stuck = at_table(
        1, hands=[("1 fence", "1 value", "2 park")], sheets={0: {"streets": ["2"] * 3}}, edition="2023", plan3="e235"
    )
    assert reachable(stuck.view(0), drawn(stuck.view(0), layout)) == ["refuse"]
    play(stuck, 0, "refuse")
    assert set(reachable(stuck.view(0), drawn(stuck.view(0), layout))) == {"give 1", "give 2", "give 3"}


def crowded() -> list[View]:
    """A sheet full of gaps after each effect, with roundabouts: the most places at once."""
    gaps = {"streets": ["0 . 3 . 6 . . 12 . 15", "0 1 2 3 . 7", "0 . 2 . 5"]}
    found = []
    for effect in ("fence", "value", "park", "pool", "bis"):
        pairs = (("8", effect), ("7", "value"), ("9", "park"))
        found.append(play(at_table(pairs=pairs, sheets={0: gaps}, roundabouts=True), 0, "take 1", "write 3.7").view(0))
    return found


# On a phone -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", PHONES)
def test_what_a_turn_needs_is_in_sight_on_a_phone(layout: Layout) -> None:
    """For a player, for somebody who looks on, and at the end; what lies below has its tab, and no move."""
    wide, high = PLACES[layout]
    starts = [Match(WELCOME.set_up(players, {}), SeededDeal(2)) for players in (14, 100)]
    views = [each for n, each in enumerate(moments()) if n % 5 == 0 or each.over]
    views += [View.of(each.setup, each.known, None) for each in views[::5]] + [each.view(0) for each in starts]
    for view in views:
        found = extents(drawn(view, layout))
        zones = {each.attrib["id"]: extent for each, extent in found if "data-play" in each.attrib}
        assert zones.keys() == {"welcome-cards", "welcome-strip", "welcome-streets", "welcome-values"}
        for left, top, right, bottom in zones.values():
            assert min(left, top) >= 0
            assert right <= wide
            assert bottom <= high
        placed = {each.attrib["id"]: extent for each, extent in found if "id" in each.attrib}
        for tab in view.bar().tabs:
            assert placed[tab.id][1] >= max(zone[3] for zone in zones.values())
        assert all(extent[3] <= high for each, extent in found if "data-move" in each.attrib)


@pytest.mark.parametrize("layout", PHONES)
def test_a_thumb_finds_each_place_and_no_other(layout: Layout) -> None:
    """Places are large enough, and none lies on another."""
    kinds = set()
    for view in [*moments(), *crowded()]:
        found = [(each, extent) for each, extent in extents(drawn(view, layout)) if "data-move" in each.attrib]
        for each, (left, top, right, bottom) in found:
            least = (27.5, 45.0) if IN_A_ROW.match(each.attrib["id"]) else (31.5, 45.0)
            assert right - left >= least[0], each.attrib["id"]
            assert bottom - top >= least[1], each.attrib["id"]
            kinds.add(each.attrib["data-move"].split()[0])
        for n, (one, a) in enumerate(found):
            for other, b in found[n + 1 :]:
                depth = min(min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1]))
                assert depth <= 2, f"{one.attrib['id']} and {other.attrib['id']}"
    assert kinds >= {"take", "number", "effect", "write", "fence", "bis", "roundabout", "park", "pool", "value", "plan"}


@pytest.mark.parametrize("layout", PHONES)
def test_letters_on_a_phone_are_legible(layout: Layout) -> None:
    """At 320 px as well: there a board is drawn at eight ninths."""
    for n, view in enumerate(moments()):
        texts = drawn(view, layout, LANGUAGES[n % len(LANGUAGES)]).iter(SVG + "text")
        assert min(float(each.attrib["font-size"]) for each in texts) >= 12.5


def test_a_strip_says_who_has_done_a_plan() -> None:
    done = {0: {"plans": [-1, 4, -1]}, 1: {"plans": [6, -1, -1]}}
    match = at_table(3, sheets=done, flipped=(1, 1, 0))
    for layout in PHONES:
        zone = next(each for each in drawn(match.view(0), layout).iter() if each.attrib.get("id") == "welcome-strip")
        shown = [[each.text for each in plan.iter(SVG + "text")] for plan in zone]
        assert [any(text and "✓" in text for text in plan) for plan in shown] == [True, True, False]
        assert "✓ 4" in shown[1]  # my own


# All layouts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", SCREENS)
def test_what_cannot_be_done_is_explained(layout: Layout) -> None:
    found = 0
    for match in positions(2, {}, every=7):
        view = match.view(0)
        for each in drawn(view, layout).iter():
            if "data-refused" in each.attrib:
                found += 1
                assert "data-move" not in each.attrib
                assert view.why(view.setup.code(each.attrib["data-refused"])) is not None
    assert found


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
def test_boards_are_well_formed_and_harmless_in_every_language(players: int, options: dict[str, object]) -> None:
    for match in positions(players, options, every=29):
        for lang in LANGUAGES:
            for screen in SCREENS.values():
                text = match.view(0).draw(lang, *screen)
                board = ET.fromstring(text)  # noqa: S314
                assert len(ids(board)) == len(set(ids(board)))
                assert {each.tag.removeprefix(SVG) for each in board.iter()} <= HARMLESS
                for each in board.iter():
                    assert not [key for key in each.attrib if key.lower().startswith("on") or key in ("style", "src")]
                assert min(float(each.attrib["font-size"]) for each in board.iter(SVG + "text")) >= 11
                assert re.findall(r"https?://[^\"' ]*", text) == ["http://www.w3.org/2000/svg"]
                assert "url(" not in text
                assert "{" not in "".join(each.text or "" for each in board.iter(SVG + "text"))


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
def test_a_spectator_can_choose_nothing(players: int, options: dict[str, object]) -> None:
    for match in positions(players, options, every=40):
        for layout in SCREENS:
            board = drawn(match.view(None), layout)
            assert not [each for each in board.iter() if {"data-move", "data-refused"} & set(each.attrib)]


def test_the_drawing_shows_no_hidden_card() -> None:
    """The board of one seat does not change with what another seat holds or has begun."""
    match = Match(WELCOME.set_up(3, {"draft": True}), SeededDeal(2))
    before = match.view(0).draw()
    play(match, 1, *[str(match.moves(1)[0])])
    assert match.view(0).draw() == before
    assert View.of(match.setup, match.view(0).imagine(4), 0).draw() == before


@pytest.mark.parametrize("players", [13, 100])
def test_many_players(players: int) -> None:
    match = Match(WELCOME.set_up(players, {}), SeededDeal(2))
    for layout in SCREENS:
        board = drawn(match.view(0), layout)
        assert len([each for each in ids(board) if each.startswith("welcome-seat-")]) == players - 1


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_board_fits_a_terminal(players: int, options: dict[str, object], lang: str) -> None:
    for match in positions(players, options, every=31):
        for seat in (None, *range(players)):
            board = match.view(seat).text(lang)
            assert max(len(line) for line in board.splitlines()) <= 80
            assert "{" not in board


def test_a_plan_shows_how_much_of_it_there_is() -> None:
    """What the picture counts is complete just when the plan is met; three plans ask for more than it counts."""
    complete = set()
    for players, options in TABLES:
        for match in positions(players, options, every=40):
            view = match.view(0)
            tables, known = view.setup.tables, view.known
            for plan, kind in enumerate(tables.plan_kind):
                counts = progress(view, 0, plan)
                full = all(has == need for has, need in counts)
                met = plans.met(known.cells, tables.seats, tables, plan)
                if kind in (at.P_ONE_STREET, at.P_STREET_BUILT, at.P_PARKS_POOLS_ROUND):
                    assert full or not met
                elif known.cells[tables.seats + at.STAGE] != at.MARKING:
                    assert full == met, view.setup.tables.plan_kind[plan]
                if full:
                    complete.add(kind)
                assert all(0 <= has <= need for has, need in counts)
                assert len(picture(view.setup, plan, counts, 144, 30)) > 100
                assert not picture(view.setup, plan, counts, 144, 10)  # no room
    assert complete >= {at.P_ESTATES, at.P_STREET_BUILT}


def test_estates_being_chosen_for_a_plan_still_count_for_it() -> None:
    match = at_table(sheets={0: {"streets": ["0 1 2 3 | 4 5 6 7 |", "0 1 2 3 |"]}})  # plan 1 asks for two of four
    plan = match.view(0).known.cells[at.PLANS_AT]
    for move in ("take 1", "write 3.5", "plan 1", "use 1.1"):
        play(match, 0, move)
        assert progress(match.view(0), 0, plan)[3] == (2, 2)
