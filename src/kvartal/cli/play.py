"""`kvartal play GAME`: a match in the terminal."""

import os
from pathlib import Path

import click

from kvartal.cli.options import SEED, game_argument, lang_option, seats_of, seats_option, setup_of, setup_options
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.games import game as game_called
from kvartal.games import load as load_match
from kvartal.terminal.dialogue import Dialogue
from kvartal.terminal.seats import Sitter, sitters, sitters_of, usual


def check_writable(path: Path) -> None:
    """Better now than after an hour of play."""
    if path.is_dir() or not path.parent.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadSetup(f"--save {path}: no file can be written there")


def loaded(file: str, game: str | None, seats: list[str] | None) -> tuple[Match, list[Sitter]]:
    match = load_match(file)
    if game is not None and game_called(game).key != match.setup.game.key:
        raise BadSetup(f"{file} is a match of {match.setup.game.key}, not of {game}")
    if seats is None:
        return match, sitters_of(match)
    if len(seats) != match.setup.players:
        raise BadSetup(f"{file} has {match.setup.players} seats; --seats names {len(seats)}")
    asked = sitters(match.setup.game, seats)
    return match, [Sitter(name, each.bot) for name, each in zip(match.names, asked, strict=True)]


@click.command("play")
@game_argument(required=False)
@seats_option("Who plays: you, you:NAME, or a bot as in simulate (default: you against the best bot).")
@click.option("--seed", type=SEED, metavar="N", help="The same seed deals the same (default: a new one).")
@setup_options
@lang_option
@click.option("--save", metavar="FILE", help="Write the match here when it ends or you stop.")
@click.option("--load", metavar="FILE", help="Go on with a saved match.")
def command(
    game: str | None,
    seats: str | None,
    seed: int | None,
    chosen: tuple[str, ...],
    preset: str | None,
    data: str | None,
    lang: str,
    save: str | None,
    load: str | None,
) -> None:
    """Play GAME line by line: read, type a move, read on. `?` in the dialogue explains what can be typed.

    Several `you` share the keyboard; where the game has secrets, a curtain falls between them. The dialogue works
    through a pipe as well; when the input ends, the match is saved (with --save) and the command ends with 0.

    \b
    Examples:
      kvartal play flip
      kvartal play flip --seats you:Olena,you:Taras,greedy --lang uk
      kvartal play flip --seats you --set solo_loss=unpaid --save solo.kvartal
      kvartal play --load solo.kvartal --save solo.kvartal
      printf 'play\\nstop\\n' | kvartal play flip --seed 7
    """
    if save is not None:
        check_writable(Path(save))
    names = seats_of(seats)
    if load is not None:
        if seed is not None or chosen or preset or data:
            raise click.UsageError(
                "a loaded match has its own deal and options: leave out --seed, --set, --preset, --data"
            )
        match, seated = loaded(load, game, names)
    elif game is None:
        raise click.UsageError("say which game, or --load FILE; `kvartal games` lists the shelf")
    else:
        box = game_called(game)
        seated = sitters(box, names or usual(box))
        who = [each.name for each in seated]
        setup = setup_of(game, len(seated), chosen, preset, data)
        match = Match(setup, None if seed is None else SeededDeal(seed), who)
    try:
        Dialogue(match, seated, lang, save=Path(save) if save is not None else None).run()
    except BrokenPipeError:
        raise
    except OSError as error:
        if save is None:
            raise
        raise BadSetup(f"not saved: {save}: {error.strerror or error}") from None
