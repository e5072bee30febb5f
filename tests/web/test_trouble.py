"""Pages in trouble: nothing there, no server, no network, an old page."""

import contextlib
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser import DESK, PHONE, RECORDS, Person, hinted, my_turn, play_now, told
from playwright.sync_api import Route, WebSocketRoute

from kvartal.web.moments import LARGEST


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_a_page_that_is_not_there_says_so_kindly(person: Callable[..., Person], lang: str) -> None:
    me = person(lang, PHONE)
    for path in ("/nothing/here", "/table/gone", "/new/chess", "/deal/none", "/rules/chess", "/table/gone/replay"):
        page = me.go(path)
        assert page.locator("h1").count() == 1, path
        assert page.locator("#join").count() == 1, path
        assert page.evaluate("document.documentElement.lang") == lang
        me.fits()
    assert all(each.startswith("Failed to load resource") for each in me.complaints)
    me.complaints.clear()


def test_a_host_that_no_code_holds_is_no_fault_of_ours(site: str) -> None:
    with closing(http.client.HTTPConnection(urlsplit(site).netloc)) as line:
        line.request("GET", "/table/any/qr.svg", headers={"host": "a" * 3000})
        answer = line.getresponse()
        assert (answer.status, b"Host" in answer.read()) == (400, True)


# A server of one's own, which may go away ---------------------------------------------------------------------------


def free_port() -> int:
    """One that nobody is given by chance while our server is away: below those that go to whoever asks for any."""
    for port in random.SystemRandom().sample(range(20_000, 30_000), 100):
        with socket.socket() as free, contextlib.suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[tuple[str, Callable[[], subprocess.Popen[str]]]]:
    port = free_port()
    running: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "kvartal", "serve", "--port", str(port), "--database", str(tmp_path / "t.db")],
            stdout=subprocess.PIPE, text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "KVARTAL_LOG": "ERROR"},
        )  # fmt: skip
        assert process.stdout is not None
        assert "http://" in process.stdout.readline()
        running.append(process)
        return process

    yield f"http://127.0.0.1:{port}", start
    for process in running:
        process.kill()
        process.communicate()


def test_a_server_that_goes_away_and_comes_back_loses_nothing(
    person: Callable[..., Person], own_site: tuple[str, Callable[[], subprocess.Popen[str]]]
) -> None:
    address, start = own_site
    server = start()
    me = person("uk", DESK)
    me.site = address
    page = play_now(me, "flip")
    hinted(page)
    lines = page.locator("#log li").count()
    server.send_signal(signal.SIGTERM)
    server.wait()
    page.wait_for_selector("#banner:not([hidden])")
    start()
    page.click("#banner button")
    page.wait_for_selector("#banner", state="hidden")
    my_turn(page)
    assert page.locator("#log li").count() >= lines
    hinted(page)
    assert all("net::ERR_" in each or "WebSocket" in each for each in me.complaints)
    me.complaints.clear()


def test_a_move_that_was_swallowed_by_a_dead_line_is_sent_again(person: Callable[..., Person]) -> None:
    """A phone has left its network: nobody tells the page, and what it sends arrives nowhere."""
    me = person("uk", PHONE)
    lines: list[list[str]] = []

    def through(route: WebSocketRoute) -> None:
        server, sent = route.connect_to_server(), []  # type: ignore[var-annotated]
        lines.append(sent)
        dead = len(lines) == 2

        def say(text: str | bytes) -> None:
            sent.append(str(text))
            if not dead:
                server.send(text)

        route.on_message(say)

    me.page.route_web_socket(re.compile("/socket"), through)
    page = play_now(me, "flip")
    page.clock.install()
    page.reload()  # the second line
    my_turn(page)
    before = page.locator("#log").inner_text()
    page.locator("#moves [data-move]").first.dispatch_event("click")
    page.wait_for_timeout(300)
    assert page.locator("#log").inner_text() == before
    page.clock.fast_forward(11_000)
    page.wait_for_function("before => document.querySelector('#log').innerText !== before", arg=before)
    assert len(lines) == 3
    assert lines[1][-1] in lines[2]


def test_a_phone_that_has_slept_does_not_trust_its_line(person: Callable[..., Person]) -> None:
    """Nobody has told the page that it is cut off, and it has nothing to send: the others have played on meanwhile."""
    me = person("uk", PHONE)
    lines: list[str] = []

    def through(route: WebSocketRoute) -> None:
        server, dead = route.connect_to_server(), len(lines) == 1
        lines.append(route.url)
        told = [0]

        def hear(text: str | bytes) -> None:
            told[0] += 1
            if not dead or told[0] == 1:
                route.send(text)

        server.on_message(hear)

    page = play_now(me, "flip")
    page.route_web_socket(re.compile("/socket"), through)
    page.clock.install()
    page.reload()
    my_turn(page)
    page.clock.fast_forward(30_000)  # a busy machine is not asleep
    page.reload()  # the second line: nothing comes but the board as it is
    my_turn(page)
    before = page.locator("#log").inner_text()
    page.evaluate("""async () => {
        const { move } = await (await fetch(`${location.pathname}/hint?seat=0`)).json(), say = { do: "move", move };
        const headers = { "content-type": "application/json" }, body = JSON.stringify(say);
        await fetch(`/api/tables/${document.body.dataset.table}/do`, { method: "POST", headers, body });
    }""")
    assert (page.locator("#log").inner_text(), len(lines)) == (before, 2)
    page.clock.fast_forward("10:00")
    page.wait_for_function("before => document.querySelector('#log').innerText !== before", arg=before)
    assert len(lines) == 3


def test_a_page_without_network_says_so_and_comes_back(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    page = play_now(me, "flip")
    me.context.set_offline(True)
    page.wait_for_selector("#banner:not([hidden])")
    me.context.set_offline(False)
    page.wait_for_selector("#banner", state="hidden")
    my_turn(page)


def test_a_page_from_before_an_update_says_so(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = play_now(me, "flip")
    address = page.url
    page.add_init_script("document.addEventListener('readystatechange', () => { document.body.dataset.build = 'old' })")
    page.goto(address)
    page.wait_for_selector("#banner:not([hidden])")
    assert page.locator("#banner button").is_visible()


def test_a_record_from_a_file_stays_when_the_page_is_loaded_again_or_in_another_language(
    person: Callable[..., Person],
) -> None:
    page = person("en", DESK).go("/replay")
    page.set_input_files("#file", RECORDS / "flip" / "records" / "two-short.kvartal")
    page.wait_for_selector("#board svg")
    assert page.locator("#end").is_hidden()
    page.click("#last")
    page.wait_for_selector("#end .won")  # a file has no table to go back to: who won and why, the sheets, the points
    assert page.locator("#end .sheet").count() >= 1
    page.click("#end .rule")
    page.wait_for_selector("li:target")
    page.go_back()
    page.wait_for_selector("#end .won")
    page.click("#first")
    page.wait_for_selector("#end", state="hidden")
    page.click("#next")
    page.wait_for_function("() => document.querySelector('#where').textContent.includes(' 1 / ')")
    page.reload()
    page.wait_for_function("() => document.querySelector('#where').textContent.includes(' 1 / ')")
    page.click(".settings summary")
    page.click(".menu [lang=ru]")
    page.wait_for_selector("html[lang=ru]")
    page.wait_for_function("() => document.querySelector('#where').textContent.includes(' 1 / ')")
    page.click(".brand")
    page.click("nav a[href$='/replay']")  # another visit
    page.wait_for_selector("#file")
    assert page.locator("#player").is_hidden()


def test_a_record_as_large_as_the_page_allows_is_read_and_a_larger_one_refused_in_the_language_of_the_page(
    site: str,
) -> None:
    text = next(RECORDS.glob("flip/records/*.kvartal")).read_text("utf-8")

    def sent(size: int) -> tuple[int, dict[str, object]]:
        padded = text + "#\n" * ((size - len(text.encode())) // 2)
        headers = {"content-type": "application/json", "accept-language": "uk"}
        asked = urllib.request.Request(  # noqa: S310 — our own server
            f"{site}/replay/at", json.dumps({"text": padded}, ensure_ascii=False).encode(), headers
        )
        try:
            with urllib.request.urlopen(asked) as answer:  # noqa: S310
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    assert sent(LARGEST)[0] == 200
    status, answer = sent(3 * LARGEST)
    assert (status, str(answer["error"])[:14]) == (413, "Забагато даних")


# Browsers that refuse something -------------------------------------------------------------------------------------

NOTHING = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
window.AudioContext = class { constructor() { throw new Error("no sound here"); } };
delete window.Notification;
navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
document.execCommand = () => false;
"""


def test_a_browser_that_keeps_and_allows_nothing_can_be_played_with(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE, guided=False)
    me.context.add_init_script(NOTHING)
    page = me.go("/")
    page.click("[data-play=flip][data-seats='2']:not([data-preset])")
    page.click("[data-do=start]:enabled")  # nobody remembers that one click was promised
    page.click("#skipguide")
    hinted(page)
    hinted(page)
    assert page.locator("#guide[open]").count() == 0, "once is enough"
    for tool in ("#sound", "#chatbox summary", "#mute"):
        page.click(tool)
    assert page.locator("#sound").get_attribute("aria-pressed") == "true"
    hinted(page)
    page.click("#tablebox summary")
    page.click("#notify")
    page.locator("#toast", has_text="не дозволяє тут сповіщень").wait_for()
    page.click("[data-do=invite]:visible")
    page.click("#moved [data-copy]")
    page.locator("#toast", has_text="скопіюйте його самі").wait_for()


def test_a_browser_without_cookies_is_told_what_is_missing(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    page = me.go("/")

    def keeps_none(route: Route) -> None:
        found = route.fetch()
        me.context.clear_cookies()
        route.fulfill(response=found, headers={k: v for k, v in found.headers.items() if k != "set-cookie"})

    page.route("**/api/me", keeps_none)
    page.click("[data-play=flip] >> nth=0")
    page.locator("#toast", has_text="cookie").wait_for()
    assert page.locator("#who").is_hidden()
    assert me.complaints == ["Failed to load resource: the server responded with a status of 401 (Unauthorized)"]
    me.complaints.clear()
    page.unroute("**/api/me")
    page.click("[data-play=flip] >> nth=0")  # allowed meanwhile
    page.wait_for_url("**/table/*")


def test_without_scripts_a_page_says_so_where_it_needs_them(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE, guided=False, java_script_enabled=False)
    for path, needs in (("/", True), ("/new/flip", True), ("/replay", True), ("/rules/flip", False)):
        assert ("JavaScript" in me.go(path).locator("main").inner_text()) == needs, path


def test_where_websockets_do_not_get_through_the_page_says_so(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    me.context.add_init_script("""
        const Real = WebSocket;
        window.WebSocket = class extends Real { constructor(url) { super(url.replace("/socket", "/proxy")); } };
    """)
    page = me.go("/")
    page.click("[data-play=flip] >> nth=0")
    page.locator("#banner", has_text="WebSocket").wait_for()
    assert all("WebSocket" in each for each in me.complaints)
    me.complaints.clear()


def test_a_long_name_and_large_letters_push_nothing_out_of_the_page(person: Callable[..., Person]) -> None:
    me = person("uk", {"width": 320, "height": 568}, bypass_csp=True)
    playing, ended = me.go("/").evaluate("""async () => {
        const ask = async (path, data) => (await fetch(path, {
            method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data),
        })).json();
        await ask("/api/me", { name: "Щ".repeat(40) });
        const tables = [];
        for (const acts of [["start"], ["start", "resign"]]) {
            const { table } = await ask("/api/tables", { game: "flip", seats: ["me", "bot greedy"] });
            for (const act of acts) await ask(`/api/tables/${table}/do`, { do: act });
            tables.push(table);
        }
        return tables;
    }""")
    me.context.clear_cookies()
    page = me.go(f"/table/{ended}")
    page.locator("#end", has_text="Щ" * 40).wait_for()
    me.fits()
    page = me.go(f"/table/{playing}")
    page.locator("#status", has_text="Щ" * 40).wait_for()
    told(page)
    me.fits()
    page.add_style_tag(content="html { font-size: 24px }")
    me.fits()
    assert page.evaluate("getComputedStyle(document.body).fontSize") == "24px", "whoever wants large letters gets them"
