"""People with browsers, as the tests of the pages know them."""

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page

from kvartal.games import games

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
LOCALES = {"en": "en-GB", "uk": "uk-UA", "ru": "ru-RU"}
RECORDS = Path(__file__).resolve().parent.parent / "records"


class Person:
    """Somebody with a browser of their own. What the page complains about, or asks of others, is kept."""

    def __init__(self, context: BrowserContext, site: str, guided: bool = True) -> None:
        self.context, self.site = context, site
        if guided:  # knows every game already
            keys = [game.key for game in games()]
            context.add_init_script(f"for (const key of {keys}) localStorage.setItem(`guided ${{key}}`, '1')")
        self.page: Page = context.new_page()
        self.page.set_default_timeout(20_000)
        self.complaints: list[str] = []
        self.bytes = 0
        self.page.on("console", lambda said: self.complain(said.text) if said.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.complain(str(error)))
        self.page.on("request", lambda request: self.check(request.url))

    def complain(self, text: str) -> None:
        if "closed before the connection is established" not in text:  # a page that was left at once
            self.complaints.append(text)

    def check(self, url: str) -> None:
        if urlsplit(url).netloc != urlsplit(self.site).netloc:
            self.complaints.append(f"asked somebody else: {url}")

    def go(self, path: str) -> Page:
        self.page.goto(self.site + path)
        return self.page

    @property
    def over(self) -> bool:
        return self.page.locator("#end section").count() > 0

    def fits(self) -> None:
        """Nothing makes the page wider than the screen."""
        wide = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], self.page.url
