"""The boards of Mr House: every move has its place, nothing dangerous is inside, letters are legible, text fits."""

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from games.boards import SVG, ids, targets
from games.house.table import table
from kvartal.engine.board import PLACES, Layout
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES
from kvartal.games import game
from kvartal.games.house.bot.greedy import choose

HARMLESS = {"svg", "style", "defs", "g", "rect", "circle", "path", "text", "title"}
TABLES = [
    (2, {"variant": "basic"}),
    (4, {"variant": "basic", "commit": "one_by_one"}),
    (3, {"variant": "expert"}),
    (4, {"variant": "expert"}),
]
IDS = ["basic", "one_by_one", "expert3", "expert4"]
LAYOUTS: tuple[Layout, ...] = ("desk", "upright", "across")
PHONES = LAYOUTS[1:]
KEPT = ("use", "repay")  # what is done with papers, one tap away
MOVED = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)$")
Box = tuple[float, float, float, float]


def on(layout: Layout, view: View, lang: str = "en") -> ET.Element:
    return ET.fromstring(view.draw(lang, *PLACES[layout]))  # noqa: S314


def extents(board: ET.Element) -> dict[ET.Element, Box]:
    """From where to where each group reaches, by the rectangles and discs in it."""
    found: dict[ET.Element, Box] = {}

    def reach(element: ET.Element, x: float, y: float) -> Box | None:
        moved = MOVED.match(element.attrib.get("transform", ""))
        if moved:
            x, y = x + float(moved[1]), y + float(moved[2])
        name, number = element.tag.removeprefix(SVG), lambda key: float(element.attrib.get(key, 0))
        if name == "rect":
            left, top = x + number("x"), y + number("y")
            return left, top, left + number("width"), top + number("height")
        if name == "circle":
            middle, down, r = x + number("cx"), y + number("cy"), number("r")
            return middle - r, down - r, middle + r, down + r
        boxes = [each for child in element if (each := reach(child, x, y)) is not None]
        if not boxes:
            return None
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        found[element] = (min(lefts), min(tops), max(rights), max(bottoms))
        return found[element]

    reach(board, 0, 0)
    return found


def positions(players: int, options: dict[str, str], every: int, seed: int = 3) -> Iterator[Match]:
    """A game of sensible players who sometimes do anything at all."""
    match = Match(game("house").set_up(players, options), SeededDeal(seed))
    rng, step = random.Random(seed), 0
    while not match.over:
        seat = rng.choice(match.waiting)
        code = choose(match.state.known(seat), seat)  # type: ignore[arg-type]
        if rng.random() < 0.2:
            code = rng.choice(match.moves(seat)).code
        match.play(seat, code)
        step += 1
        if step % every == 0:
            yield match
    yield match


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
def test_every_legal_move_stands_once(players: int, options: dict[str, str], layout: Layout) -> None:
    """On the board, in the bar, or as the place of something taken up."""
    seen = set()
    for match in positions(players, options, every=6):
        notation = match.setup.notation
        for seat in {0, *match.waiting}:
            view = match.view(seat)
            board, bar = on(layout, view), view.bar()
            found = {each.attrib["data-move"]: each for each in targets(board)}
            pressed = [notation[each.code] for each in bar.buttons]
            taken_up = [notation[code] for pick in bar.picks for _, code in pick.moves]
            assert len(found) == len(targets(board))
            assert sorted([*found, *pressed, *taken_up]) == sorted(str(move) for move in view.moves())
            places = [id_ for pick in bar.picks for id_, _ in pick.moves]
            assert all(len(set(dict(pick.moves))) == len(pick.moves) for pick in bar.picks)
            drawn_places = {each.attrib["id"]: each for each in board.iter() if each.attrib.get("id") in places}
            assert set(drawn_places) == set(places)
            assert not [each for each in drawn_places.values() if {"data-move", "data-refused"} & set(each.attrib)]
            game, words = match.setup.game, match.setup.game.words("en")
            labels = {str(move): game.offered(view, move.code, words) for move in view.moves()}
            for move, each in found.items():
                seen.add(move.split()[0])
                assert (each.attrib["role"], each.attrib["tabindex"]) == ("button", "0")
                assert each.attrib["aria-label"] == labels[move]
            seen |= {move.split()[0] for move in (*pressed, *taken_up)}
    wanted = {"place", "take", "done", "build", "at", "demolish"}
    assert wanted <= seen
    assert options["variant"] == "basic" or {"hire", "office", "choose", "crew"} <= seen


@pytest.mark.parametrize("layout", PHONES)
@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
def test_the_play_area_is_in_sight(players: int, options: dict[str, str], layout: Layout) -> None:
    """All that is done on the board in a phase lies in the place for it; the tabs name what lies elsewhere."""
    width, height = PLACES[layout]
    for match in positions(players, options, every=9):
        for seat in (None, 0, *match.waiting):
            view = match.view(seat)
            board, bar = on(layout, view), view.bar()
            play = [each for each in board.iter() if "data-play" in each.attrib]
            boxes = extents(board)
            assert play
            for zone in play:
                left, top, right, bottom = boxes[zone]
                assert left >= 0
                assert top >= 0
                assert right <= width
                assert bottom <= height, (match.state.cells[0], zone[0].attrib.get("id"))
            inside = {id_ for zone in play for id_ in ids(zone)}
            needed = {each.attrib["id"] for each in targets(board) if each.attrib["data-move"].split()[0] not in KEPT}
            assert needed | {id_ for pick in bar.picks for id_, _ in pick.moves} <= inside
            tabs = {tab.id for tab in bar.tabs}
            assert tabs <= set(ids(board)) - inside
            assert {"house-town", "house-site"} & inside


@pytest.mark.parametrize(("layout", "least"), [("upright", (31.5, 45.0)), ("across", (28.0, 40.0))])
@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
def test_a_phone_is_legible_and_large_enough_for_a_finger(
    players: int, options: dict[str, str], layout: Layout, least: tuple[float, float]
) -> None:
    for number, match in enumerate(positions(players, options, every=9)):
        for seat in match.waiting:
            view, lang = match.view(seat), LANGUAGES[number % len(LANGUAGES)]
            board = on(layout, view, lang)
            assert min(float(each.attrib["font-size"]) for each in board.iter(SVG + "text")) >= 12.5
            boxes = extents(board)
            taken_up = {id_ for pick in view.bar(lang).picks for id_, _ in pick.moves}
            for each in board.iter():
                if "data-move" in each.attrib or each.attrib.get("id") in taken_up:
                    left, top, right, bottom = boxes[each]
                    wide, high = least if "data-move" in each.attrib else (28.0, 40.0)  # a wall of a high house
                    assert right - left >= wide, each.attrib["id"]
                    assert bottom - top >= high, each.attrib["id"]


@pytest.mark.parametrize("house", [["w w w w", "w", "w"], ["w w w w w"], ["w w", "w", "w", "w", "w"]])
@pytest.mark.parametrize(("layout", "least"), [("upright", (31.5, 45.0)), ("across", (28.0, 40.0))])
def test_every_wall_of_a_large_house_can_be_hit(layout: Layout, least: tuple[float, float], house: list[str]) -> None:
    store = {"window": 1, "cement": 1}
    match = table(2, "building", {0: {"house": house, "store": store}}, variant="expert")
    match.play(0, "build window")
    match.play(0, "crew 0")
    board = on(layout, match.view(0))
    boxes, walls = extents(board), targets(board)
    assert len(walls) == sum(len(column.split()) for column in house)
    for wall in walls:
        left, top, right, bottom = boxes[wall]
        assert right - left >= least[0]
        assert bottom - top >= least[1]
        assert bottom <= PLACES[layout][1]


def test_chips_lie_in_front_of_their_player() -> None:
    """On turn they are to be taken up; while others lay theirs, they lie by the plot; nobody else sees them."""
    match = table(2)
    mine, other = match.view(0), match.view(1)
    assert [pick.key for pick in mine.bar().picks] == ["chip-0", "chip-1", "chip-2", "chip-3"]
    for value, pick in enumerate(mine.bar().picks):
        face = ET.fromstring(f"<svg>{pick.face}</svg>")  # noqa: S314
        assert [each.text for each in face.iter("text")] == [str(value)]
    match.play(0, "place 3 at bank")
    mine, other = match.view(0), match.view(1)
    assert mine.bar().picks == ()
    for layout in LAYOUTS:
        hand = next(each for each in on(layout, mine).iter() if each.attrib.get("id") == "house-hand")
        assert [each.text for each in hand.iter(SVG + "text")] == ["0", "1", "1", "2"]
        assert "house-hand" not in ids(on(layout, match.view(None)))
        assert "house-hand" not in ids(on(layout, other))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_only_values_stand_on_chips_and_only_money_on_coins(layout: Layout) -> None:
    """A chip says whose it is by its sign, so its number is its value; goods are counted with ×."""
    match = table(3, variant="expert")
    match.play(match.waiting[0], "place 3 at wood")
    board = on(layout, match.view(None))
    chip = next(each for each in board.iter() if each.attrib.get("id", "").startswith("house-chip-"))
    assert [each.text for each in chip.iter(SVG + "text")] == ["?"]
    home = next(each for each in board.iter() if each.attrib.get("id") == "house-home")
    goods = [each for each in home.iter() if each.attrib.get("id", "").startswith("house-good-")]
    assert len(goods) == 6
    assert all((each.text or "")[0] == "×" for good in goods for each in good.iter(SVG + "text"))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_cannot_be_done_is_explained(layout: Layout) -> None:
    for match in positions(3, {"variant": "expert"}, every=17):
        for seat in range(3):
            view = match.view(seat)
            for each in on(layout, view).iter():
                if "data-refused" in each.attrib:
                    assert view.why(view.setup.code(each.attrib["data-refused"])) is not None


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_boards_are_well_formed_harmless_and_legible(players: int, options: dict[str, str], lang: str) -> None:
    for match in positions(players, options, every=40):
        for layout in LAYOUTS:
            for seat in (None, 0):
                text = match.view(seat).draw(lang, *PLACES[layout])
                board = ET.fromstring(text)  # noqa: S314
                assert len(ids(board)) == len(set(ids(board)))
                assert {each.tag.removeprefix(SVG) for each in board.iter()} <= HARMLESS
                for each in board.iter():
                    assert not [key for key in each.attrib if key.lower().startswith("on") or key in ("style", "src")]
                assert re.findall(r"https?://[^\"' ]*", text) == ["http://www.w3.org/2000/svg"]
                assert "url(" not in text
                said = [(each.text or "").strip() for each in board.iter(SVG + "text")]
                assert "{" not in "".join(said)
                assert not [each for each in said if each[:1] == "·" or each[-1:] == "·"]  # a line was broken there
                assert min(float(each.attrib["font-size"]) for each in board.iter(SVG + "text")) >= 11


def test_a_spectator_can_choose_nothing() -> None:
    for match in positions(3, {"variant": "expert"}, every=30):
        for layout in LAYOUTS:
            board = on(layout, match.view(None))
            assert not [each for each in board.iter() if {"data-move", "data-refused"} & set(each.attrib)]


def test_face_down_chips_are_not_drawn() -> None:
    match = table(2)
    match.play(0, "place 3 at bank")
    for layout in LAYOUTS:
        hidden, own = on(layout, match.view(1)), on(layout, match.view(0))
        for board, shown in ((hidden, "?"), (own, "3")):
            chip = next(each for each in board.iter() if each.attrib.get("id") == "house-chip-0-1")
            assert [each.text for each in chip.iter(SVG + "text")] == [shown]


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_board_fits_a_terminal(players: int, options: dict[str, str], lang: str) -> None:
    for match in positions(players, options, every=25):
        for seat in (None, *range(players)):
            board = match.view(seat).text(lang)
            assert max(len(line) for line in board.splitlines()) <= 80
            assert "{" not in board


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_is_told(players: int, options: dict[str, str], lang: str) -> None:
    match = list(positions(players, options, every=1000))[-1]
    for seat in (None, 0):
        log = match.log(seat, lang)
        assert all(line.text and "{" not in line.text and line.text[0] != " " for line in log)
        assert len({line.text for line in log}) > 60
        assert any(line.rule is not None and line.rule.id == "house.reveal" for line in log)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_move_has_a_label_and_every_refusal_a_reason(lang: str) -> None:
    for variant in ("basic", "expert"):
        match = table(2, "building", {0: {"house": ["w1 /m"]}}, variant=variant)
        setup, words = match.setup, match.setup.game.words(lang)
        labels = [setup.game.label(setup, code, words) for code in range(len(setup.notation))]
        assert all(label and "{" not in label for label in labels)
        assert len(set(labels)) == len(labels)
        view = match.view(0)
        for code in range(len(setup.notation)):
            refused = view.refusal(code, lang)
            if refused is not None:
                assert refused.text.startswith(refused.rule.said(words))
                assert "{" not in refused.text


def test_a_refusal_tells_the_numbers() -> None:
    match = table(2, "building", {0: {"store": {"wood": 1}, "house": []}}, commit="one_by_one")
    refused = match.refusal(0, "build wood wall")
    assert refused is not None
    assert refused.text.endswith("Needed: 2 × wood, 1 × metal. Free: 1 × wood.")
