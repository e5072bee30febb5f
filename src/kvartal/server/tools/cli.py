"""The commands of the server, ready to be added to the `kvartal` group."""

import asyncio
import ipaddress
import math
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from kvartal.server.table.company import Company

# Where the tables are kept unless --database says otherwise
HOME = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "kvartal" / "kvartal.db"

LONGEST = 1_000_000  # days, hours or seconds: further back than that no database can look


def usual_place(_: click.Context, __: click.Parameter, database: str) -> str:
    """The folder of the usual place is ours to make. One that somebody has typed must be there: it may be mistyped."""
    if database == str(HOME):
        try:
            HOME.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            from kvartal.server.http.serve import CANNOT_START

            click.echo(f"kvartal: {HOME.parent} cannot be made: {error.strerror}; --database names a file", err=True)
            raise click.exceptions.Exit(CANNOT_START) from None
    return database


def database_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--database",
        metavar="FILE|URL",
        envvar="KVARTAL_DATABASE",
        default=str(HOME),
        callback=usual_place,
        show_default=True,
        show_envvar=True,
        help="A SQLite file, or postgresql://user@host/name.",
    )(command)


def _run(work: Any) -> Any:
    """Run, and turn what can go wrong with a database into one line and exit code 3."""
    from kvartal.server.http.serve import CANNOT_START
    from kvartal.server.store.store import Unreachable
    from kvartal.server.table.commands import Refused

    try:
        return asyncio.run(work)
    except (Unreachable, Refused, OSError) as error:
        click.echo(f"kvartal: {error}", err=True)
        raise click.exceptions.Exit(CANNOT_START) from None


class Amount(click.FloatRange):
    """A number in a range. "nan" is in none, though no comparison says so."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found: float = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value!r} is not in the range {self._describe_range()}.", param, ctx)
        return found


def _number(name: str, kind: click.ParamType[Any], default: float, text: str) -> Callable[..., Any]:
    return click.option(name, type=kind, default=default, show_default=True, help=text)


def _address(written: str, option: str = "--metrics") -> tuple[str, int]:
    """`9100`, `10.0.0.5:9100` or `[::1]:9100`."""
    host, _, port = written.rpartition(":")
    if not re.fullmatch(r"\d{1,5}", port) or int(port) > 65535 or (":" in host and not host.startswith("[")):
        raise click.BadParameter(f"a port, or address:port, not {written!r}", param_hint=option)
    return host.strip("[]") or "127.0.0.1", int(port)


def _company(highest: int, named: tuple[str, ...]) -> "Company":
    """Who may sit at tables: our bots, and programs by their names there. Each is started once to say what it plays."""
    from kvartal.bots import BOTS
    from kvartal.bots.own import BotFailed
    from kvartal.bots.program import command
    from kvartal.engine.option import BadSetup
    from kvartal.server.table.company import Company

    found: dict[str, str] = {}
    plays: dict[str, tuple[str, ...]] = {}
    for each in named:
        name, equals, line = each.partition("=")
        if not equals or not re.fullmatch(r"[a-z][a-z0-9_-]{0,29}", name):
            raise click.BadParameter(f"a name of small letters, = and a command, not {each!r}", param_hint="--bot")
        if name in BOTS or name in found or name == "default" or name.startswith("level"):
            raise click.BadParameter(f"the name {name} is taken; choose another", param_hint="--bot")
        try:
            running = command(line).start()
        except (BadSetup, BotFailed) as error:
            raise click.BadParameter(str(error), param_hint="--bot") from None
        running.close()
        found[name], plays[name] = line, tuple(running.hello.plays)
    return Company(highest, found, plays)


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for all.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free one.")
@click.option("--base-path", default="", metavar="/PATH", help="Where the pages live behind a reverse proxy.")
@database_option
@click.option("--proxy", default="", metavar="ADDRESS,…", help="Reverse proxies whose X-Forwarded headers count.")
@click.option("--origin", multiple=True, metavar="URL", help="A further origin of ours, if a proxy changes Host.")
@click.option("--allowed-host", multiple=True, metavar="NAME", help="Only requests for this name; may be repeated.")
@click.option("--metrics", metavar="[HOST:]PORT", help="Show figures for Prometheus there; without this, nowhere.")
@_number("--processes", click.IntRange(1, 64), 1, "That serve behind this port; several need PostgreSQL.")
@click.option("--home", default="127.0.0.1:0", metavar="[HOST:]PORT", help="Where other processes reach this one.")
@click.option("--bots", "workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Bot processes.")
@_number("--bot-seconds", Amount(0.01, 60), 2.0, "For one turn of a bot, at most.")
@click.option("--bot", multiple=True, metavar="NAME=COMMAND", help="A program as a bot at tables; may be repeated.")
@_number("--highest-level", click.IntRange(1, 5), 5, "Of the bots at tables.")
@_number("--reviews", click.IntRange(0, 10_000), 20, "Of finished matches, made or waiting at once; 0: none.")
@_number("--studies", click.IntRange(0, 500), 100, "Of one person; 0: none.")
@_number("--limits", Amount(0, 1000), 1.0, "Rate limits × this; 0: none.")
@_number("--patience", Amount(0.1, 600), 20.0, "Seconds in which a client must send a whole request.")
@_number("--keep-open", click.IntRange(1, LONGEST), 24, "Hours until an unstarted table expires.")
@_number("--keep-playing", click.IntRange(1, LONGEST), 60, "Days until an abandoned match expires.")
@_number("--keep-finished", click.IntRange(1, LONGEST), 365, "Days until a finished table is removed.")
@_number("--clean-after", click.IntRange(0, LONGEST), 600, "Seconds after a start in which nothing is removed.")
@_number("--idle", click.IntRange(0, LONGEST), 300, "Seconds until an unwatched table leaves memory.")
def serve(
    host: str, port: int, base_path: str, database: str, proxy: str, origin: tuple[str, ...],
    allowed_host: tuple[str, ...], metrics: str | None, processes: int, home: str, workers: int, bot_seconds: float,
    bot: tuple[str, ...], highest_level: int, reviews: int, studies: int, limits: float, patience: float,
    keep_open: int, keep_playing: int, keep_finished: int, clean_after: int, idle: int,
) -> None:  # fmt: skip
    """Start the place where all games can be played.

    \b
    Examples:
      kvartal serve
      kvartal serve --host 0.0.0.0 --port 80
      kvartal serve --database postgresql://kvartal@localhost/kvartal --processes 4
    """
    from kvartal.bots import Budget
    from kvartal.server.http.security import Limits
    from kvartal.server.http.serve import run
    from kvartal.server.http.settings import Settings
    from kvartal.server.live.hall import Keeping

    if base_path.strip("/"):
        base_path = "/" + base_path.strip("/")
        if not all(part.replace("-", "").replace("_", "").isalnum() for part in base_path.strip("/").split("/")):
            raise click.BadParameter("a path such as /games", param_hint="--base-path")
    for each in origin:
        if not re.fullmatch(r"https?://[^/@?#\s]+", each):
            raise click.BadParameter(f"an origin such as https://play.example, not {each!r}", param_hint="--origin")
    for each in allowed_host:
        if not re.fullmatch(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\]", each):
            raise click.BadParameter(
                f"a name such as play.example, without a port, not {each!r}", param_hint="--allowed-host"
            )
    for each in filter(None, proxy.split(",")):
        try:
            ipaddress.ip_network(each.strip(), strict=False)
        except ValueError:
            raise click.BadParameter(
                f"addresses such as 127.0.0.1 or 10.0.0.0/8, not {each!r}", param_hint="--proxy"
            ) from None
    settings = Settings(
        host=host, port=port, base_path=base_path.rstrip("/"), database=database, proxies=proxy, origins=origin,
        allowed_hosts=allowed_host, metrics=_address(metrics) if metrics is not None else None,
        processes=processes, home=_address(home, "--home"), workers=workers, budget=Budget(seconds=bot_seconds),
        company=_company(highest_level, bot),
        reviews=reviews, studies=studies, limits=Limits(factor=limits), patience=patience,
        keeping=Keeping(idle, keep_open, keep_playing, keep_finished, settle_seconds=clean_after),
    )  # fmt: skip
    raise click.exceptions.Exit(run(settings))


@click.command("migrate")
@database_option
def migrate(database: str) -> None:
    """Bring a database up to date (SQLite files are at every start)."""
    from kvartal.server.tools import admin

    click.echo(f"{_run(admin.migrate(database))} is up to date")


@click.command("backup")
@click.argument("file")
@database_option
def backup(file: str, database: str) -> None:
    """Copy the whole database into one SQLite FILE; the server may go on running."""
    from kvartal.server.tools import admin

    click.echo(f"{_run(admin.backup(database, file))} rows are in {file}")


@click.command("restore")
@click.argument("file")
@database_option
def restore(file: str, database: str) -> None:
    """Put a backup FILE into an empty database, SQLite or PostgreSQL."""
    from kvartal.server.tools import admin

    click.echo(f"{_run(admin.restore(file, database))} rows restored")


@click.command("export")
@click.argument("table")
@database_option
def export(table: str, database: str) -> None:
    """Print the record of one TABLE: whole after its end, before it without secrets."""
    from kvartal.server.tools import admin

    click.echo(_run(admin.export(database, table)), nl=False)


@click.group("bench")
def bench() -> None:
    """How fast the server is here, and whether it loses anything when it is killed."""


@bench.command("server")
@_number("--tables", click.IntRange(0, 2000), 200, "Two-seat tables with a client on each seat.")
@_number("--seconds", Amount(1, 600), 10.0, "How long.")
@_number("--rate", Amount(0), 3000.0, "Moves per second asked for; 0: as fast as the clients can.")
@_number("--pages", click.IntRange(0, 2000), 40, "The same with a drawn page on each seat, as fast as they can.")
@_number("--sockets", click.IntRange(0, 20_000), 2000, "Idle sockets.")
@_number("--stored", click.IntRange(0, 1_000_000), 10_000, "Stored tables at a start.")
@_number("--seats", click.IntRange(0, 1000), 100, "Seats of one simultaneous round.")
@_number("--bot-tables", click.IntRange(0, 200), 20, "Tables of level-5 bots beside those of people.")
@_number("--reviews", click.IntRange(0, 8), 1, "Reviews that are made beside people's tables.")
@_number("--spectators", click.IntRange(0, 20_000), 1000, "Drawn pages that look at one table of two.")
@_number("--drawn-seats", click.IntRange(0, 1000), 100, "Seats of one table, with a drawn page on each.")
def bench_server(
    tables: int, seconds: float, rate: float, pages: int, sockets: int, stored: int, seats: int, bot_tables: int,
    reviews: int, spectators: int, drawn_seats: int,
) -> None:  # fmt: skip
    """One process on loopback: moves a second, latency, memory, start, and what bots and reviews cost."""
    from kvartal.server.http.serve import quick_loop
    from kvartal.server.tools.bench import everything

    quick_loop()  # the clients share two cores with the server: what they use up, it cannot have
    sizes = (tables, seconds, rate, pages, sockets, stored, seats, bot_tables, reviews, spectators, drawn_seats)
    for name, result in _run(everything(*sizes)):
        click.echo(name)
        for what, value in result.items():
            click.echo(f"  {what:24} {value:.2f}" if isinstance(value, float) else f"  {what:24} {value}")


@bench.command("crash")
@_number("--rounds", click.IntRange(1, 100_000), 20, "How often the server is killed.")
@_number("--tables", click.IntRange(1, 200), 6, "Games going on at once.")
@_number("--seed", click.IntRange(0), 1, "Of the moves and moments.")
@click.option(
    "--database", metavar="FILE|URL", help="An empty database of its own; default: a SQLite file that is removed."
)
def bench_crash(rounds: int, tables: int, seed: int, database: str | None) -> None:
    """Kill the server in the middle of many games; nothing acknowledged or shown may be missing afterwards."""
    import tempfile

    from kvartal.server.tools import crash

    with tempfile.TemporaryDirectory() as folder:
        found = _run(crash.rounds(database or f"{folder}/crash.db", rounds, tables, seed))
    for what, value in found.items():
        click.echo(f"{what:28} {value}")


COMMANDS: dict[str, click.Command] = {str(each.name): each for each in (serve, migrate, backup, restore, export, bench)}
