"""The weights of a level fitted to a set-up: the steps of tune.py, each judged by games that a file keeps."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from kvartal.arena.contest import Contest, Played
from kvartal.arena.lineup import one_among
from kvartal.arena.run import Run
from kvartal.arena.saved import Lines, read_game, written_game
from kvartal.arena.sprt import Sprt
from kvartal.arena.table import PLAYOUTS, seeds
from kvartal.arena.tune import Judged, Steps, Trying
from kvartal.arena.workers import Workers
from kvartal.bots.names import check_bots
from kvartal.bots.weighed import written
from kvartal.engine.game import Setup

Shown = Callable[[Trying, Run], None]


@dataclass(frozen=True)
class Tuning:
    """What is tuned, and how a step is judged: at most so many deals."""

    setup: Setup
    bot: str
    steps: Steps
    sprt: Sprt
    deals: int
    playouts: int = PLAYOUTS

    @classmethod
    def of(
        cls, setup: Setup, bot: str, names: tuple[str, ...], seed: int, sprt: Sprt, deals: int, playouts: int
    ) -> "Tuning":
        weights = setup.game.numbers.weights(setup.game.modes(setup))
        check_bots(setup.game, [written(bot, weights)])
        return cls(setup, bot, Steps(weights, names or tuple(weights), seed), sprt, deals, playouts)

    def identity(self) -> dict[str, Any]:
        contest = self.contest(Trying(0, "", dict(self.steps.weights)), {}).identity(self.setup)
        kept = ("game", "rules_version", "players", "options", "data", "tables", "playouts")
        return {
            **{name: contest[name] for name in kept},
            "bot": self.bot,
            "begin": dict(self.steps.weights),
            "names": list(self.steps.names),
            "seed": self.steps.seed,
            "deals": self.deals,
            "sprt": [self.sprt.p0, self.sprt.p1, self.sprt.alpha, self.sprt.beta],
        }

    def contest(self, trying: Trying, best: Mapping[str, int]) -> Contest:
        """Deals of its own for every step, so that nothing is fitted to the luck of a few."""
        line = one_among(written(self.bot, trying.weights), written(self.bot, best), self.setup.players)
        return Contest.of(self.setup, [line], seeds(self.steps.seed, trying.number)[0], self.playouts)

    def search(self, file: Lines, workers: Workers, shown: Shown) -> Iterator[tuple[Judged, dict[str, int]]]:
        """The steps that the file knows already, then new ones; `shown` is told how far a step is."""
        games: dict[int, list[Played]] = {}
        known: dict[int, dict[str, Any]] = {}
        for row in file.rows:
            if "result" in row and "value" in row:
                known[row["number"]] = row
            else:
                games.setdefault(row["step"], []).append(read_game(row))

        def judge(trying: Trying, best: dict[str, int]) -> Judged:
            if (row := known.get(trying.number)) is not None:
                return Judged(trying, row["result"], row["share"], row["games"])
            judged = self._judge(trying, best, games.get(trying.number, []), file, workers, shown)
            file.add([judged.to_json()])
            return judged

        return self.steps.search(judge)

    def _judge(
        self,
        trying: Trying,
        best: Mapping[str, int],
        games: list[Played],
        file: Lines,
        workers: Workers,
        shown: Shown,
    ) -> Judged:
        run = Run(self.contest(trying, best), self.deals, self.sprt)
        run.deals.add(games)
        if not run.judge():
            with closing(run.play(workers)) as parts:
                for part in parts:
                    file.add({"step": trying.number, **written_game(game)} for game in part)
                    shown(trying, run)
        assert run.trial is not None
        shares = run.trial.shares
        share = sum(shares) / len(shares) if shares else 0.0
        return Judged(trying, run.trial.result, share, run.games_judged)
