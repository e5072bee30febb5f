"""Who meets whom. A deal is played once for every sitting of a line: the same cards, the bots moved round the table."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from kvartal.engine.option import BadSetup

Sitting = tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """The sittings that one deal is played with. Game number n is deal n // sittings, with sitting n % sittings."""

    sittings: tuple[Sitting, ...]

    @property
    def title(self) -> str:
        """The bots in words: `a – b`, `a among 3 b`; alone each plays for itself, on the same cards."""
        names = Counter(self.sittings[0])
        if len(self.sittings[0]) == 1:
            return ", ".join(name for (name,) in self.sittings)
        if len(names) == 2 and len(self.sittings[0]) > 2 and 1 in names.values():
            one = next(name for name, seats in names.items() if seats == 1)
            others = next(name for name in names if name != one)
            return f"{one} among {names[others]} {others}"
        return " – ".join(self.sittings[0])

    @property
    def bots(self) -> tuple[str, ...]:
        """Everybody who plays here, once."""
        return tuple(dict.fromkeys(name for sitting in self.sittings for name in sitting))

    def split(self, number: int) -> tuple[int, Sitting]:
        """The deal of a game, and who sits where."""
        deal, turn = divmod(number, len(self.sittings))
        return deal, self.sittings[turn]


def rotations(bots: Sitting) -> tuple[Sitting, ...]:
    """The bots moved round the table, seat by seat, each different sitting once."""
    return tuple(dict.fromkeys(bots[-shift:] + bots[:-shift] for shift in range(len(bots))))


def alone(bots: Sequence[str]) -> list[Line]:
    """Each plays the same cards for itself."""
    return [Line(tuple((name,) for name in bots))]


def round_robin(bots: Sequence[str], players: int) -> list[Line]:
    """Everybody meets everybody: in pairs; at larger tables each, alone, among seats of each other."""
    if players == 2:
        return [Line(rotations(pair)) for pair in combinations(bots, 2)]
    return [Line(rotations((one,) + (other,) * (players - 1))) for one, other in permutations(bots, 2)]


def league(bots: Sequence[str], players: int) -> list[Line]:
    """Tables of different bots, every choice of them."""
    if len(bots) < players:
        raise BadSetup(f"a league for {players} players needs {players} different bots or more, not {len(bots)}")
    return [Line(rotations(chosen)) for chosen in combinations(bots, players)]


def one_among(bot: str, others: str, players: int) -> Line:
    """A bot against another one at a table: alone among seats of it, on every seat; or each for itself."""
    if players == 1:
        return Line(((bot,), (others,)))
    return Line(rotations((bot,) + (others,) * (players - 1)))


def lines(bots: Sequence[str], players: int, as_league: bool) -> list[Line]:
    """Who meets whom. A name that stands there twice makes it one table, with exactly these seats."""
    if players == 1:
        return alone(tuple(dict.fromkeys(bots)))
    if len(set(bots)) < 2:
        raise BadSetup(f"an arena takes two different bots or more, e.g. --seats greedy,random, not {','.join(bots)}")
    if len(set(bots)) < len(bots):
        if len(bots) != players:
            raise BadSetup(
                f"a bot named twice makes it one table with these seats: {len(bots)} names do not fit {players} players"
            )
        return [Line(rotations(tuple(bots)))]
    return league(bots, players) if as_league else round_robin(bots, players)
