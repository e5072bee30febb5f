"""Everything that is remembered has a bound, and the figures tell both."""

import ast
import importlib
import pkgutil
import re
import warnings
from pathlib import Path

import httpx
import pytest
from place import lived

import kvartal
from kvartal.server.http import memories, security
from kvartal.server.http.app import build
from kvartal.server.http.security import Buckets
from kvartal.server.http.settings import Settings
from kvartal.server.live import hall as halls
from kvartal.server.live.hall import Hall
from kvartal.server.store import people as everybody
from kvartal.server.store.store import Store
from kvartal.web import install
from kvartal.web.visit import _file, file

SOURCES = Path(kvartal.__file__).parent


def everything() -> None:
    """All modules that a server may load, the rooms of the games included."""
    for part in ("engine", "games", "bots", "review", "server", "web"):
        for found in pkgutil.walk_packages([str(SOURCES / part)], f"kvartal.{part}."):
            if "__main__" not in found.name and ".migrations" not in found.name:
                importlib.import_module(found.name)


def test_every_function_that_remembers_has_a_bound() -> None:
    everything()
    found = memories.functions()
    assert [name for name, each in found.items() if each.cache_info().maxsize is None] == []
    written = 0
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                names = [ast.unparse(each) for each in node.decorator_list]
                assert "cache" not in names, (path, node.name, "without a bound")
                assert "lru_cache" not in names, (path, node.name, "says no bound")
                written += any(name.startswith("lru_cache(") for name in names)
    assert len(found) > written / 2  # most are seen; some live in modules that only other processes load


@lived
async def test_the_figures_tell_every_bound_and_nothing_is_beyond_it(tmp_path: Path) -> None:
    install()
    store = await Store(str(tmp_path / "x.db")).open()
    hall = Hall(store, store.metrics)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about how the pages name their parameters
        application = build(hall, Settings())
    transport = httpx.ASGITransport(app=application)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://place") as client:
        assert (await client.get("/")).status_code == 200
    told = store.metrics.text()
    entries, bounds = (
        {name: int(n) for name, n in re.findall(rf'kvartal_cache_{what}{{cache="([^"]+)"}} (\d+)\n', told)}
        for what in ("entries", "bound")
    )
    assert set(entries) == set(bounds)
    assert all(entries[name] <= bounds[name] for name in entries)
    assert {"people.tokens", "people.names", "reviews.made", "hall.unreadable", "limits.requests"} <= set(bounds)
    assert {"limits.messages", "web.moments.kept", "web.faults.logged", "engine.words.words"} <= set(bounds)
    assert entries["limits.requests"] == 1
    await hall.close()
    await store.close()


@lived
async def test_people_and_broken_tables_are_remembered_up_to_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(everybody, "MOST_REMEMBERED", 3)
    monkeypatch.setattr(halls, "MOST_UNREADABLE", 3)
    store = await Store(str(tmp_path / "x.db")).open()
    hall = Hall(store, store.metrics)
    for n in range(8):
        person, token = await hall.people.create(f"P{n}")
        assert await hall.people.by_token(token) == person
        await hall.people.names([person.id])
        await store.append([(f"t{n}", 1, b"{")])
        with pytest.raises(halls.Refused):
            await hall.table(f"t{n}")
        sizes = [size() for size, _ in store.metrics.memories.values()]
        assert max(sizes) <= 3
    await hall.close()
    await store.close()


def test_a_rate_limit_remembers_no_more_than_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "ROOM", 10)
    monkeypatch.setattr(security, "MOST_KEYS", 20)
    buckets = Buckets((0.001, 5), 1)
    for n in range(200):
        assert buckets.take(f"address {n}")
        assert len(buckets) <= 21


def test_a_name_that_is_no_file_of_ours_is_not_remembered() -> None:
    before = _file.cache_info().currsize
    assert [file(f"nothing-{n}.js") for n in range(50)] == [None] * 50
    assert _file.cache_info().currsize == before
