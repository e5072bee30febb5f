"""A level that thinks with other weights, `level3@NAME=NUMBER@…`: for tuning, and to see what a weight is worth."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from kvartal.bots.levels import Leveled
from kvartal.bots.think import Budget, Click, Thinker
from kvartal.engine.game import Game, Setup
from kvartal.engine.option import BadSetup, listing, nearest
from kvartal.engine.view import View

SIGN = "@"
Weights = tuple[tuple[str, int], ...]


class Weighed(Leveled):
    def __init__(self, number: int, seed: int, weights: Weights) -> None:
        super().__init__(number, seed)
        self.weights = weights

    def turn(self, view: View, budget: Budget) -> tuple[Click, ...]:
        return self.turn_by(_thinker(view.setup, self.weights), view, budget)


@lru_cache(maxsize=16)
def _thinker(setup: Setup, weights: Weights) -> Thinker:
    return Thinker(setup, setup.game.weighed(setup, dict(weights)))


def written(bot: str, weights: Mapping[str, int]) -> str:
    """The name of a level with these weights."""
    return bot + "".join(f"{SIGN}{name}={value}" for name, value in weights.items())


def read(name: str) -> tuple[str, dict[str, int]]:
    """The level of such a name, and its weights."""
    bot, *pairs = name.split(SIGN)
    weights = {}
    for pair in pairs:
        what, equals, value = pair.partition("=")
        if not equals or not what or not value.removeprefix("-").isdecimal():
            raise BadSetup(f"{name}: weights are written {bot}{SIGN}NAME=NUMBER{SIGN}…, not {SIGN}{pair}")
        weights[what] = int(value)
    return bot, weights


def weighed(name: str) -> Callable[[int, int], Weighed]:
    """What makes such a bot."""
    bot, weights = read(name)
    level = bot.removeprefix("level")
    if level not in ("1", "2", "3", "4", "5") or level == bot:
        raise BadSetup(f"{name}: only a level takes weights, e.g. level3{SIGN}NAME=NUMBER, not {bot!r}")
    return lambda seed, _: Weighed(int(level), seed, tuple(weights.items()))


def check_weights(game: Game, name: str) -> None:
    """Refuse weights that the game does not have."""
    names = game.numbers.names
    for weight in read(name)[1]:
        if weight not in names:
            there = f"there are: {listing(names)}" if names else "it has none"
            raise BadSetup(f"{name}: {game.key} has no weight {weight!r}{nearest(weight, names)}; {there}")
