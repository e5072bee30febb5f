"""Company: which bots may sit down at the tables of this place, and how strong they may be."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kvartal.bots import BOTS
from kvartal.bots.characters import CHARACTERS, character_of
from kvartal.engine.option import listing
from kvartal.engine.thinking import LEVELS
from kvartal.server.table.commands import Refused

HIGHEST = len(LEVELS)
USUAL_LEVEL = 3  # of whoever plays on for somebody at a table without bots

_LEVEL = re.compile(r"level([1-9])(-\w+)?")  # the number, and a character


def level_of(name: str) -> int:
    """The number of the level under which a bot plays; 0: it has none."""
    found = _LEVEL.fullmatch(name)
    return int(found[1]) if found else 0


@dataclass(frozen=True)
class Company:
    """What the host of the place allows. `programs`: commands by the names under which they sit at tables; `plays`:
    the games that they play, by the same names; one that names none plays all."""

    highest: int = HIGHEST
    programs: Mapping[str, str] = field(default_factory=dict)
    plays: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """Every bot that may be placed here."""
        return [name for name in BOTS if level_of(name) <= self.highest] + list(self.programs)

    def names_for(self, game: str) -> list[str]:
        """Every bot that may be placed here and plays this game."""
        return [name for name in self.names if game in (self.plays.get(name) or [game])]

    def checked(self, name: str, game: str) -> str:
        """The name, if this bot may be placed at a table of this game."""
        if name in self.programs:
            plays = self.plays.get(name)
            if plays and game not in plays:
                raise Refused(f"the bot {name} does not play {game}; it plays: {listing(plays)}", status=400)
            return name
        if name not in BOTS:
            plain = listing([each for each in self.names if character_of(each) is None])
            guest, guests = f"level{self.highest}-{next(iter(CHARACTERS))}", listing(CHARACTERS)
            raise Refused(
                f"there is no bot {name!r}; there are: {plain}; a level may have a character, e.g. {guest}: {guests}",
                status=400,
            )
        if level_of(name) > self.highest:
            raise Refused(f"bots play here up to level {self.highest}, so not {name}", status=400)
        return name

    def held(self, name: str) -> str:
        """The bot as strong as it may be: one that was placed when more was allowed goes on, at the highest level."""
        return f"level{self.highest}{name[6:]}" if level_of(name) > self.highest else name


USUAL = Company()
