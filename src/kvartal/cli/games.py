"""`kvartal games`: the shelf."""

import click

from kvartal.bots.characters import CHARACTERS
from kvartal.cli.describe import game_json
from kvartal.cli.options import json_option
from kvartal.cli.paper import print_json
from kvartal.engine.game import Game
from kvartal.games import games


def players(game: Game) -> str:
    low, high = game.seats.start, game.seats.stop - 1
    return str(low) if low == high else f"{low}–{high}"


def show(game: Game) -> None:
    words = game.words("en")
    click.echo(f"{game.key}: {game.title} · {players(game)} players · {game.minutes} min")
    click.echo(f"  {words(game.tagline)}")


def show_choices(game: Game) -> None:
    words = game.words("en")
    for option in game.options:
        default = option.write(option.default)
        click.echo(f"  --set {option.name}={default}  {words(option.text)} ({option.domain()})")
    for preset in game.presets:
        click.echo(f"  --preset {preset.name}  {words(preset.title)}. {words(preset.text)}")


def show_guests() -> None:
    click.echo("Bots for --seats: random, greedy, level1 to level5. Each level also comes with a character:")
    for guest in CHARACTERS.values():
        click.echo(f"  level3-{guest.id}  {guest.title}. “{guest.line}”")


@click.command("games")
@json_option
def command(as_json: bool) -> None:
    """What is on the shelf: players, minutes, options with their defaults, presets; and who plays with you.

    \b
    Examples:
      kvartal games
      kvartal games --json | jq '.[].key'
    """
    if as_json:
        print_json([game_json(game) for game in games()])
        return
    for game in games():
        show(game)
        show_choices(game)
    show_guests()
