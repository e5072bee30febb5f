"""`python -m kvartal.research.train GAME`: a small network learns a game, in NumPy alone, and its weights are kept.

It may be stopped at any time: the same command goes on after the last leg that was finished, and ends with the same
weights (on the same machine; another one may round differently).
"""

import json
import os
import sys
from pathlib import Path
from time import monotonic
from typing import Any

import click

from kvartal import __version__
from kvartal.engine.option import BadSetup
from kvartal.research import MissingExtra
from kvartal.research.ids import find, set_up

ITERATIONS = 20  # rollouts and updates in a leg
RATES = (1e-3, 2e-4)  # of learning while it is taught, and at the beginning of self-play, where it falls to a tenth
FIRST, SECOND = "taught", "alone"


def plan(legs: int, taught: int, number: int) -> tuple[bool, tuple[float, float]]:
    """Of one leg: is it taught, and how fast does it learn, at its beginning and its end?"""
    if number < taught:
        share = [(number + end) / taught for end in (0, 1)]
        return True, (RATES[0] * (1 - 0.8 * share[0]), RATES[0] * (1 - 0.8 * share[1]))
    share = [(number - taught + end) / (legs - taught) for end in (0, 1)]
    return False, (RATES[1] * (1 - 0.9 * share[0]), RATES[1] * (1 - 0.9 * share[1]))


class Run:
    """One training: what decides it, how far it is, and where it is kept."""

    def __init__(
        self,
        id: str,
        players: int | None,
        seed: int,
        legs: int,
        taught: int,
        path: Path,
        rows: int | None = None,
        iterations: int = ITERATIONS,
    ) -> None:
        from kvartal.research.learn import ROWS, Learner

        found = find(id)
        setup = set_up(found.name, players)
        self.learner = Learner(setup, seed, rows or ROWS)
        self.legs, self.taught, self.path, self.done = legs, taught, path, 0
        self.iterations = iterations
        self.about: dict[str, Any] = {
            "id": str(found),
            "game": setup.game.key,
            "players": setup.players,
            "seed": seed,
            "legs": legs,
            "taught": taught,
        }

    @property
    def kept(self) -> Path:
        """Where an unfinished run is: weights in full, Adam's averages, how far it is."""
        return self.path.with_name(self.path.name + ".unfinished")

    def resume(self) -> None:
        """Go on where a run of the same settings stopped; one of others is in the way."""
        import numpy as np

        if not self.kept.is_file():
            return
        try:
            with np.load(self.kept, allow_pickle=False) as file:
                told = json.loads(str(file["about"]))
                arrays = {name: file[name] for name in file.files if name != "about"}
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise BadSetup(f"{self.kept} cannot be read ({error}): remove it to begin anew") from error
        if told["settings"] != self.about:
            raise BadSetup(f"{self.kept} is of another run, {told['settings']}: finish that, or remove the file")
        learner, adam = self.learner, self.learner.adam
        for name in learner.network.weights:
            learner.network.weights[name] = arrays[f"w.{name}"]
            adam.means[name], adam.squares[name] = arrays[f"m.{name}"], arrays[f"s.{name}"]
        adam.count, learner.scale, self.done = told["count"], told["scale"], told["done"]

    def leg(self) -> dict[str, float]:
        teach, rates = plan(self.legs, self.taught, self.done)
        told = self.learner.leg(self.done, self.iterations, teach, rates)
        self.done += 1
        self.keep()
        return told

    def keep(self) -> None:
        import numpy as np

        learner, adam = self.learner, self.learner.adam
        about = {"settings": self.about, "count": adam.count, "scale": learner.scale, "done": self.done}
        arrays = {"about": np.array(json.dumps(about))}
        for letter, held in (("w", learner.network.weights), ("m", adam.means), ("s", adam.squares)):
            arrays |= {f"{letter}.{name}": each for name, each in held.items()}
        whole = self.kept.with_name(self.kept.name + ".new")
        with whole.open("wb") as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]
        whole.replace(self.kept)

    def finish(self) -> None:
        """The weights alone, small; what was kept for going on is no longer needed."""
        from kvartal.research.net import Trained

        about = self.about | {"kvartal": __version__, "command": self.command()}
        Trained(self.learner.network, about).save(self.path)
        self.kept.unlink(missing_ok=True)

    def command(self) -> str:
        told = self.about
        options = f"--players {told['players']} --seed {told['seed']} --legs {told['legs']} --taught {told['taught']}"
        return f"python -m kvartal.research.train {find(told['id']).name} {options}"


@click.command("python -m kvartal.research.train")
@click.argument("game")
@click.option("--players", type=click.IntRange(1, 100), help="Default: as few as the game is for, and not alone.")
@click.option("--seed", type=click.IntRange(0, 10**9), default=1, show_default=True)
@click.option("--legs", type=click.IntRange(1, 10**6), default=100, show_default=True, help="Of 20 updates each.")
@click.option("--taught", type=click.IntRange(0, 10**6), default=20, show_default=True, help="Legs that imitate.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Default: GAME.npz in this folder.")
def main(game: str, players: int | None, seed: int, legs: int, taught: int, out: Path | None) -> None:
    """Train a small network to play GAME (an id, e.g. flip, or flip-international), on one or two cores.

    For the first legs it is taught by the quick judgement inside the game's search, then it plays against itself.
    Ctrl-C stops it; the same command goes on.

    \b
    Examples:
      python -m kvartal.research.train flip
      python -m kvartal.research.train welcome --legs 40 --taught 40 --out parrot.npz
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # such small matrices are multiplied faster by one thread
    try:
        run = Run(game, players, seed, legs, min(taught, legs), out or Path(f"{find(game).name}.npz"))
        run.resume()
    except MissingExtra as missing:
        raise click.ClickException(str(missing)) from missing
    except BadSetup as wrong:
        raise click.UsageError(str(wrong)) from wrong
    if run.done:
        click.echo(f"going on after leg {run.done} of {legs}")
    began = monotonic()
    try:
        while run.done < legs:
            told = run.leg()
            figures = ", ".join(f"{name} {value:.3g}" for name, value in told.items())
            stage = FIRST if run.done <= run.taught else SECOND
            click.echo(f"leg {run.done} of {legs}, {stage}: {figures}; {(monotonic() - began) / 60:.1f} min")
            sys.stdout.flush()
    except KeyboardInterrupt:
        click.echo(f"stopped: {run.kept} holds leg {run.done}; the same command goes on")
        raise SystemExit(130) from None
    run.finish()
    click.echo(f"{run.path}: {run.path.stat().st_size:,} bytes, by {run.command()}")


if __name__ == "__main__":
    main()
