"""`kvartal perft GAME`: how many ways a game can go, to a depth: a guard against silent changes of the rules."""

from collections.abc import Callable

import click

from kvartal.cli.options import game_argument, json_option, players_option, setup_of, setup_options
from kvartal.cli.paper import print_json, progress
from kvartal.engine.game import Setup
from kvartal.engine.playout import perft
from kvartal.engine.state import CHANCE, OVER, State

CHUNK = 3  # depth of the subtrees counted in one go: between them Ctrl-C is heard


def count(setup: Setup, state: State, depth: int, step: Callable[[], None]) -> int:
    """As engine.playout.perft, interruptible. `step` is called after each subtree."""
    if depth <= CHUNK or state.turn() == OVER:
        total = perft(state, depth, setup.tables.moves, setup.tables.widest)
        step()
        return total
    total = 0
    turn = state.turn()
    if turn == CHANCE:
        ways = [code for code, _ in state.chances(setup.tables.widest)]
    else:
        ways = state.moves(turn, len(setup.notation))
    for way in ways:
        after = state.copy()
        if turn == CHANCE:
            after.happen(way)
        else:
            after.play(turn, way)
        total += count(setup, after, depth - 1, step)
    return total


@click.command("perft")
@game_argument()
@click.option(
    "--depth", type=click.IntRange(1, 1000), required=True, help="Steps to look ahead, moves and draws alike."
)
@players_option
@setup_options
@json_option
def command(
    game: str,
    depth: int,
    players: int | None,
    chosen: tuple[str, ...],
    preset: str | None,
    data: str | None,
    as_json: bool,
) -> None:
    """Count the ways to make 1, 2, … DEPTH steps from the set-up of GAME. A step is a move or a draw.

    The same rules give the same numbers, for ever, compiled or pure.

    \b
    Examples:
      kvartal perft flip --depth 6
      kvartal perft flip --depth 5 --players 4 --set recycle=flip --json
    """
    setup = setup_of(game, players, chosen, preset, data)
    counts: list[int] = []
    subtrees = 0
    for ahead in range(1, depth + 1):
        with progress(f"depth {ahead}", None) as show:
            subtrees = 0

            def step(show: Callable[[int], None] = show) -> None:
                nonlocal subtrees
                subtrees += 1
                show(subtrees)

            counts.append(count(setup, setup.start(), ahead, step))
        if not as_json:
            click.echo(f"{ahead:3d}  {counts[-1]:,}")
    if as_json:
        print_json({"game": game, "rules_version": setup.version, "players": setup.players, "positions": counts})
