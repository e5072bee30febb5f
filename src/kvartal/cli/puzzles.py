"""`kvartal puzzles GAME`: found in games of bots, verified again, solved."""

import sys
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path

import click

from kvartal.bots import check_name
from kvartal.cli.exits import INTERRUPTED, NO, OK, say
from kvartal.cli.options import SEED, game_argument, lang_option, players_option, setup_of, setup_options
from kvartal.cli.paper import progress
from kvartal.engine.game import Game
from kvartal.engine.option import BadSetup
from kvartal.engine.record import write_file
from kvartal.games import game as game_called
from kvartal.review.mining import Wish, measured_again, mined, spread_at_start, verified
from kvartal.review.puzzle import FILE, Mined, Puzzle, puzzles_of, read_set, set_text

SHIPPED = ""  # as a file: the set that comes with the game


@click.command("puzzles")
@game_argument()
@players_option
@setup_options
@click.option("--games", type=click.IntRange(1, 1_000_000), default=10, show_default=True, help="Of bots, to look at.")
@click.option("--out", metavar="FILE", help=f"Where they are kept (default: GAME-{FILE}); it is gone on with.")
@click.option("--seed", type=SEED, default=0, show_default=True, metavar="S", help="Of the first game; of --verify.")
@click.option("--level", default="level3", show_default=True, help="Who plays these games.")
@click.option(
    "--certain", type=click.FloatRange(1, 20), default=Wish.certain, show_default=True, metavar="K",
    help="Standard errors by which the best turn must beat every other; half as many with --verify.",
)  # fmt: skip
@click.option(
    "--worlds", type=click.IntRange(32, 100_000), default=Wish.worlds, show_default=True,
    help="Worlds in which two turns are compared, at most.",
)  # fmt: skip
@click.option(
    "--verify", "again", is_flag=False, flag_value=SHIPPED, default=None, metavar="[FILE]",
    help="Verify a set again, with the luck of --seed (default: the one of the game).",
)  # fmt: skip
@click.option(
    "--keep",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="With --verify: write N of those that are right to --out, with what this luck shows.",
)
@click.option("--solve", is_flag=True, help="Solve the puzzles of the game, or of --out FILE, line by line.")
@lang_option
def command(
    game: str, players: int | None, chosen: Sequence[str], preset: str | None, data: str | None,
    games: int, out: str | None, seed: int, level: str, certain: float, worlds: int, again: str | None,
    keep: int | None, solve: bool, lang: str,
) -> int:  # fmt: skip
    """Find puzzles of GAME in games of bots: turns where one way is better than every other for certain.

    They are judged from what the seat on turn knows and graded by the levels that miss them. The file is written after
    every game: the same command goes on after Ctrl-C. With --verify they are tried with other luck, with --solve they
    are yours to solve.

    \b
    Examples:
      kvartal puzzles flip --solve
      kvartal puzzles flip --games 100 --out found.toml
      kvartal puzzles flip --verify found.toml --seed 1 --keep 10 --out best.toml
      kvartal puzzles flip --verify --seed 5
    """
    box = game_called(game)
    if solve:
        from kvartal.terminal.puzzling import Puzzling

        Puzzling(kept(box, out)[0] if out is not None else list(puzzles_of(box)), lang).run()
        return OK
    if again is not None:
        return verify(box, again, seed, worlds, certain / 2, keep, out)
    check_name(level)
    if data is not None:
        raise BadSetup("puzzles are made with the numbers of the game; leave out --data")
    file = Path(out or f"{box.key}-{FILE}")
    found, looked_at = kept(box, str(file)) if file.exists() else ([], [])
    setup, wish = setup_of(game, players, chosen, preset, None), Wish(certain=certain, worlds=worlds)
    write_file(file, set_text(box, found, looked_at))  # better now than after an hour
    spread, before, done = spread_at_start(setup), len(found), 0
    try:
        with progress(f"puzzles, {box.key}", games) as show:
            for number in range(seed, seed + games):
                game_itself = Mined.of(setup, number)
                if game_itself not in looked_at:
                    for each in mined(setup, level, number, wish, spread):
                        if each is not None and all(each.view != other.view for other in found):
                            found.append(each)  # else it was found before somebody stopped in the midst of this game
                            write_file(file, set_text(box, found, looked_at))
                    looked_at.append(game_itself)
                    write_file(file, set_text(box, found, looked_at))
                done += 1
                show(done)
    except KeyboardInterrupt:
        say(f"stopped after {done} games; the same command goes on from {file}")
        return INTERRUPTED
    click.echo(f"{file}: {len(found)} puzzles, {len(found) - before} of them new")
    told(found)
    return OK


def kept(game: Game, file: str) -> tuple[list[Puzzle], list[Mined]]:
    if file == SHIPPED:
        return list(puzzles_of(game)), []
    return read_set(game, Path(file).read_text(encoding="utf-8"))


def verify(
    game: Game, file: str, seed: int, worlds: int, sure: float, keep: int | None, out: str | None
) -> int:  # fmt: skip
    if (keep is None) != (out is None):
        raise BadSetup("--keep N and --out FILE belong together")
    puzzles, right = kept(game, file)[0], []
    with progress(f"verify, {game.key}", len(puzzles)) as show:
        for number, puzzle in enumerate(puzzles, 1):
            wrong = verified(puzzle, worlds, seed, sure)
            if wrong:
                click.echo(f"{number}: {wrong}")
            else:
                right.append(puzzle)
            show(number)
    click.echo(f"{len(right)} of {len(puzzles)} puzzles are verified (seed {seed}, {worlds} worlds)")
    if keep is not None and out is not None:
        best = [measured_again(each, worlds, seed) for each in best_of(right, keep)]
        write_file(out, set_text(game, best))
        return OK
    return OK if len(right) == len(puzzles) else NO


def best_of(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """In turn from every way of playing, and there in turn a hard and an easy one; the easy ones come first."""
    ways: dict[tuple[int, str], list[Puzzle]] = {}
    for puzzle in puzzles:
        ways.setdefault((puzzle.setup.players, puzzle.setup.digest), []).append(puzzle)
    rows = []
    for way in ways.values():
        hard = sorted(way, key=lambda each: (-each.grade, -each.turns))
        rows.append([hard.pop(0 if n % 2 == 0 else -1) for n in range(len(way))])
    taken = [each for row in zip_longest(*rows) for each in row if each is not None][:most]
    return sorted(taken, key=lambda each: (each.grade, each.turns))


def told(puzzles: Sequence[Puzzle]) -> None:
    grades = Counter(puzzle.missed for puzzle in puzzles)
    for missed, count in sorted(grades.items(), key=lambda each: (len(each[0]), each[0])):
        click.echo(f"{count:5}  missed by level {', '.join(map(str, missed))}")
    sys.stdout.flush()
