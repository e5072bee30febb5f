"""A real server with its pages, and real browsers that may neither complain nor leave the machine."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))
from browser import DESK, FLAGS, LOCALES, PHONE, Person

SERVE = [sys.executable, "-m", "kvartal", "serve", "--port", "0", "--limits", "0"]


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """The address of a server process of our own."""
    database = folder / "tables.db"
    paths = os.pathsep.join(filter(None, sys.path))
    process = subprocess.Popen(
        [*SERVE, "--database", str(database), *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": paths, "KVARTAL_LOG": "WARNING"},
    )  # fmt: skip
    assert process.stdout is not None
    found = re.search(r"(http://\S+)/ ", process.stdout.readline())
    assert found, process.communicate(timeout=20)[1]
    try:
        yield found[1]
    finally:
        process.send_signal(signal.SIGTERM)
        log = process.communicate(timeout=30)[1]
    assert process.returncode == 0
    assert '"trace"' not in log, log


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for all tests."""
    with serving(tmp_path_factory.mktemp("site")) as address:
        yield address


@pytest.fixture
def quiet_site(tmp_path: Path) -> Iterator[str]:
    """A server where nothing happens but what the test does. Hints do not search: no clock cuts them short."""
    with serving(tmp_path, "--highest-level", "1") as address:
        yield address


@pytest.fixture
def serve() -> Callable[..., AbstractContextManager[str]]:
    """Starts a server with options of its own: `serve(folder, "--base-path", "/games")`."""
    return serving


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "Debian's package chromium is needed (./test installs it when it may)"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS, env=os.environ | {"HOME": home})
        yield browser
        browser.close()


@pytest.fixture
def person(chromium: Browser, site: str) -> Iterator[Callable[..., Person]]:
    """Makes people: `person("uk", PHONE)`. None of them may have met an error. Nothing moves for them unless asked."""
    people: list[Person] = []

    def make(lang: str = "en", size: dict[str, int] | None = None, guided: bool = True, **more: object) -> Person:
        size = size or DESK
        context = chromium.new_context(
            viewport={"width": size["width"], "height": size["height"]}, locale=LOCALES[lang],
            **{"has_touch": size is PHONE, "reduced_motion": "reduce", **more},  # type: ignore[arg-type]
        )  # fmt: skip
        people.append(Person(context, site, guided))
        return people[-1]

    yield make
    complaints = [each for one in people for each in one.complaints]
    for one in people:
        one.context.close()
    assert not complaints
