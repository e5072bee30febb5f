"""Who plays, by name: one string means the same bot in every command.

    random, greedy, level1 …       ours
    level3-gardener                a level with a character
    level3@NAME=NUMBER             a level with other weights
    NAME                           of an installed package: an entry point of the group kvartal.bots
    module:name                    in a Python module of the folder one stands in
    program:COMMAND LINE           a program in any language, on its standard input

Such a name starts whatever it says: it is for whoever runs Kvartal here, never for names from a network. `bots.bot`
knows our own bots only, and takes names from anywhere.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import NoReturn

from kvartal.bots import BOTS, Bot, Seated, check_name, has_greedy, program
from kvartal.bots.own import maker_of, own
from kvartal.bots.program import PREFIX
from kvartal.bots.weighed import SIGN, check_weights, weighed
from kvartal.engine.game import Game
from kvartal.engine.option import BadSetup, listing, nearest

GROUP = "kvartal.bots"

Maker = Callable[[int, int], Bot]  # called with a seed and the number of players, for every game


def maker(name: str) -> Maker:
    """What makes a bot for one game."""
    if name.startswith(PREFIX):
        return program.maker(name)
    if ":" in name:
        return own(name)
    if SIGN in name:
        return _seated(weighed(name))
    if name in BOTS:
        return _seated(BOTS[name])
    return installed(name) or _nobody(name)


def _seated(make: Maker) -> Maker:
    return lambda seed, players: Seated(make(seed, players))


def _nobody(name: str) -> NoReturn:
    others = [each for each in known() if each not in BOTS]
    more = f"; installed: {listing(others)}{nearest(name, others)}" if others else ""
    try:
        check_name(name)
    except BadSetup as ours:
        raise BadSetup(f"{ours}{more}; your own: module:name, {PREFIX}COMMAND LINE") from None
    raise AssertionError(name)


def known() -> list[str]:
    """The names that can be listed: ours, then those of installed packages."""
    return list(dict.fromkeys([*BOTS, *(point.name for point in entry_points(group=GROUP))]))


@lru_cache(256)
def installed(name: str) -> Maker | None:
    """The bot of an installed package; None: there is none of that name."""
    for point in entry_points(group=GROUP, name=name):
        try:
            found = point.load()
        except Exception as error:  # whatever another package does wrong
            raise BadSetup(f"{name}: {_where(point)} cannot be loaded: {type(error).__name__}: {error}") from error
        return maker_of(name, found)
    return None


def _where(point: EntryPoint) -> str:
    return point.value + (f" of the package {point.dist.name}" if point.dist is not None else "")


def check_bots(game: Game, names: Sequence[str]) -> None:
    """Refuse bots that do not exist, or that this game cannot seat."""
    for name in dict.fromkeys(names):
        maker(name)
        if name.startswith(PREFIX):
            program.check_plays(game, name)
        else:
            check_weights(game, name)
    if "greedy" in names and not has_greedy(game):
        raise BadSetup(f"{game.key} has no greedy bot; there is: random")


def title(name: str) -> str:
    """What to call a bot at a table: a program has given itself a name."""
    return program.title(name) if name.startswith(PREFIX) else name


def split_seats(text: str) -> list[str]:
    """Names with commas between. In a command line a comma may stand in quotes, as in a shell."""
    names, begin, quote = [], 0, ""
    for at, letter in enumerate(text + ","):
        if letter in "'\"" and quote in ("", letter) and text[begin:].lstrip().startswith(PREFIX):
            quote = "" if quote else letter
        elif letter == "," and (not quote or at == len(text)):
            names.append(text[begin:at].strip())
            begin = at + 1
    return names
