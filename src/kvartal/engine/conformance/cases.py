"""Which set-ups are looked at: every number of players, every value of every option, every preset, older rules."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kvartal.engine.game import Game, Setup
from kvartal.engine.option import BadSetup, Option, OptionValue

FEW_COUNTS = 8  # up to so many numbers of players are all tried; of more the ends and a sample
FEW_VALUES = 6  # up to so many words of an option are all tried; of more the ends and the middle
COMBINATIONS = 4


@dataclass(frozen=True)
class Case:
    """One number of players with one choice of options."""

    game: Game
    players: int
    options: tuple[tuple[str, OptionValue], ...] = ()
    preset: str | None = None
    version: int | None = None  # of the rules, if not the newest

    def setup(self) -> Setup:
        return self.game.set_up(self.players, dict(self.options), preset=self.preset, version=self.version)

    def older(self) -> "Iterator[Case]":
        """The same table by each older version of the rules that the game still plays."""
        for version in self.game.versions(self.players, self.setup().options)[:-1]:
            yield replace(self, version=version)

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options]
        more = [self.preset] if self.preset else []
        more += [f"rules={self.version}"] if self.version else []
        return " ".join([self.game.key, f"players={self.players}", *more, *chosen])


def cases(game: Game, combinations: int = COMBINATIONS, seed: int = 1) -> list[Case]:
    """Each option on its own, away from its default; presets; some random combinations; and older rules."""
    counts = player_counts(game)
    few = sorted({counts[0], game.set_up().players, next(n for n in reversed(counts) if n <= max(4, counts[0]))})
    found = [Case(game, players) for players in counts]
    for option in game.options:
        for value in option_values(option):
            if value != option.default:
                found += [
                    Case(game, players, chosen) for players, chosen in _where_it_matters(game, option, value, few)
                ]
    found += [Case(game, players, preset=preset.name) for preset in game.presets for players in few]
    rng = random.Random(seed)
    for _ in range(combinations if len(game.options) > 1 else 0):
        chosen = {option.name: rng.choice(list(option_values(option))) for option in game.options}
        players = rng.choice(counts)
        idle = game.without_effect(players, chosen)
        found.append(Case(game, players, tuple((name, chosen[name]) for name in chosen if name not in idle)))
    found = [case for case in dict.fromkeys(found) if _possible(case)]
    return found + [older for case in found for older in case.older()]


def _where_it_matters(
    game: Game, option: Option, value: OptionValue, few: list[int]
) -> Iterator[tuple[int, tuple[tuple[str, OptionValue], ...]]]:
    """The option on its own; where it has no effect so, with the first other choices that give it one."""
    usual = {each.name: each.default for each in game.options}
    ways = [{}, *(option.needs.choices if option.needs is not None else ())]
    for players in few:
        for way in ways:
            others = {
                name: values[0] for name, values in way.items() if name != "players" and usual[name] not in values
            }
            chosen = {**others, option.name: value}
            if option.name not in game.without_effect(players, {**usual, **chosen}):
                yield players, tuple(chosen.items())
                break


def player_counts(game: Game) -> list[int]:
    counts = list(game.seats)
    if len(counts) > FEW_COUNTS:
        counts = sorted({*counts[:6], counts[len(counts) // 2], counts[-1]})
    return counts


def option_values(option: Option) -> Iterator[OptionValue]:
    """All values; of a range, or of many words, the ends and something between."""
    if isinstance(option.default, bool):
        yield from (False, True)
    elif isinstance(option.default, int):
        yield from sorted({option.low, option.default, option.high})
    elif len(option.values) > FEW_VALUES:
        many = option.values
        yield from dict.fromkeys((option.default, many[0], many[len(many) // 2], many[-1]))
    else:
        yield from option.values


def _possible(case: Case) -> bool:
    """A game may refuse a combination that makes no sense, with a reason."""
    try:
        case.setup()
    except BadSetup:
        return bool(not case.options)  # alone, every number of players and every preset must be possible
    return True
