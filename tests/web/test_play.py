"""Around one game: joining with a code, the end and the rematch; keys, why not, chat; a record from a file."""

from collections.abc import Callable

from browser import DESK, PHONE, RECORDS, Person, moving
from playwright.sync_api import expect
from ways import Way

from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game
from kvartal.engine.match import Match
from kvartal.engine.record import Record

QUICK = "6"  # cards in play that win: a whole game in a few turns


def new_table(host: Person) -> str:
    """Through the form; the code of the table."""
    page = host.unfolds("/new/flip")
    page.fill("#option-win_cards", QUICK)
    page.click("#new button.go")
    return page.locator(".code").inner_text()


def test_a_guest_joins_with_a_code_and_both_play_to_the_rematch(person: Callable[..., Person]) -> None:
    host, guest = person("uk", DESK), person("en", PHONE)
    code = new_table(host)
    page = guest.go("/")
    page.fill("#code", f"{code[:3].lower()} {code[3:]}")  # as it is said aloud
    page.click("#join button")
    page.click("[data-do=sit]")
    page.fill("#myname", "Оля <b>&")
    page.click("#naming button")
    host.page.click("[data-do=start]:enabled")
    for each in (host, guest):
        each.page.wait_for_selector("#board svg")
        each.fits()
    assert guest.page.locator("#board svg").get_attribute("data-layout") == "360"
    assert host.page.locator("#board svg").get_attribute("data-layout") == "1280"
    expect(host.page.locator("#players")).to_contain_text("Оля <b>&")
    for each in (host, guest):
        each.plays_on(sensible=True)
    for each in (host, guest):
        each.page.wait_for_selector("#end section")
        each.page.wait_for_function(  # the newest line is in sight
            "() => { const { scrollTop: top, clientHeight: high, scrollHeight: all } = document.querySelector('#log');"
            " return top + high >= all - 30; }"
        )
    guest.fits()
    for each in (host, guest):
        each.sees_what_became_of(2)
        each.page.click("[data-verify]")
        each.page.wait_for_selector("#verdict code")
        assert each.page.locator("#verdict code").inner_text().endswith("✓")
    host.page.click("[data-do=rematch]")
    host.page.wait_for_selector("#lobby .seats")
    guest.page.click("#end a.go")
    guest.page.wait_for_selector("#lobby .seats")
    assert host.page.url == guest.page.url


def test_one_click_by_keyboard_starts_a_game_and_focus_is_kept(person: Callable[..., Person]) -> None:
    me = person("uk", DESK)
    page = me.go("/")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.play === 'flip'"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#board svg")
    for turn in range(6):
        with moving(page):
            if turn % 2:
                page.keyboard.press("1")
            elif page.locator("#board [data-move]").count():
                page.keyboard.press("ArrowRight")
                assert page.evaluate("document.activeElement.matches('#board [data-move]')")
                page.keyboard.press("Enter")
            else:  # nothing on the board stands for a move: what is played is a button
                page.locator("#buttons [data-move], #moves [data-move]").first.focus()
                page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement !== document.body"), "focus is kept after a patch"


def test_why_not_undo_text_board_rules_chat(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.go("/")
    page.click("[data-play=flip]")
    page.wait_for_selector("#moves:not([hidden]) [data-move]")
    page.locator("#board [data-refused]").first.dispatch_event("click")
    page.wait_for_selector("#why:not([hidden])")
    assert len(page.locator("#why").inner_text().splitlines()) >= 3  # the move, why not, the rule
    page.keyboard.press("t")
    assert page.locator("#textboard").is_visible()
    page.wait_for_selector("#textboard:has-text('Supply')")
    page.keyboard.press("t")
    assert page.locator("#board").is_visible()
    page.keyboard.press("r")
    assert page.locator("#rules .rules li").count() > 10
    page.keyboard.press("Escape")
    page.click("#undo")
    page.wait_for_function("() => document.querySelector('#toast').innerText.length > 5")
    page.keyboard.press("c")
    page.keyboard.type("<img src=x onerror=alert(1)>")
    page.keyboard.press("Enter")
    page.wait_for_selector("#chatlines li")
    assert "<img" in page.locator("#chatlines").inner_text()
    page.check("#mute")
    assert page.locator("#chatlines").is_hidden()
    assert "●" in page.title()


def test_a_record_from_a_file_is_replayed_with_slider_and_arrows(person: Callable[..., Person]) -> None:
    record = next(
        path
        for path in sorted(RECORDS.rglob("*.kvartal"))
        if path.is_file() and "game: flip" in path.read_text("utf-8")
    )
    me = person("ru", PHONE)
    page = me.go("/replay")
    page.set_input_files("#file", str(record))
    page.wait_for_selector("#board svg")
    page.locator("body").press("End")
    page.wait_for_function("() => document.querySelector('#step').value === document.querySelector('#step').max")
    page.locator("body").press("ArrowLeft")
    page.wait_for_function("() => +document.querySelector('#step').value === document.querySelector('#step').max - 1")
    page.click("#verify")
    page.wait_for_selector("#verdict *")
    me.fits()


def test_a_file_that_is_no_record_is_refused_in_the_language_of_the_page(person: Callable[..., Person]) -> None:
    whole = next(path for path in sorted(RECORDS.rglob("*.kvartal"))).read_text("utf-8")
    me = person("uk", PHONE)
    page = me.go("/replay")
    for text, said in {
        "": "Файл порожній",
        "1. e4 e5": "Рядок 1: Запис партії починається рядком",
        whole[: whole.index("\n", len(whole) // 2)]: "Тут файл уривається",
        whole.replace("game: ", "game: no-", 1): "немає на цій полиці",
        "x" * 600_000: "завеликий",
    }.items():
        page.set_input_files("#file", {"name": "a.txt", "mimeType": "text/plain", "buffer": text.encode()})
        page.wait_for_function("said => document.querySelector('#unreadable').textContent.includes(said)", arg=said)
        assert page.locator("#player").is_hidden()
    me.complaints.clear()  # the browser notes every refusal
    page.set_input_files("#file", {"name": "a.txt", "mimeType": "text/plain", "buffer": whole.encode()})
    page.wait_for_selector("#board svg")
    assert page.locator("#unreadable").text_content() == ""


def played(game: Game, players: int) -> Match:
    match = Match(game.set_up(players), SeededDeal(1))
    while not match.over:
        for seat in match.waiting:
            if seat in match.waiting:
                match.play(seat, game.greedy(match.view(seat)))
    return match


def test_the_record_of_a_crowded_table_can_be_brought_back(person: Callable[..., Person]) -> None:
    crowd = played(Way("welcome").game, 60)
    text = Record.of(crowd).text()
    assert len(text) > 100_000
    page = person("en", DESK).go("/replay")
    page.set_input_files("#file", {"name": "a.txt", "mimeType": "text/plain", "buffer": text.encode()})
    page.wait_for_selector("#board svg")
    page.click("#verify")
    page.wait_for_selector("#verdict ul")
