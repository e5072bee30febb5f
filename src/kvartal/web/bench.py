"""`kvartal bench pages`: what the pages weigh, when they can be used, and how long a click takes to reach the board."""

import asyncio
import shutil
import statistics
import tempfile
from collections.abc import Iterator
from typing import Any

import click

from kvartal.engine.game import Game
from kvartal.games import games
from kvartal.server.tools.bench import Process, percentile, reference

NO_BROWSER = "kvartal: bench pages needs the Python package playwright and Chromium on the PATH (./test sets up both)"
CANNOT_START = 3
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]
CROWD = 12
PATIENCE = 120_000  # ms: a machine that is busy with something else is measured all the same

# Presses what a hint advises until enough clicks were timed: from the click until the new board is laid out, and until
# what stands beside it is there: the log comes last.
# A person looks before they click: nobody else is waited for, so that no move of a bot is taken for the answer or
# competes with it; the hint was answered a moment ago; what moved on the board has come to rest.
CLICKS = """async (wanted) => {
  const $ = (id) => document.getElementById(id);
  const change = (most, places = ["board", "moves", "end"]) => new Promise((done) => {
    const watch = new MutationObserver(() => finish(true)), late = setTimeout(() => finish(false), most);
    const finish = (seen) => { watch.disconnect(); clearTimeout(late); done(seen); };
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    for (const id of places) watch.observe($(id), all);
  });
  const rest = async () => {
    while (await change(60));
    await Promise.allSettled(document.getAnimations().map((each) => each.finished));
  };
  const took = [], beside = [];
  while (took.length < wanted && !document.querySelector("#end section")) {
    await rest();
    if ($("moves").hidden || document.querySelectorAll("#players .owes").length > 1) { await change(2000); continue; }
    const { move } = await (await fetch(`${location.pathname}/hint`)).json();
    await rest();
    const button = [...$("moves").querySelectorAll("[data-move]")].find((each) => each.dataset.move === move);
    if (!button) continue;
    const seen = change(5000), told = change(5000, ["log"]), begun = performance.now();
    button.click();
    if (!await seen) continue;
    $("board").getBoundingClientRect();
    took.push((performance.now() - begun) / 1000);
    if (await told) beside.push((performance.now() - begun) / 1000);
  }
  return [took, beside];
}"""


def tables() -> Iterator[tuple[Game, int]]:
    """Each game with as few as can play against each other, and the largest table."""
    for game in games():
        yield game, max(2, game.seats.start)
    largest = max(games(), key=lambda game: game.seats.stop)
    yield largest, min(CROWD, largest.seats.stop - 1)


async def first_visit(browser: Any, site: str, visits: int) -> dict[str, Any]:
    """The shelf, as somebody sees it who has never been here: each time another one."""
    weights, times = [], []
    for _ in range(visits):
        context = await browser.new_context(viewport={"width": 1280, "height": 800})
        context.set_default_timeout(PATIENCE)
        page = await context.new_page()
        wire = await context.new_cdp_session(page)
        weight: list[float] = []
        wire.on("Network.loadingFinished", lambda done, into=weight: into.append(done["encodedDataLength"]))
        await wire.send("Network.enable")
        await page.goto(site, wait_until="networkidle")
        # Our scripts are modules: they have run, and every button works, when the DOM's content is loaded.
        times.append(await page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"))
        weights.append(sum(weight))
        await context.close()
    return {"bytes in all": round(statistics.median(weights)), "interactive ms": statistics.median(times)}


async def clicks(browser: Any, site: str, game: Game, seats: int, wanted: int) -> dict[str, Any]:
    """Whole tables of one person and bots, one after the other, until enough clicks were timed."""
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    await context.add_init_script(f"localStorage.setItem('guided {game.key}', '1'); localStorage.setItem('pace', '0')")
    page = await context.new_page()
    took: list[float] = []
    beside: list[float] = []
    while len(took) < wanted:
        await page.goto(site)
        wish = {"game": game.key, "seats": ["me", *["bot random"] * (seats - 1)]}
        name = await page.evaluate(
            """async (wish) => {
              const ask = async (path, body) => (await fetch(path, { method: "POST",
                headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
              if (!document.body.dataset.name) await ask("/api/me", { name: "Bench" });
              const { table } = await ask("/api/tables", wish);
              await ask(`/api/tables/${table}/do`, { do: "start" });
              return table;
            }""",
            wish,
        )
        await page.goto(f"{site}/table/{name}")
        await page.wait_for_selector("#board > *", state="attached")
        boards, logs = await page.evaluate(CLICKS, wanted - len(took))
        took += boards
        beside += logs
    await context.close()
    shares = {f"p{share:.0%}".rstrip("%") + " ms": percentile(took, share) for share in (0.5, 0.95, 0.99)}
    return {"clicks": len(took), **shares, "all beside it, p50 ms": percentile(beside, 0.5)}


async def everything(wanted: int, visits: int) -> list[tuple[str, dict[str, Any]]]:
    from playwright.async_api import async_playwright

    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        raise ImportError("no browser")
    results: list[tuple[str, dict[str, Any]]] = [
        ("this machine now", {"reference loop µs": reference(), "paced turns": "off"})
    ]
    with tempfile.TemporaryDirectory() as folder:
        server = await Process.start(f"{folder}/pages.db")
        site = f"http://127.0.0.1:{server.port}"
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
            results.append(("first visit", await first_visit(browser, site, visits)))
            for game, seats in tables():
                results.append((f"{game.key}, {seats} seats", await clicks(browser, site, game, seats, wanted)))
            await browser.close()
        await server.stop()
    return results


@click.command("pages")
@click.option(
    "--clicks", "wanted", type=click.IntRange(1, 10_000), default=200, show_default=True, help="At each table."
)
@click.option("--visits", type=click.IntRange(1, 100), default=7, show_default=True, help="First visits.")
def command(wanted: int, visits: int) -> None:
    """In a real Chromium on loopback: the weight of the first page, when it can be used, and click to board."""
    try:
        results = asyncio.run(everything(wanted, visits))
    except ImportError:
        click.echo(NO_BROWSER, err=True)
        raise click.exceptions.Exit(CANNOT_START) from None
    for name, result in results:
        click.echo(name)
        for what, value in result.items():
            click.echo(f"  {what:24} {value:.2f}" if isinstance(value, float) else f"  {what:24} {value}")
