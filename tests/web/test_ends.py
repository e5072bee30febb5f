"""How a game ends in the pages: results, links, replays, and what stays secret."""

import json
import random
import re
from collections.abc import Callable
from urllib.parse import urljoin

from browser import DESK, PHONE, Person, hinted, my_turn, play_now, quick_game
from playwright.sync_api import expect
from ways import Way

from kvartal.engine.score import figure
from kvartal.engine.words import words
from kvartal.server.live.frame import frame, result_of
from kvartal.server.live.shown import Shown
from kvartal.server.table import commands as c
from kvartal.server.table.acts import act, create
from kvartal.server.table.table import folded
from kvartal.web import dialect
from kvartal.web.ending import won
from kvartal.web.visit import WEB


def test_past_results_alone_stand_at_the_end_and_at_home(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    quick_game(me)
    page = quick_game(me)
    page.wait_for_selector("#mine tbody tr")
    assert page.locator("#mine tbody tr").count() == 2
    assert page.locator("#mine tr.total").count() == 1  # the one that was reached right now
    me.fits()
    page = me.go("/")
    assert page.locator(".asides a[href$='/results']").count() == 1
    page.click(".asides a[href$='/results']")
    expect(page.locator(".results tbody tr")).to_have_count(2)
    me.fits()
    stranger = person("en", DESK)
    assert stranger.go("/results").locator(".results tbody tr").count() == 0


def test_a_game_in_which_nobody_has_a_point_still_says_what_became_of_everybody(person: Callable[..., Person]) -> None:
    me = person("en", PHONE)
    page = quick_game(me, option="turn_cap", value=1)
    assert "The game is lost." in page.locator("#end").inner_text()
    assert page.locator("#end section > div > .sheet tbody tr").all_inner_texts()[0] == "Guest\tlost"
    assert "The game is lost" in page.locator("#board svg").get_attribute("aria-label")
    me.fits()
    assert me.go("/results").locator(".results tbody td").all_inner_texts()[1] == "lost"


def test_a_rival_made_of_cards_has_a_sheet_and_can_win() -> None:
    """Alone in 2023: its name, its points line by line, and who is ahead of whom."""
    way, found = Way("welcome", "2023", players=1, options={"rival": 1}), set()
    for seed in range(1, 9):
        match = way.match(seed)
        while not match.over:
            match.play(0, way.game.greedy(match.view(0)))
        outcome, scores = match.outcome(), match.scores()[:1]
        mine = scores[0].total
        assert outcome is not None
        (rival,) = match.view(0).rivals("en")
        assert rival.name == "Rival Sam"
        said = won(way.game, {}, result_of(match), words("en", WEB).at_table(["Ann"]), scores, [rival])
        ahead, next_ = ("Ann", rival.score.total) if outcome.winners else ("Rival Sam", mine)
        assert f"{ahead} has won!" in said
        assert f"the next has {figure(next_)}." in said or mine == rival.score.total
        found.add(ahead)
    assert found == {"Ann", "Rival Sam"}


def test_rules_are_one_click_away_from_the_log_and_from_the_end_of_a_table() -> None:
    """A click is caught by the page's script; a new tab follows the link."""
    table, rng = folded("t1", create(c.NewTable(game="welcome", seats=["me", "me"]), "ann", 1)), random.Random(1)
    act(table, c.Start(), "ann", 2)
    while table.match is not None and not table.match.over:
        seat = table.owing[0]
        act(table, c.Move(move=str(rng.choice(table.match.moves(seat))), seat=seat), "ann", 3)
    drawn = dialect.Drawn(table.setup, "en", "desk")
    page = drawn.whole(Shown(table, 0, True, frame(table, {"ann": "Ann"}, {"ann"}), [], 4, []))
    told = json.loads(page)
    for html in (told["parts"]["end"], told["log"]["html"]):
        links = re.findall(r'href="([^"]*#[^"]*)"', html)
        assert links
        for link in links:
            where, _, rule = urljoin("/table/t1", link).partition("#")
            assert (where, table.setup.game.rule(rule).id) == ("/rules/welcome", rule)


def test_a_game_that_was_given_up_names_who_did_it_seat_by_seat(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = play_now(me, "flip")
    page.click("#tablebox summary")
    page.click("[data-do=resign]")
    page.click("#sure button[value=no]")
    expect(page.locator("#sure")).to_be_hidden()
    assert not me.over
    page.click("[data-do=resign]")
    page.click("#sure button[value=yes]")
    page.wait_for_selector("#end .sheet")
    assert sorted(page.locator("#end .sheet tbody td").all_inner_texts()) == ["gave up", "won"]
    rival = page.locator("#end .sheet tr", has_text="won").locator("th").inner_text()
    assert page.locator("#end .won").inner_text() == f"{rival} has won!"
    assert page.locator("#ribbon").inner_text() == f"{rival} has won! Guest gave up."
    assert page.evaluate("document.activeElement.closest('#end') !== null")  # not left where the button was


def test_the_result_is_shared_by_a_link_that_a_stranger_can_open(person: Callable[..., Person]) -> None:
    me = person("en", DESK, permissions=["clipboard-read", "clipboard-write"])
    page = quick_game(me)
    page.click("#share")
    page.wait_for_selector("#toast.shown")
    link = page.evaluate("navigator.clipboard.readText()")
    stranger = person("uk", PHONE)
    stranger.page.goto(link)
    stranger.page.wait_for_selector("#end .sheet")
    stranger.page.click("#end a[href$=replay]")
    stranger.page.wait_for_selector("#board svg")


def test_a_table_that_is_not_watched_offers_no_link_and_shows_a_stranger_nothing(person: Callable[..., Person]) -> None:
    me, stranger = person("en", DESK), person("en", DESK)
    page = quick_game(me, watched=False)
    assert page.locator("#share").count() == 0
    address = page.url
    stranger.page.goto(address)
    stranger.page.wait_for_function("() => document.querySelector('#status').innerText.includes('not watched')")
    assert stranger.page.locator("#board svg").count() == 0
    answer = stranger.page.request.get(f"{address}/at?step=3&seat=-2")
    assert answer.status == 403
    page.goto(f"{address}/deal")
    assert "/deal/" in page.url, "whoever has played it sees its results"
    assert stranger.page.request.get(page.url).status == 404


def test_a_replay_knows_what_a_seat_knew_and_afterwards_the_whole_truth(person: Callable[..., Person]) -> None:
    """Chips of Mr House lie face down: hidden from the other seat, shown by the truth."""
    me = person("en", DESK)
    page = play_now(me, "house")
    me.plays_to_the_end()
    page.click("#end a[href$=replay]")
    page.wait_for_selector("#board svg")
    page.select_option("#seat", "0")

    def at(step: int, seat: str) -> list[str]:
        page.select_option("#seat", seat)
        page.evaluate(
            "(n) => { const s = document.querySelector('#step'); s.value = n; s.dispatchEvent(new Event('input')) }",
            step,
        )
        page.wait_for_function("there => location.search === there", arg=f"?step={step}&seat={seat}")
        return page.locator("#said li").all_inner_texts()

    mine, theirs, truth = at(9, "0"), at(9, "1"), at(9, "-2")
    assert mine != theirs
    for line, (own, other) in zip(truth, zip(mine, theirs, strict=True), strict=True):
        assert line in (own, other)  # whoever made the move knew what the truth now says
    assert sum(line != own for line, own in zip(truth, mine, strict=True)) > 0
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('#where').innerText.includes('10 /')")


def test_a_game_that_was_broken_off_keeps_its_secrets(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = play_now(me, "house")
    for _ in range(3):
        hinted(page)
    page.click("#tablebox summary")
    page.click("[data-do=resign]")
    page.click("#sure button[value=yes]")
    page.wait_for_selector("#end section")
    whose = "(seat) => fetch(location.pathname + `/at?seat=${seat}`).then((a) => a.json()).then((found) => found.seat)"
    assert [page.evaluate(whose, seat) for seat in (0, 1, -2)] == [0, 0, 0]
    stranger = person("en", DESK)
    stranger.go(page.url.removeprefix(me.site))
    stranger.page.wait_for_selector("#end section")
    assert [stranger.page.evaluate(whose, seat) for seat in (0, 1, -2)] == [-1, -1, -1]


def test_a_rematch_against_bots_alone_begins_at_once(person: Callable[..., Person]) -> None:
    """With people it waits until they are there (test_play.py)."""
    me = person("en", PHONE)
    page = quick_game(me, "bot greedy")
    before = page.url
    page.click("[data-do=rematch]")
    page.wait_for_url(lambda url: url != before)
    my_turn(page)


def test_what_stands_at_the_end_stays_when_somebody_wants_a_rematch_or_the_line_comes_back(
    person: Callable[..., Person],
) -> None:
    me = person("en", DESK)
    page = quick_game(me, "bot greedy")
    page.wait_for_selector("#plot .sheet")
    page.click("[data-verify]")
    page.wait_for_selector("#verdict li")
    other = me.another_page()
    other.goto(page.url)
    other.click("[data-do=rematch]")
    page.wait_for_selector("#end a:has-text('To the rematch')")
    for _ in range(2):
        assert page.locator("#plot .sheet").count() == 1
        assert page.locator("#verdict code").inner_text().endswith("✓")
        page.evaluate("document.querySelector('#log').textContent = ''; dispatchEvent(new Event('online'))")
        page.wait_for_selector("#log li")


def test_where_points_are_gone_with_their_turn_the_best_turn_is_told(person: Callable[..., Person]) -> None:
    """Six cards win: whoever has played so many in one turn had their points, though they are nowhere any more."""
    me = person("en", DESK)
    page = quick_game(me, "bot greedy")
    page.wait_for_selector("#plot .sheet")
    assert "Total" not in page.locator("#end").inner_text()
    assert not page.locator("#plot svg").count()
    best = dict(line.split("\t") for line in page.locator("#plot tbody tr").all_inner_texts())
    assert len(best) == 2
    assert max(map(int, best.values())) > 0


def test_who_has_ended_a_game_is_named() -> None:
    """From what everybody's sheet says, for each way in which a game of four ends."""
    way, found = Way("welcome", "2018", players=4), set()
    for seed in range(1, 40):
        match = way.match(seed)
        rng = random.Random(seed)
        while not match.over:
            seat = match.waiting[0]
            view = match.view(seat)
            match.play(seat, rng.choice(view.codes()) if seed % 2 else way.game.greedy(view))
        ended, facts = match.state.ending(), match.view(0).facts()["table"]["seats"]
        rule = way.game.rules[ended].id
        said = way.game.ended(match.view(0), words("en", WEB).at_table(["Ann", "Ben", "Cleo", "Dan"]))
        named = said.rpartition(": ")[2].rstrip(".").split(", ")
        for name, sheet in zip(["Ann", "Ben", "Cleo", "Dan"], facts, strict=True):
            if rule == "welcome.end.refusals":
                assert (name in named) == (sheet["refusals"] == 3)
            elif rule == "welcome.end.plans":
                assert (name in named) == all(points >= 0 for points in sheet["plans"])
        found.add(rule)
    assert {"welcome.end.refusals", "welcome.end.plans"} <= found
