"""The page of a review: asked for with a button, made before one's eyes, read on a phone and on a desk."""

import ast
import re
from collections.abc import Callable

import pytest
from browser import DESK, PHONE, Person, serious
from playwright.sync_api import expect

import kvartal
from kvartal.engine.record import Record
from kvartal.engine.words import LANGUAGES
from kvartal.review.told import REVIEW, words
from kvartal.web.visit import WEB

# A table that bots play to its end: what a page can do, done without clicking.
FINISHED = """async (game) => {
  const ask = async (path, data) => (await fetch(path, data && {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) })).json();
  await ask("/api/me", { name: "Ann" });
  const { table } = await ask("/api/tables", { game, seats: ["me", "bot greedy"], options: { win_cards: 6 } });
  await ask(`/api/tables/${table}/do`, { do: "start" });
  await ask(`/api/tables/${table}/do`, { do: "bot", level: "greedy" });
  const rest = () => new Promise((done) => setTimeout(done, 50));
  while ((await ask(`/api/tables/${table}`)).table.status !== "finished") await rest();
  return table;
}"""


@pytest.mark.parametrize(("lang", "size"), [("en", DESK), ("uk", PHONE), ("ru", PHONE)])
def test_a_review_is_asked_for_watched_and_read(person: Callable[..., Person], lang: str, size: dict[str, int]) -> None:
    me = person(lang, size)
    table = me.go("/").evaluate(FINISHED, "flip")
    page = me.go(f"/table/{table}/review?seat=1")
    expect(page.locator("#review [data-do=POST]")).to_be_visible()
    assert not serious(me)
    me.fits()
    page.locator("#review [data-do=POST]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#review section h2").first).to_be_visible()
    assert page.locator("#review section").first.locator("details[data-step]").count() >= 1, (
        "what decided it comes first"
    )
    assert page.locator("#review svg").count() == 2
    assert "{" not in page.locator("#review").inner_text()
    moments = page.locator("#review details[data-step]")
    assert moments.count() >= 1
    moments.first.locator("summary").click()
    expect(moments.first.locator("svg")).to_be_visible()
    page.locator("#review details:not([data-step])").evaluate_all("all => all.forEach((each) => { each.open = true; })")
    decision = page.locator("#review details[data-decision]").last
    decision.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(decision.locator("svg.kv-board")).to_be_visible()
    assert decision.locator(".turns li .sign").first.inner_text() == "●"
    me.fits()
    assert not serious(me)
    page.locator("p a[aria-current]").wait_for()
    assert page.locator("p a[href*='review?seat=0']").count() == 1
    decision.locator("a[href*='/replay?step=']").click()
    expect(page.locator("#where")).to_contain_text(" / ")


def page_text(me: Person, path: str) -> str:
    text: str = me.page.request.get(f"{me.site}{path}").text()
    return text


def test_a_record_from_a_file_is_reviewed_too(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    table = me.go("/").evaluate(FINISHED, "flip")
    record = page_text(me, f"/api/tables/{table}/record")
    page = me.go("/replay")
    page.set_input_files("#file", {"name": "mine.kvartal", "mimeType": "text/plain", "buffer": record.encode()})
    page.wait_for_selector("#player:not([hidden])")
    page.click("#player a[href$='/review']")
    page.click("#review [data-do=POST]")
    expect(page.locator("#review section details[data-decision]").first).to_be_attached()
    page.locator("#review details").evaluate_all("all => all.forEach((each) => { each.open = !each.dataset.step; })")
    page.locator("#review details[data-decision] summary").last.click()
    expect(page.locator("#review svg.kv-board").first).to_be_visible()
    me.fits()
    what_if = page.locator("#review [data-do=whatif]").first
    number = what_if.get_attribute("data-number")
    what_if.click()
    page.wait_for_url(f"**/study/*?at=0.{number}&seat=0")
    expect(page.locator("#board svg.kv-board")).to_be_visible()
    page = me.go("/review")
    page.set_input_files("#file", {"name": "no.txt", "mimeType": "text/plain", "buffer": b"nothing of the kind"})
    expect(page.locator("#unreadable")).not_to_be_empty()
    assert me.complaints.pop().endswith("400 (Bad Request)")


def test_a_review_is_stopped_with_a_button(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.go("/")
    table = page.evaluate(FINISHED, "flip")
    going = {"html": "<p>The review is being made: 7 %</p><button data-do=DELETE>Stop</button>", "status": "running"}
    page.route("**/review/now*", lambda route: route.fulfill(json=going))
    page = me.go(f"/table/{table}/review")
    expect(page.locator("#review")).to_contain_text("7 %")
    page.unroute("**/review/now*")
    page.click("[data-do=DELETE]")
    expect(page.locator("#review [data-do=POST]")).to_be_visible()


def test_what_cannot_be_reviewed_says_so(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.go("/")
    table = page.evaluate(FINISHED, "flip")
    wrong = {f"{table}/review?seat=7": 400, f"{table}/review/board?step=-1": 400, "nothing/review": 404}
    for way, status in wrong.items():
        assert page.request.get(f"{me.site}/table/{way}").status == status
    stranger = person("en", DESK)
    assert stranger.page.request.get(f"{me.site}/table/{table}/review/now").json()["status"] == "none"


def test_hostile_wishes_about_records_are_refused(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.go("/")
    table = page.evaluate(FINISHED, "flip")
    record = page_text(me, f"/api/tables/{table}/record")
    unfinished = Record.of(kvartal.new("flip", players=2, seed=1)).text()
    wrong = [
        ({"text": "nothing of the kind"}, 400),
        ({"text": ""}, 400),
        ({"key": "unknown"}, 404),
        ({"text": "x" * 2_000_000}, 413),
        ({"text": unfinished}, 409),
        ({"text": record, "seat": 2}, 400),
        ({"text": record, "seat": -1}, 400),
        ({"text": record, "do": "everything"}, 400),
        ({"text": record, "do": "board", "step": -1}, 400),
        ({"text": record, "do": "board", "decision": 0}, 400),
    ]
    for wish, status in wrong:
        answer = page.request.post(f"{me.site}/review/of", data=wish, headers={"origin": me.site})
        assert (answer.status, bool(answer.json()["error"])) == (status, True), wish
    found = page.request.post(f"{me.site}/review/of", data={"text": record}, headers={"origin": me.site}).json()
    assert found["status"] == "none"


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_every_sentence_of_a_review_is_translated(lang: str) -> None:
    texts = set()
    for path in (*REVIEW.glob("*.py"), WEB / "reviewed.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            said = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and said in ("say", "N_", "words(lang)"):
                texts |= {each.value for each in node.args if isinstance(each, ast.Constant)}
    kept = (REVIEW / "locale" / f"{lang}.po").read_text("utf-8")
    known = set(re.findall(r'^msgid "(.+)"$', kept, re.MULTILINE))
    assert len(texts) > 25
    assert not texts - known
    assert not known - texts
    assert words(lang)("Luck and skill") != "Luck and skill"
