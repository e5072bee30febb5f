"""What there is to learn: every game as it comes out of the box, and with each of its presets, by an id."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kvartal.engine.game import Setup
from kvartal.engine.option import BadSetup, listing, nearest, shown
from kvartal.games import game as on_shelf
from kvartal.games import games

NAMESPACE = "kvartal"


@dataclass(frozen=True)
class Id:
    """`kvartal/flip-international-v1`: the game, the preset if it is one, and the version of the rules."""

    game: str
    preset: str | None
    version: int

    @property
    def name(self) -> str:
        """Without the version: `flip-international`."""
        return self.game if self.preset is None else f"{self.game}-{self.preset.replace(' ', '-')}"

    def __str__(self) -> str:
        return f"{NAMESPACE}/{self.name}-v{self.version}"

    def fewest(self, alone: bool = True) -> int:
        """The smallest number of players; `alone`: one will do."""
        game = on_shelf(self.game)
        presets = {each.name: each.fewest for each in game.presets}
        least = max(game.seats.start, presets.get(self.preset or "", 1), 1 if alone else 2)
        return min(least, game.seats.stop - 1)


@lru_cache(1)
def ids() -> tuple[Id, ...]:
    """Every id, those of a game's presets after its own."""
    found = []
    for game in games():
        for preset in (None, *(each.name for each in game.presets)):
            plain = Id(game.key, preset, 0)
            version = game.set_up(plain.fewest(alone=False), preset=preset).version
            found.append(Id(game.key, preset, version))
    return tuple(found)


def find(name: str) -> Id:
    """An id by its text, with or without namespace and version."""
    known = {str(each): each for each in ids()}
    for each in ids():
        known |= {each.name: each, f"{each.name}-v{each.version}": each, f"{NAMESPACE}/{each.name}": each}
    if not isinstance(name, str) or name not in known:
        there = [str(each) for each in ids()]
        raise BadSetup(f"unknown id {shown(name)}{nearest(name, known)}; there are: {listing(there)}")
    return known[name]


def set_up(name: str, players: int | None = None, options: Mapping[str, object] | None = None) -> Setup:
    """The set-up of an id; options of the game on top of its preset."""
    found = find(name)
    players = found.fewest(alone=False) if players is None else players
    return on_shelf(found.game).set_up(players, options, preset=found.preset)
