"""The boards of Flip City: every move has its place, nothing dangerous is inside, and the text fits."""

import re
import xml.etree.ElementTree as ET

import pytest

import kvartal
from games.boards import SVG, WIDTHS, drawn, ids, targets
from games.flip.pieces import PHONES, SCREENS, on_screen, pieces, zones
from games.flip.positions import IDS, TABLES, positions
from games.flip.table import at_table
from kvartal.engine.board import PLACES, Layout
from kvartal.engine.svg import breadth
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES
from kvartal.games.flip.drawing import cards, desk
from kvartal.games.flip.text.catalogue import FACE_KEYS

HARMLESS = {"svg", "style", "defs", "pattern", "g", "rect", "circle", "path", "text", "title"}


@pytest.mark.parametrize("layout", SCREENS)
def test_every_legal_move_stands_once_on_the_board_or_in_the_bar(layout: Layout) -> None:
    seen = set()
    for players, options in TABLES:
        for match in positions(players, options, every=4):
            for seat in {0, *match.waiting}:
                view = match.view(seat)
                found = targets(on_screen(view, layout))
                places = [each.attrib["data-move"] for each in found]
                buttons = [view.setup.notation[each.code] for each in view.bar().buttons]
                assert sorted(places + buttons) == sorted(str(move) for move in view.moves())
                seen |= {each.split()[0] for each in places + buttons}
                for each in found:
                    assert (each.attrib["role"], each.attrib["tabindex"]) == ("button", "0")
                    assert "id" in each.attrib
    assert seen - {"give"} == {"play", "stop", "shuffle", "pass", "buy", "upgrade", "recycle", "remove"}


@pytest.mark.parametrize("layout", SCREENS)
def test_a_gift_has_a_target_at_each_opponent(layout: Layout) -> None:
    view = at_table(3, seats={0: {"discard": {"apartment": 1}}}, phase="building", coins=8).view(0)
    gifts = [each for each in targets(on_screen(view, layout)) if each.attrib["data-move"].startswith("give")]
    assert [each.attrib["id"] for each in gifts] == ["flip-give-1", "flip-give-2"]
    assert gifts[0].attrib["aria-label"] == "Give Apartment to Player 2 as Residential for 8 coins"


@pytest.mark.parametrize("layout", PHONES)
def test_with_one_opponent_the_apartment_in_the_play_area_is_the_gift(layout: Layout) -> None:
    view = at_table(2, seats={0: {"discard": {"apartment": 1}}}, phase="building", coins=8).view(0)
    gifts = [each for each in targets(zones(on_screen(view, layout))["flip-discard"]) if "give" in str(each.attrib)]
    assert [each.attrib["id"] for each in gifts] == ["flip-discard-apartment"]
    assert gifts[0].attrib["aria-label"] == "Give Apartment to Player 2 as Residential for 8 coins"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_targets_speak_the_label_of_their_move(lang: str) -> None:
    for match in positions(2, {}, every=20):
        view = match.view(match.waiting[0] if match.waiting else 0)
        labels = {str(move): move.label(lang) for move in view.moves()}
        for each in targets(drawn(view, lang)):
            assert each.attrib["aria-label"] == labels[each.attrib["data-move"]]


@pytest.mark.parametrize("width", WIDTHS)
def test_what_cannot_be_done_is_marked_as_refused_and_explained(width: int) -> None:
    for match in positions(2, {}, every=20):
        for seat in (0, 1):
            view = match.view(seat)
            for each in drawn(view, width=width).iter():
                if "data-refused" in each.attrib:
                    assert "data-move" not in each.attrib
                    assert view.why(view.setup.code(each.attrib["data-refused"])) is not None


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
def test_a_spectator_sees_the_board_and_can_choose_nothing(players: int, options: dict[str, object]) -> None:
    for match in positions(players, options, every=30):
        for width in WIDTHS:
            board = drawn(match.view(None), width=width)
            assert not [each for each in board.iter() if {"data-move", "data-refused"} & set(each.attrib)]


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_boards_are_well_formed_and_harmless(players: int, options: dict[str, object], lang: str) -> None:
    """No scripts, no handlers, nothing fetched from anywhere: fit for the strictest page."""
    for match in positions(players, options, every=30):
        for width in WIDTHS:
            text = match.view(0).draw(lang, width)
            board = ET.fromstring(text)  # noqa: S314
            assert len(ids(board)) == len(set(ids(board)))
            assert {each.tag.removeprefix(SVG) for each in board.iter()} <= HARMLESS
            assert len(list(board.iter(SVG + "style"))) == 1
            for each in board.iter():
                assert not [key for key in each.attrib if key.lower().startswith("on") or key in ("style", "src")]
                assert each.attrib.get("href", "#").startswith("#")
            assert re.findall(r"https?://[^\"' ]*", text) == ["http://www.w3.org/2000/svg"]
            assert "@import" not in text
            assert set(re.findall(r"url\(.*?\)", text)) <= {f"url(#{id_})" for id_ in ids(board)}, "only what is in it"


@pytest.mark.parametrize("layout", SCREENS)
def test_what_stays_on_the_table_keeps_its_id(layout: Layout) -> None:
    before: set[str] = set()
    for match in positions(3, {}, every=1, steps=80):
        now = set(ids(on_screen(match.view(0), layout)))
        lasting = {each for each in before if re.match(r"flip-(supply|deck|count|towns$|street|discard$)", each)}
        assert lasting <= now
        assert not before or len(lasting) > 10
        before = now


def test_the_same_view_is_drawn_the_same() -> None:
    match = kvartal.new("flip", players=2, seed=5)
    assert match.view(0).draw() == match.view(0).draw()
    assert match.view(0)._repr_svg_() == match.view(0).draw("en", 1280)


@pytest.mark.parametrize("width", WIDTHS)
def test_letters_are_never_too_small(width: int) -> None:
    for match in positions(4, {}, every=25):
        for lang in LANGUAGES:
            sizes = [float(each.attrib["font-size"]) for each in drawn(match.view(0), lang, width).iter(SVG + "text")]
            assert min(sizes) >= 11


def test_turned_cards_lie_on_their_side() -> None:
    for match in positions(2, {}, every=1):
        for seat in range(2):
            turned = [name for name in match.to_json()["table"]["seats"][seat]["discard"] if name.endswith("turned")]
            shown = [each for each in ids(drawn(match.view(seat))) if each.endswith("-turned")]
            assert len(shown) == len(turned)
            if turned:
                return
    pytest.fail("no card was recycled")


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_board_fits_a_terminal(players: int, options: dict[str, object], lang: str) -> None:
    for match in positions(players, options, every=20):
        for seat in (None, *range(players)):
            board = match.view(seat).text(lang)
            assert max(len(line) for line in board.splitlines()) <= 80
            assert "{" not in board


@pytest.mark.parametrize("layout", SCREENS)
def test_the_board_draws_neither_the_headline_nor_the_buttons_of_the_bar(layout: Layout) -> None:
    for match in positions(2, {}, every=15):
        view = match.view(match.waiting[0] if match.waiting else 0)
        bar, texts = view.bar(), {each.text for each in on_screen(view, layout).iter(SVG + "text")}
        assert not texts & {bar.title, bar.sentence, *(each.shown for each in bar.buttons)}


# On a phone -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("layout", PHONES)
def test_what_the_phase_needs_is_in_sight(layout: Layout, players: int, options: dict[str, object]) -> None:
    """Counters, the cards in play, my discard pile; the deck for whoever plays cards, the supply for whoever builds."""
    across, high = PLACES[layout]
    for match in positions(players, options, every=6):
        for seat in (None, *range(players)):
            view = match.view(seat)
            found = zones(on_screen(view, layout))
            play = {key: zone for key, zone in found.items() if "data-play" in zone.attrib}
            buys = match.to_json()["table"]["phase"] in ("building", "removing")
            needed = {"flip-counters", "flip-street", "flip-discard", "flip-supply" if buys else "flip-deck-zone"}
            assert needed <= set(play)
            for key, zone in play.items():
                for piece in pieces(zone):
                    assert piece.left >= 0, key
                    assert piece.right <= across, key
                    assert piece.bottom <= high, key
            tabs = view.bar().tabs
            assert {each.id for each in tabs} <= set(found)
            if layout == "upright":
                assert not {each.id for each in tabs} & set(play), "a tab is for what is out of sight"
                assert set(found) == {each.id for each in tabs} | set(play), "and everything else has one"


def everything(players: int, phase: str) -> View:
    """Every kind of card everywhere, and more of them than in most games: twenty in play."""
    all_kinds = dict.fromkeys(FACE_KEYS, 2)
    mine = {"top": "hospital", "deck": all_kinds, "discard": all_kinds | {"mall turned": 1, "church turned": 1}}
    theirs = {"top": "park", "deck": all_kinds, "discard": all_kinds}
    seats = {0: mine} | dict.fromkeys(range(1, players), theirs)
    options = {"win_cards": 0}  # else so many would have won
    return at_table(players, options, seats=seats, phase=phase, coins=20, limit=20, play_area=all_kinds).view(0)


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("phase", ["playing", "building"])
@pytest.mark.parametrize("layout", PHONES)
def test_a_zone_holds_all_of_its_cards_however_many(layout: Layout, phase: str, players: int) -> None:
    view = everything(players, phase)
    for lang in LANGUAGES:
        found = zones(on_screen(view, layout, lang))
        grounds = {key: next(pieces(zone)) for key, zone in found.items() if key != "flip-towns"}
        for key, ground in grounds.items():
            for piece in pieces(found[key]):
                assert ground.holds(piece), f"{key}: {piece}"
        for key, ground in grounds.items():
            assert [other for other, its in grounds.items() if other != key and ground.meets(its)] == []


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("layout", PHONES)
def test_letters_and_places_are_large_enough_on_a_small_phone(
    layout: Layout, players: int, options: dict[str, object]
) -> None:
    """What is laid out for 360 px, or for 740 × 360 held across, is shown on 320 px as well."""
    views = [match.view(match.waiting[0]) for match in positions(players, options, every=5) if match.waiting]
    for number, view in enumerate([*views, everything(players, "building"), everything(players, "playing")]):
        board = on_screen(view, layout, LANGUAGES[number % len(LANGUAGES)])
        assert min(float(each.attrib["font-size"]) for each in board.iter(SVG + "text")) >= 12.5
        for target in targets(board):
            size = max(pieces(target), key=lambda piece: piece.width * piece.height)
            assert size.width >= 31.5, target.attrib["data-move"]
            assert size.height >= 45, target.attrib["data-move"]


@pytest.mark.parametrize("layout", SCREENS)
def test_a_card_keeps_its_id_from_the_deck_to_the_street_to_the_discard_pile(layout: Layout) -> None:
    match = at_table(1, seats={0: {"top": "store", "deck": {"park": 1}}})

    def cards_in(zone: str) -> set[str]:
        found = zones(on_screen(match.view(0), layout))[zone]
        return {each for each in ids(found) if each.startswith("flip-card-")}

    (top,) = cards_in("flip-deck-zone")
    match.play(0, "play")
    assert cards_in("flip-street") == {top}
    match.happen("park")
    match.play(0, "stop")
    assert cards_in("flip-street") == {top}
    match.play(0, "pass")
    assert cards_in("flip-discard") == {top}


@pytest.mark.parametrize("layout", SCREENS)
def test_a_card_that_somebody_else_plays_comes_from_their_deck(layout: Layout) -> None:
    match = at_table(2, seats={0: {"top": "park"}, 1: {"top": "store", "deck": {"park": 1}}}, active=1)
    before = set(ids(on_screen(match.view(0), layout)))
    match.play(1, "play")
    street = set(ids(zones(on_screen(match.view(0), layout))["flip-street"]))
    assert [each for each in street & before if each.startswith("flip-card-1-store")]


def test_whoever_is_on_turn_is_watched() -> None:
    """Their deck, their cards in play and their discard pile are in sight; mine are among the towns below."""
    match = at_table(3, seats={seat: {"top": "park", "discard": {"mall": 1}} for seat in range(3)}, active=1)
    for layout in PHONES:
        found = zones(on_screen(match.view(0), layout))
        heading = "Player 2 · Deck: 1", "Player 2 · Discard pile: 1"
        assert (found["flip-deck-zone"].attrib["aria-label"], found["flip-discard"].attrib["aria-label"]) == heading
        assert [each for each in ids(found["flip-towns"]) if "flip-town-" in each] == ["flip-town-2", "flip-town-0"]


@pytest.mark.parametrize("size", [13.0, 16.0, 19.0])
def test_a_coin_is_as_wide_as_the_price_in_it(size: float) -> None:
    for price in ("2", "12"):
        digits = max(cards.LEAST, size * 0.7)
        assert breadth(price, digits, bold=True) <= cards.token_width(("coin", price), size)


def test_four_tiles_stand_within_the_street() -> None:
    assert 14 + 4 * desk.STREET_TILE + 3 * 4 <= desk.STREET - 14
