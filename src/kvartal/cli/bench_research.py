"""`kvartal bench research`: how fast the doors for research are on this machine, and what kind of games there are."""

from typing import Any

import click

from kvartal import __version__, build
from kvartal.arena.measure import machine
from kvartal.cli.options import json_option
from kvartal.cli.paper import print_json, print_table, progress
from kvartal.engine.option import BadSetup, shown
from kvartal.research import Id, ids
from kvartal.research.ids import find, set_up
from kvartal.research.measure import DOORS, RUNS, properties, speed, usual_players
from kvartal.research.peers import beside

SPEEDS = ("id", "players", "AEC steps/s", "vector × 256 steps/s", "OpenSpiel steps/s")
KINDS = (
    "id",
    "players",
    "hidden",
    "at once",
    "actions",
    "legal mean/max",
    "forced",
    "length mean/max",
    "bound",
    "draws",
    "widest",
    "cells",
)


def different() -> list[Id]:
    """Every id but those of a preset that is the game as it comes out of the box."""
    seen: set[str] = set()
    found = []
    for each in ids():
        digest = set_up(each.name).digest
        if digest not in seen:
            found.append(each)
        seen.add(digest)
    return found


@click.command("research")
@click.argument("id", nargs=-1)
@click.option("--players", type=click.IntRange(1, 100), help="Default: as few as the game is for, and not alone.")
@click.option("--seconds", type=click.FloatRange(0.05, 3600), default=4.0, show_default=True, help="Per id.")
@click.option("--properties", "kinds", is_flag=True, help="Instead: what kind of games they are, from random ones.")
@click.option("--peers", is_flag=True, help="Beside games of other libraries, in the same run (extra `bench`).")
@click.option("--games", type=click.IntRange(1, 10**6), default=100, show_default=True, help="For --properties.")
@json_option
def command(
    id: tuple[str, ...], players: int | None, seconds: float, kinds: bool, peers: bool, games: int, as_json: bool
) -> None:
    """How fast the doors for research are on this machine, for every ID (default: all), on one core.

    ID:PLAYERS measures an id with so many players.

    \b
    AEC steps/s            PettingZoo's loop, one game: observation, mask, a legal action
    vector × 256 steps/s   256 games stepped together for Gymnasium, masks, observations and actions included
    OpenSpiel steps/s      the turn-based twin: legal actions, observation tensor, chance; 0: it is not installed

    Each figure is the best of five short runs, by CPU time. JSON keys name their unit. --peers tells how many times as
    fast as each of theirs ours is, through the door of the same kind; below 1 theirs is the faster one.

    \b
    Examples:
      kvartal bench research
      kvartal bench research flip welcome --seconds 10
      kvartal bench research house-expert --players 3
      kvartal bench research flip welcome estates:4 house-expert:3 --peers --seconds 12
      kvartal bench research --properties --games 200
    """
    if kinds and peers:
        raise click.UsageError("--properties and --peers are two things: one at a time")
    try:
        listed = [_with_players(each, players) for each in id or map(str, different())]
        setups = [set_up(each.name, count) for each, count in listed]
    except BadSetup as wrong:
        raise click.UsageError(str(wrong)) from wrong
    rows: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    with progress("bench research", RUNS if peers else len(listed)) as show:
        if peers:
            ours, others = beside(listed, seconds, show)
            rows = [
                {"id": str(each), "players": count, **found} for (each, count), found in zip(listed, ours, strict=True)
            ]
            listed = []
        for number, ((each, count), setup) in enumerate(zip(listed, setups, strict=False)):
            figures = properties(setup, games) if kinds else {"players": count, **speed(each, count, seconds)}
            rows.append({"id": str(each), **figures})
            show(number + 1)
    about: dict[str, Any] = {"kvartal": __version__, **machine(), "mode": build.STATUS}
    if as_json:
        about |= {"games": games} if kinds else {"seconds": seconds}
        print_json({**about, "results": rows} | ({"peers": _compared(rows, others)} if peers else {}))
        return
    click.echo(f"kvartal {__version__}, {build.STATUS}, on {about['processor']}, {about['python']}, one core")
    if not kinds:
        print_table(SPEEDS, [tuple(_shown(value) for value in row.values()) for row in rows], right=range(1, 5))
        if peers:
            click.echo("\nours beside theirs: how many times as fast, through the door of the same kind")
            _print_peers(rows, _compared(rows, others))
        return
    click.echo(f"random games of each: {games:,}")
    print_table(KINDS, [_kind(row) for row in rows], right=range(1, len(KINDS)))


def _with_players(text: str, players: int | None) -> tuple[Id, int]:
    """`estates:4` is an id and with how many it is measured."""
    name, colon, number = text.partition(":")
    found = find(name)
    if not colon:
        return found, usual_players(found) if players is None else players
    if not number.isdecimal():
        raise BadSetup(f"{shown(text)}: after the colon stands the number of players")
    return found, int(number)


def _compared(rows: list[dict[str, Any]], others: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each peer with the ratios of ours to it, by id."""
    return [
        other
        | {
            "times_as_fast": {
                f"{row['id']}, {row['players']}": round(row[other["beside"]] / other["steps_per_s"], 2)
                for row in rows
                if other["steps_per_s"]
            }
        }
        for other in others
    ]


def _print_peers(rows: list[dict[str, Any]], others: list[dict[str, Any]]) -> None:
    heads = ["peer", "door", "its steps/s", *(f"{find(row['id']).name}, {row['players']}" for row in rows)]
    lines = []
    for other in others:
        ratios = [f"{each:.2f}" for each in other["times_as_fast"].values()] or ["–"] * len(rows)
        door = SPEEDS[2 + list(DOORS).index(other["beside"])].removesuffix(" steps/s")
        lines.append((other["peer"], door, _shown(other["steps_per_s"]) if other["times_as_fast"] else "–", *ratios))
    print_table(heads, lines, right=range(2, len(heads)))
    for other in others:
        if "missing" in other or "note" in other:
            click.echo(f"{other['peer']}: {other.get('missing') or other['note']}")


def _shown(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _kind(row: dict[str, Any]) -> tuple[str, ...]:
    return (
        row["id"],
        str(row["players"]),
        "yes" if row["hidden"] else "no",
        "yes" if row["simultaneous"] else "no",
        str(row["actions"]),
        f"{row['legal_mean']}/{row['legal_max']}",
        f"{row['forced_percent']} %",
        f"{row['length_mean']}/{row['length_max']}",
        _shown(row["length_bound"]) if row["length_bound"] else "none",
        str(row["draws_mean"]),
        str(row["widest_chance"]),
        str(row["cells"]),
    )
