"""People with browsers, as the tests of the pages know them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, Page, expect
from ways import Way

from kvartal.games import games

HERE = Path(__file__).resolve().parent
PATIENCE = 120_000  # ms: a busy machine is slow, not wrong
expect.set_options(timeout=PATIENCE)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]
# Chromium loads pages of its own for each window (what its address line would suggest) and keeps a spare process for
# the next one: a third of all work, for nothing. The last such list counts, so what Playwright turns off is here too.
UNWANTED = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "PreloadTopChromeWebUI", "SpareRendererForSitePerProcess"]
UNWANTED += ["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"]
UNWANTED += ["HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "OptimizationHints", "AimEnabled"]
UNWANTED += ["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "NetworkTimeServiceQuerying"]
FLAGS += [f"--disable-features={','.join(UNWANTED)}"]
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
LOCALES = {"en": "en-GB", "uk": "uk-UA", "ru": "ru-RU"}
RECORDS = HERE.parent / "games"  # each with a folder of them
PLAY = (HERE / "player.js").read_text("utf-8")
TEXTS_ON_BOARDS = (HERE / "boards.js").read_text("utf-8")
# What our policy refuses is a complaint too, and so is a page that asks for a permission nobody offered it.
WATCH = """
addEventListener("securitypolicyviolation", (event) => console.error("policy", event.violatedDirective));
window.permissions = 0;
if (window.Notification) Notification.requestPermission = async () => { window.permissions++; return "denied"; };
"""
# Every page in every language gets all rules of axe by day; what a night may change are its colours.
FINDINGS = """async () => {
  const found = [];
  for (const light of ["light", "dark"]) {
    const rules = light === "light" ? {} : { runOnly: ["color-contrast"] };
    document.documentElement.dataset.theme = light;
    const { violations } = await axe.run({ resultTypes: ["violations"], preload: false, ...rules });
    for (const { id, impact, nodes } of violations) {
      if (impact !== "serious" && impact !== "critical") continue;
      found.push(...nodes.map((node) => `${location} ${light} ${id}: ${node.html.slice(0, 160)}`));
    }
  }
  return found;
}"""


class Person:
    """Somebody with a browser of their own. What the page complains about, or asks of others, is kept."""

    def __init__(self, context: BrowserContext, site: str, guided: bool = True) -> None:
        self.context, self.site = context, site
        context.add_init_script(WATCH)
        if guided:  # knows every game already
            keys = [game.key for game in games()]
            context.add_init_script(f"for (const key of {keys}) localStorage.setItem(`guided ${{key}}`, '1')")
        self.complaints: list[str] = []
        self.page = self.another_page()

    def another_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda said: self.complain(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.complain(str(error)))
        page.on("request", lambda request: self.check(request.url))
        return page

    def complain(self, text: str) -> None:
        if "closed before the connection is established" not in text:  # a page that was left at once
            self.complaints.append(text)

    def check(self, url: str) -> None:
        if urlsplit(url).netloc != urlsplit(self.site).netloc and not url.startswith(("data:", "blob:")):
            self.complaints.append(f"asked somebody else: {url}")

    def go(self, path: str) -> Page:
        self.page.goto(path if path.startswith(self.site) else self.site + path)
        return self.page

    def unfolds(self, path: str) -> Page:
        """A new table with all that can be chosen in sight."""
        page = self.go(path)
        page.click("#more > summary")
        return page

    # At a table ---------------------------------------------------------------------------------------------------

    def sets_up(self, way: Way, *seats: str) -> str:
        """A new table through the form; its address. Without "open" seats it starts by itself."""
        page = self.unfolds(f"/new/{way.key}?preset={way.preset}")
        page.fill("#players", str(len(seats)))
        for name, value in {**way.options, **way.short}.items():
            field = page.locator(f"#option-{name}")
            if field.is_disabled():  # without effect in a short game
                continue
            if isinstance(value, bool):
                field.set_checked(value)
            elif field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(str(value))
            else:
                field.fill(str(value))
        for number, seat in enumerate(seats):
            page.select_option(f"#seat-{number}", seat)
        page.click("#new button.go")
        page.wait_for_url("**/table/*")
        return page.url

    def sits_down(self, table: str, name: str) -> None:
        page = self.go(table)
        page.click("[data-do=sit]:visible")
        page.fill("#myname", name)
        page.click("#naming button")
        page.wait_for_selector("[data-do=sit]", state="hidden")

    def starts(self) -> None:
        self.page.click("[data-do=start]:enabled")

    def plays_on(self, sensible: bool, most: int | None = None) -> None:
        """Go on playing within the page, while we do something else; at most so many moves."""
        self.page.wait_for_selector("#board > *", state="attached")
        self.page.evaluate(PLAY, [sensible, most])

    def has_made(self, moves: int) -> None:
        """Wait until this many moves were made, or the game is over."""
        self.page.wait_for_function(
            "most => window.hand.made >= most || window.hand.stuck || document.querySelector('#end section')",
            arg=moves,
            polling=100,  # ms: looking at every frame would be a good part of the work
        )
        assert not self.page.evaluate("window.hand.stuck"), self.page.locator("#status").inner_text()

    def plays_to_the_end(self, sensible: bool = True) -> None:
        self.plays_on(sensible)
        self.has_made(10**9)
        assert self.over

    def sees_what_became_of(self, players: int) -> None:
        """After the end: a sheet of points for each of them or, where nobody has any, a line in one ranking."""
        sheets = self.page.locator("#end .sheet:not(.rival):has(.total)").count()
        lines = self.page.locator("#end .sheet:not(:has(.total), .best) tbody tr").count()
        assert (sheets, lines) in ((players, 0), (0, players))

    def reloads(self) -> None:
        self.page.reload()
        self.page.wait_for_selector("#board > *", state="attached")

    @property
    def over(self) -> bool:
        return self.page.locator("#end section").count() > 0

    def fits(self) -> None:
        """Nothing makes the page wider than the screen."""
        wide = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], self.page.url


def serious(me: Person) -> list[str]:
    """What axe finds serious or worse on this page."""
    me.page.evaluate(AXE_SCRIPT)
    found: list[str] = me.page.evaluate(FINDINGS)
    return found


def my_turn(page: Page) -> None:
    page.wait_for_selector("#moves:not([hidden]) [data-move]")


def play_now(me: Person, game: str, seats: int = 2) -> Page:
    page = me.go("/")
    if seats == 1:
        page.click(f"article:has([data-play={game}]) .others summary")
    page.click(f"[data-play={game}][data-seats='{seats}']:not([data-preset])")
    my_turn(page)
    page.wait_for_selector("#log li", state="attached")  # what stands beside the board follows it
    return page


def told(page: Page) -> str:
    """The log when it has come to rest: it follows the board in a message of its own."""
    text: str = page.evaluate("""async () => {
        const log = document.querySelector("#log"), rest = () => new Promise((done) => setTimeout(done, 60));
        for (let was = null; was !== log.innerText; await rest()) was = log.innerText;
        return log.innerText;
    }""")
    return text


# The newest line of the log about whoever looks: what others do, and what is told late, makes no difference to it.
OWN = """() => Math.max(-1, ...[...document.querySelectorAll("#log li")]
  .filter((line) => line.dataset.seat === document.querySelector("#play").dataset.seat)
  .map((line) => Number(line.dataset.n)))"""


@contextmanager
def moving(page: Page) -> Iterator[None]:
    """My own move is made here, and has been answered afterwards."""
    my_turn(page)
    before = page.evaluate(OWN)
    yield
    page.wait_for_function(
        f"""before => ({OWN})() !== before || document.querySelector("#end section")
          || !document.querySelector("#curtain").hidden""",
        arg=before,
    )


def hinted(page: Page) -> None:
    """The sensible move, by its button."""
    my_turn(page)
    move = page.evaluate("""async () => {
        const seat = document.querySelector("#play").dataset.seat;
        return (await (await fetch(`${location.pathname}/hint?seat=${seat}`)).json()).move;
    }""")
    with moving(page):
        page.locator(f'#moves [data-move="{move}"]').dispatch_event("click")


def quick_game(me: Person, other: str = "", option: str = "win_cards", value: int = 6, watched: bool = True) -> Page:
    """Played to the end, alone or against another: with six cards in play that win, it is over in a few turns."""
    page = me.unfolds("/new/flip")
    if other:
        page.select_option("#seat-1", other)
    else:
        page.fill("#players", "1")
    page.fill(f"#option-{option}", str(value))
    page.set_checked("#watchable", watched)
    page.click("#new button.go")
    my_turn(page)
    me.plays_to_the_end()
    return page
