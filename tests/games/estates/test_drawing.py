"""The boards of The Estates: every move has its place, what the moment needs is in sight, hidden money stays hidden."""

import math
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from games.boards import SVG, ids, targets
from games.estates.table import at_table, get_free, play
from kvartal.engine.board import PLACES, layout
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES
from kvartal.games import new

HARMLESS = {"svg", "style", "defs", "g", "rect", "circle", "path", "text", "title"}
TABLES = [(2, {}), (3, {"money": "open", "rounds": 2}), (5, {"max_length": 10})]
SCREENS = [(1280, 800), (360, 740), (740, 360)]  # a desk, a phone, a phone held across
PHONES = SCREENS[1:]
SMALL, FINGER, LEAST = 12.5, (31.5, 45), (28, 40)  # letters; what a finger hits, and where ten lots share a row
CITIES = [  # that hardly ever come about: the highest buildings, the longest row, all barriers at one place
    ("barrier 1", {"max_length": 10}, {3: "A longer", 2: "A longer"}, "red5 grey6,grey5,grey4,grey3,grey2,grey1+6"),
    ("cancel", {"max_length": 10}, {1: "A longer", 2: "A longer", 3: "A longer"}, "red5+1 grey6,blue5"),
    ("cancel", {}, {2: "A longer", 3: "A longer"}, "red5+1 grey6,blue5"),
    ("cancel", {}, {1: "A shorter", 3: "B shorter", 2: "C longer"}, "grey6"),
    ("barrier 3", {}, {1: "A shorter", 2: "B longer"}, "grey6"),
    ("mayor", {}, {}, "grey6 red5"),
    ("blue 1", {"max_length": 10}, {1: "A longer", 2: "A longer", 3: "A longer"}, "red5 grey6,grey5,grey4,grey3,grey2"),
    ("blue 1", {}, {2: "A longer", 3: "A longer"}, "grey6 red5 red4 red3 red2 yellow5 yellow4 yellow3"),
]


def drawn(view: View, lang: str = "en", screen: tuple[int, int] = SCREENS[0]) -> ET.Element:
    return ET.fromstring(view.draw(lang, *screen))  # noqa: S314 — our own text


def rare(piece: str, options: dict[str, object], barriers: dict[int, str], row: str):
    return get_free(at_table(options=options, barriers=barriers, rows={"A": row}, offer=["blue 1"]), piece)


def extent(thing: ET.Element, x: float = 0, y: float = 0, filled: bool = False) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the boxes and the lines of text inside, from the drawing's own numbers. `filled`:
    of what a finger hits alone, which an empty frame is not."""
    found = []
    moved = re.match(r"translate\((\S+) (\S+)\)", thing.attrib.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    at = {key: float(value) for key, value in thing.attrib.items() if key in ("x", "y", "width", "height")}
    if thing.tag == SVG + "rect" and not (filled and thing.attrib["fill"] == "none"):
        left, top = x + at["x"], y + at["y"]
        found.append((left, top, left + at["width"], top + at["height"]))
    elif thing.tag == SVG + "text":
        found.append((x + at["x"], y + at["y"] - float(thing.attrib["font-size"]) * 0.7, x + at["x"], y + at["y"]))
    found += [each for each in (extent(child, x, y, filled) for child in thing) if each[0] < math.inf]
    if not found:
        return (math.inf, math.inf, -math.inf, -math.inf)
    return (*map(min, list(zip(*found, strict=True))[:2]), *map(max, list(zip(*found, strict=True))[2:]))


def positions(players: int, options: dict[str, object], every: int, seed: int = 1):
    rng = random.Random(seed)
    match = new("estates", players, seed=seed, **options)
    step = 0
    while not match.over:
        if step % every == 0:
            yield match
        step += 1
        match.play(match.waiting[0], rng.choice(match.moves(match.waiting[0])))
    yield match


def reachable(view: View, board: ET.Element) -> list[str]:
    """The moves that stand on the board or are buttons of the bar, each as often as it does."""
    assert not view.bar().picks
    buttons = [view.setup.notation[button.code] for button in view.bar().buttons]
    return sorted([each.attrib["data-move"] for each in targets(board)] + buttons)


@pytest.mark.parametrize("screen", SCREENS)
def test_every_legal_move_stands_once_on_the_board_or_in_the_bar(screen: tuple[int, int]) -> None:
    seen = set()
    for players, options in TABLES:
        for match in positions(players, options, every=4):
            for seat in {0, *match.waiting}:
                view = match.view(seat)
                board = drawn(view, screen=screen)
                assert reachable(view, board) == sorted(str(move) for move in view.moves())
                for each in targets(board):
                    seen.add(each.attrib["data-move"].split()[0])
                    assert (each.attrib["role"], each.attrib["tabindex"]) == ("button", "0")
                    assert each.attrib["id"].startswith("estates-")
    assert seen == {"offer", "place"}, "the others have no place on the board"


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("city", CITIES)
def test_special_pieces_have_their_targets(city: tuple[str, dict, dict, str], screen: tuple[int, int]) -> None:
    view = rare(*city).view(0)
    assert reachable(view, drawn(view, screen=screen)) == sorted(str(move) for move in view.moves())


# On a phone -------------------------------------------------------------------------------------------------------


def on_phones() -> Iterator[View]:
    """Views of whole matches at every table, and of rare cities: of who has to do something, and of who watches."""
    for players, options in TABLES:
        for match in positions(players, options, every=20, seed=2):
            yield from (match.view(seat) for seat in (*match.waiting[:1], None, 0))
    yield from (rare(*city).view(0) for city in CITIES)


@pytest.mark.parametrize("screen", PHONES)
def test_what_the_moment_needs_is_in_sight_and_the_rest_below(screen: tuple[int, int]) -> None:
    wide, high = PLACES[layout(*screen)]
    for view in on_phones():
        board = drawn(view, screen=screen)
        zones = {each.attrib["id"]: extent(each) for each in board if "id" in each.attrib}
        play = {each.attrib["id"] for each in board if "data-play" in each.attrib}
        over = view.bar().title.startswith("The game is over")
        assert play == {"estates-city", "estates-certificates"} | (
            {"estates-standings"} if over else {"estates-offer", "estates-auction"}
        )
        bottom = 0.0
        for name in play:
            left, top, right, low = zones[name]
            assert left >= 0, name
            assert top >= 0, name
            assert right <= wide, name
            assert low <= high, name
            bottom = max(bottom, low)
        for name in zones.keys() - play:
            assert zones[name][1] >= bottom, name
        tabs = {tab.id for tab in view.bar().tabs}
        assert tabs == zones.keys() - play, "one tap away"


@pytest.mark.parametrize("screen", PHONES)
def test_letters_and_targets_on_a_phone_are_large_enough(screen: tuple[int, int]) -> None:
    for n, view in enumerate(on_phones()):
        board = drawn(view, LANGUAGES[n % len(LANGUAGES)], screen)
        small = [each.text for each in board.iter(SVG + "text") if float(each.attrib["font-size"]) < SMALL]
        squeezed = [each.text for each in board.iter(SVG + "text") if "textLength" in each.attrib]
        assert (small, squeezed) == ([], [])
        lots = sum(each.attrib.get("id", "").startswith("estates-lot-A") for each in board.iter())
        wide, high = LEAST if lots >= 10 else FINGER
        for each in targets(board):
            left, top, right, low = extent(each, filled=True)
            assert right - left >= wide, each.attrib["data-move"]
            assert low - top >= high, each.attrib["data-move"]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("city", CITIES)
def test_no_finger_can_hit_two_places_at_once(city: tuple[str, dict, dict, str], screen: tuple[int, int]) -> None:
    """Rings may touch; the middle of a place is no other's."""
    board = drawn(rare(*city).view(0), screen=screen)
    parents = {child: parent for parent in board.iter() for child in parent}

    def box(thing: ET.Element) -> tuple[float, float, float, float]:
        chain = [thing]
        while chain[-1] in parents:
            chain.append(parents[chain[-1]])
        moved = [re.match(r"translate\((\S+) (\S+)\)", each.attrib.get("transform", "")) for each in chain[1:]]
        return extent(thing, sum(float(m[1]) for m in moved if m), sum(float(m[2]) for m in moved if m))

    boxes = [box(each) for each in targets(board)]
    for n, (left, top, right, low) in enumerate(boxes):
        x, y = (left + right) / 2, (top + low) / 2
        assert [m for m, (a, b, c, d) in enumerate(boxes) if a < x < c and b < y < d] == [n]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_piece_keeps_its_id_from_the_offer_to_the_city(screen: tuple[int, int]) -> None:
    """So that a page can let it move there."""

    def holder(match, name: str) -> str:
        board = drawn(match.view(0), screen=screen)
        zones = [each for each in board if f"estates-piece-{name}" in ids(each)]
        assert len(zones) == 1
        return zones[0].attrib["id"]

    beside = "estates-offer" if screen in PHONES else "estates-beside"
    for name, move, before in (
        ("blue-1", "place A1", "estates-offer"),
        ("barrier-2", "place B longer", beside),
        ("mayor", "place C", beside),
    ):
        match = at_table(offer=["blue 1"])
        assert holder(match, name) == before
        get_free(match, name.replace("-", " "))
        assert holder(match, name) == "estates-auction"
        play(match, move)
        assert holder(match, name) == "estates-city"


# All sizes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", SCREENS)
def test_ids_are_unique_and_elements_harmless(screen: tuple[int, int]) -> None:
    for players, options in TABLES:
        for match in positions(players, options, every=25):
            text = match.view(0).draw("en", *screen)
            board = ET.fromstring(text)  # noqa: S314
            assert len(ids(board)) == len(set(ids(board)))
            assert {each.tag.rpartition("}")[2] for each in board.iter()} <= HARMLESS
            assert not re.search(r"javascript:|https?://(?!www\.w3\.org)|\son\w+=", text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_targets_speak_the_label_of_their_move(lang: str) -> None:
    for match in positions(3, {}, every=30):
        view = match.view(match.waiting[0] if match.waiting else 0)
        game, words = match.setup.game, match.setup.game.words(lang)
        labels = {str(move): game.offered(view, move.code, words) for move in view.moves()}
        for screen in SCREENS:
            for each in targets(drawn(view, lang, screen)):
                assert each.attrib["aria-label"] == labels[each.attrib["data-move"]]


def test_what_cannot_be_done_is_marked_as_refused_and_explained() -> None:
    for match in positions(3, {}, every=20):
        for seat in (0, 1):
            view = match.view(seat)
            for each in drawn(view).iter():
                if "data-refused" in each.attrib:
                    assert view.why(view.setup.code(each.attrib["data-refused"])) is not None


def test_a_spectator_can_choose_nothing() -> None:
    for match in positions(4, {}, every=30):
        for screen in SCREENS:
            board = drawn(match.view(None), screen=screen)
            assert not [each for each in board.iter() if {"data-move", "data-refused"} & set(each.attrib)]


def test_hidden_money_is_not_drawn() -> None:
    """Two tables that differ only in the others' hands look the same to a seat, on paper and in text."""
    rich = play(at_table(options={"rounds": 2}), "offer mayor")
    poor = play(at_table(options={"rounds": 2}, hands=[12, 3, 21, 12], starts=[12, 3, 21, 12]), "offer mayor")
    for seat in (0, 3, None):
        for screen in SCREENS:
            assert rich.view(seat).draw("en", *screen) == poor.view(seat).draw("en", *screen)
        assert rich.view(seat).text("en") == poor.view(seat).text("en")


def test_the_city_is_drawn_floor_by_floor() -> None:
    match = at_table(
        rows={"B": "blue6,red5,grey1+4 yellow3"}, barriers={2: "A longer"}, mayor="C", certificates={"grey": 1}
    )
    for screen in SCREENS:
        board = drawn(match.view(0), screen=screen)
        lot = next(each for each in board.iter() if each.attrib.get("id") == "estates-lot-B1")
        shown = [each.text for each in lot.iter() if each.tag.endswith("}text")]
        assert [text for text in shown if text != "B1"] == ["6", "5", "1", "4"]
        assert any(each.attrib.get("id") == "estates-barrier-2" for each in board.iter())
        words = [each.text for each in board.iter() if each.tag.endswith("}text")]
        assert any("−16" in (word or "") for word in words)  # what the row would score now, for player 2


def test_standings_add_up() -> None:
    """Rows, cash box and earlier rounds make the sum, where all of them are known."""
    for match in positions(3, {"money": "open", "rounds": 2}, every=40):
        table = next(
            each for each in drawn(match.view(0), screen=PHONES[0]) if each.attrib.get("id", "") == "estates-standings"
        )
        shown = [each.text.replace("−", "-") for each in table.iter(SVG + "text")]
        start = shown.index("Σ") + 1
        for n in range(3):
            _, *parts, total = shown[start + 7 * n : start + 7 * (n + 1)]
            assert sum(int(part) for part in parts if part != "·") == int(total)
