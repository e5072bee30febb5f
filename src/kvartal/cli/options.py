"""What several commands are asked with: a game, its options, a language, seats; and how they are completed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from kvartal.bots import Budget
from kvartal.bots.names import known, split_seats
from kvartal.cli.exits import say
from kvartal.engine.data import load_corrections
from kvartal.engine.game import Game, Setup
from kvartal.engine.option import BadSetup, Option
from kvartal.engine.source import SEED_LIMIT
from kvartal.engine.words import LANGUAGES
from kvartal.games import game as game_called
from kvartal.games import games, shelf

if TYPE_CHECKING:
    from kvartal.arena.workers import Workers

Command = Callable[..., Any]
SEED = click.IntRange(0, SEED_LIMIT)


def _beginning(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def complete_games(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(each.key, help=each.title) for each in games() if each.key.startswith(incomplete)]


def _of_game(ctx: click.Context) -> Game | None:
    named = [ctx.params.get("game"), *ctx.args]  # while an option is being typed, the argument is still unread
    return next((shelf()[name] for name in named if name in shelf()), None)


def _values(option: Option) -> Sequence[str]:
    return ("on", "off") if isinstance(option.default, bool) else option.values


def _options(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    game = _of_game(ctx)
    pairs = [f"{each.name}={value}" for each in game.options for value in _values(each) or ("",)] if game else []
    return _beginning(pairs, incomplete)


def _presets(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    game = _of_game(ctx)
    return _beginning([preset.name for preset in game.presets] if game else [], incomplete)


def _seats(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the last of several names with commas between."""
    before, comma = incomplete.rpartition(",")[:2]
    humans = ["you"] if ctx.info_name == "play" else []
    return _beginning([before + comma + name for name in [*humans, *known()]], incomplete)


def game_argument(required: bool = True) -> Callable[[Command], Command]:
    return click.argument("game", required=required, shell_complete=complete_games)


def setup_options(command: Command) -> Command:
    """--set, --preset and --data."""
    for option in (
        click.option("--data", metavar="FILE", help="Your own values for the numbers of the game (TOML or JSON)."),
        click.option("--preset", metavar="NAME", shell_complete=_presets, help="A named bundle of options."),
        click.option(
            "--set",
            "chosen",
            metavar="OPTION=VALUE",
            multiple=True,
            shell_complete=_options,
            help="Choose an option of the game; may be given several times.",
        ),
    ):
        command = option(command)
    return command


players_option = click.option("--players", type=int, metavar="P", help="How many players (default: two, if it can).")
workers_option = click.option(
    "--workers", type=click.IntRange(1, 256), metavar="W", help="Processes (default: one per processor)."
)
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Play on a Ray cluster: auto, HOST:PORT, ray://HOST:PORT, or local."
)
playouts_option = click.option(
    "--playouts",
    type=click.IntRange(1, 10**9),
    default=Budget().playouts,
    show_default=True,
    metavar="N",
    help="Iterations a bot may think about a turn.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
lang_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default="en",
    envvar="KVARTAL_LANG",
    show_default=True,
    show_envvar=True,
    help="Language of the output.",
)


@contextmanager
def hired(workers: int | None, cluster: str | None) -> "Iterator[Workers]":
    """Those who play: processes here, or a cluster that is left at the end."""
    if cluster is None:
        yield workers
        return
    from kvartal.arena.cluster import connected

    with connected(cluster, workers) as crew:
        machines, n = crew.machines, crew.processors
        say(f"{machines:,} machine{'s' * (machines != 1)} of the cluster, {n:,} processor{'s' * (n != 1)}")
        yield crew


def seats_option(text: str) -> Callable[[Command], Command]:
    return click.option("--seats", metavar="WHO,WHO,…", shell_complete=_seats, help=text)


def options_of(chosen: Sequence[str]) -> dict[str, object]:
    """`OPTION=VALUE` pairs as a mapping."""
    options: dict[str, object] = {}
    for pair in chosen:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadSetup(f"--set takes OPTION=VALUE, e.g. --set turn_cap=50, not {pair!r}")
        options[name.strip()] = value.strip()
    return options


def setup_of(game: str, players: int | None, chosen: Sequence[str], preset: str | None, data: str | None) -> Setup:
    """The game laid out as asked."""
    corrections = load_corrections(Path(data)) if data is not None else None
    return game_called(game).set_up(players, options_of(chosen), corrections, preset)


def seats_of(seats: str | None) -> list[str] | None:
    """Names with commas between, as a list."""
    if seats is None:
        return None
    names = split_seats(seats)
    if "" in names:
        raise BadSetup(f"--seats takes names with commas between, e.g. greedy,random, not {seats!r}")
    return names
