"""Takes the pictures of docs/images/pages anew: a server, a real Chromium, tables played half way (needs ./test).

python scripts/gallery.py [NAME…]: all of them, or only those whose name begins so.
"""

import base64
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests" / "web"), str(ROOT / "tests" / "toy")]
from browser import DESK, FLAGS, LOCALES, PHONE, Person  # noqa: E402
from ways import Way  # noqa: E402

FOLDER = ROOT / "docs" / "images" / "pages"
MOST_BYTES = 150_000
# Drawings have few colours: the 255 most frequent ones, on a grid of 32 steps, are enough for all of them.
FEW_COLOURS = """async (picture) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  const cells = new Map();
  const cell = (i) => (data[i] >> 3 << 10) | (data[i + 1] >> 3 << 5) | (data[i + 2] >> 3);
  for (let i = 0; i < data.length; i += 4) {
    const found = cells.get(cell(i)) ?? cells.set(cell(i), { n: 0, sum: [0, 0, 0] }).get(cell(i));
    found.n++;
    for (let c = 0; c < 3; c++) found.sum[c] += data[i + c];
  }
  const shades = [...cells].map(([key, { n, sum }]) => ({ key, n, rgb: sum.map((each) => Math.round(each / n)) }));
  const palette = shades.sort((a, b) => b.n - a.n).slice(0, 256).map((each) => each.rgb);
  const far = (a, b) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
  const near = (rgb) => palette.reduce((best, each, i) => far(each, rgb) < far(palette[best], rgb) ? i : best, 0);
  const nearest = new Map(shades.map(({ key, rgb }) => [key, near(rgb)]));
  let indices = "";
  for (let i = 0; i < data.length; i += 4) indices += String.fromCharCode(nearest.get(cell(i)));
  return { width: image.width, height: image.height, palette, indices: btoa(indices) };
}"""


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def taken(page: Page, studio: Page, name: str, full: bool = False) -> None:
    """A screenshot as a PNG with a palette."""
    page.mouse.move(0, 0)
    page.wait_for_function("() => document.getAnimations().length === 0")
    picture = base64.b64encode(page.screenshot(full_page=full)).decode()
    found = studio.evaluate(FEW_COLOURS, picture)
    width, height = found["width"], found["height"]
    pixels = base64.b64decode(found["indices"])
    rows = b"".join(b"\0" + pixels[y * width : (y + 1) * width] for y in range(height))
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
    data += chunk(b"PLTE", bytes(each for colour in found["palette"] for each in colour))
    data += chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    (FOLDER / f"{name}.png").write_bytes(data)
    print(f"{name:20} {width} × {height} {len(data) // 1000:5} kB{'  too large' if len(data) > MOST_BYTES else ''}")


class Gallery:
    def __init__(self, browser: Browser, site: str, wanted: list[str]) -> None:
        self.browser, self.site, self.wanted = browser, site, wanted
        self.studio = browser.new_page()

    def show(self, name: str, lang: str, size: dict[str, int], light: str, prepare: Callable[[Person], object]) -> None:
        if self.wanted and not name.startswith(tuple(self.wanted)):
            return
        context = self.browser.new_context(
            viewport={"width": size["width"], "height": size["height"]}, locale=LOCALES[lang], color_scheme=light,  # type: ignore[arg-type]
            has_touch=size is PHONE, reduced_motion="reduce", device_scale_factor=1.5 if size is PHONE else 1,
        )  # fmt: skip
        me = Person(context, self.site)
        me.page.request.post(f"{self.site}/api/me", data={"name": {"en": "Olive", "uk": "Оля", "ru": "Оля"}[lang]})
        prepare(me)
        taken(me.page, self.studio, name)
        context.close()


def at(way: Way, moves: int, *bots: str) -> Callable[[Person], object]:
    """A table after so many sensible moves of mine, when it is my turn again."""

    def prepare(me: Person) -> None:
        me.sets_up(way, "me", *bots)
        me.plays_on(sensible=True, most=moves)
        me.has_made(moves)
        me.page.wait_for_selector("#moves:not([hidden]) [data-move], #end section", state="attached")
        me.page.evaluate("() => { scrollTo(0, 0); document.activeElement.blur(); }")

    return prepare


def over(me: Person) -> None:
    me.sets_up(Way("flip", short={"win_cards": 12}), "me", "bot level2")
    me.plays_on(sensible=True)
    me.page.wait_for_selector("#end section")
    me.page.wait_for_load_state("networkidle")


def read(me: Person) -> None:
    at(Way("estates"), 14, "bot level3", "bot level2")(me)
    me.page.keyboard.press("t")
    me.page.wait_for_function("() => document.querySelector('#textboard').textContent.length > 50")


def hinted(me: Person) -> None:
    at(Way("welcome"), 24, "bot level3")(me)
    me.page.keyboard.press("h")
    me.page.wait_for_selector("#hinttold ol")


def learning(me: Person) -> None:
    """The second mark of a first game."""
    me.go("/rules/welcome")
    me.page.locator("[data-learn]").first.click()
    me.page.wait_for_selector("#coach:not([hidden])")
    me.page.keyboard.press("n")
    me.page.wait_for_load_state("networkidle")


def puzzled(me: Person) -> None:
    me.go("/puzzle/welcome/3")
    me.page.wait_for_selector("#board svg")


def reviewed(me: Person) -> None:
    """A review that was made, with its first moment open."""
    over(me)
    me.go(me.page.url + "/review")
    me.page.click("#review [data-do=POST]")
    moment = me.page.locator("#review details[data-step]").first
    moment.locator("summary").click(timeout=120_000)
    moment.locator("svg").first.wait_for()
    me.page.evaluate("() => { scrollTo(0, 0); document.activeElement.blur(); }")


def replayed(me: Person) -> None:
    me.go("/replay")
    me.page.set_input_files("#file", str(ROOT / "docs" / "images" / "house.kvartal"))
    me.page.wait_for_selector("#board svg")
    last = int(me.page.locator("#step").get_attribute("max") or 0)
    me.page.locator("#step").fill(str(last * 2 // 3))
    me.page.wait_for_function(
        "step => document.querySelector('#where').textContent.includes(` ${step} / `)", arg=last * 2 // 3
    )
    me.page.evaluate("() => document.activeElement.blur()")


def counted(me: Person) -> None:
    me.go("/score/welcome")
    me.page.click("#example")
    me.page.wait_for_selector("#scored .total")
    me.page.wait_for_load_state("networkidle")
    me.page.evaluate("() => { scrollTo(0, 0); document.activeElement.blur(); }")


def all_of(gallery: Gallery) -> None:
    one, two = ["bot level3"], ["bot level2", "bot level3"]
    gallery.show("home-desk", "en", DESK, "light", lambda me: me.go("/"))
    gallery.show("home-phone", "uk", PHONE, "dark", lambda me: me.go("/"))
    gallery.show(
        "new-desk",
        "en",
        DESK,
        "light",
        lambda me: me.go("/new/welcome?preset=expert").wait_for_selector("#preview svg"),
    )
    gallery.show("new-phone", "ru", PHONE, "light", lambda me: me.go("/new/estates").wait_for_selector("#preview svg"))
    for key, options, moves in (
        ("flip", {}, 30),
        ("welcome", {}, 45),
        ("estates", {}, 20),
        ("house", {"variant": "expert"}, 45),
    ):
        way = Way(key, options=options)
        gallery.show(f"{key}-desk", "en", DESK, "dark" if key == "house" else "light", at(way, moves, *two))
        gallery.show(f"{key}-phone", "uk", PHONE, "dark" if key == "flip" else "light", at(way, moves, *one))
    gallery.show("end-desk", "en", DESK, "light", over)
    gallery.show("end-phone", "uk", PHONE, "dark", over)
    gallery.show("hint-desk", "en", DESK, "light", hinted)
    gallery.show("hint-phone", "uk", PHONE, "light", hinted)
    gallery.show("lesson-phone", "ru", PHONE, "light", learning)
    gallery.show("puzzle-phone", "uk", PHONE, "dark", puzzled)
    gallery.show("review-desk", "en", DESK, "light", reviewed)
    gallery.show("review-phone", "ru", PHONE, "light", reviewed)
    gallery.show("replay-desk", "ru", DESK, "light", replayed)
    gallery.show("text-desk", "en", DESK, "dark", read)
    gallery.show("score-desk", "en", DESK, "light", counted)
    gallery.show("score-phone", "uk", PHONE, "light", counted)


def main() -> None:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        sys.exit("Chromium is needed on the PATH")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "kvartal", "serve", "--port", "0", "--database", f"{folder}/t.db", "--limits", "0"],
            stdout=subprocess.PIPE, text=True,
            env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "KVARTAL_LOG": "WARNING"},
        )  # fmt: skip
        assert server.stdout is not None
        found = re.search(r"(http://\S+)/ ", server.stdout.readline())
        assert found, "the server did not start"
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            all_of(Gallery(browser, found[1], sys.argv[1:]))
            browser.close()
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
