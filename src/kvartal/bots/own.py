"""Bots of other people: `module:name` is a function, an object or a class in a Python module.

A function is asked `function(view, moves, budget)`, an object `object.choose(view, moves, budget)`; a class is called
`Class(seed, players)` for every game and asked like an object, as our own bots are. The answer is one of the moves.
"""

import inspect
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from kvartal.bots import Bot, Budget
from kvartal.engine.move import Move
from kvartal.engine.option import BadSetup
from kvartal.engine.view import View

ASKED = ("view", "moves", "budget")
MADE = ("seed", "players")


class BotFailed(RuntimeError):
    """A bot raised an error or answered with an illegal move; the message says which, and where."""


class Own:
    """A bot of somebody else. What it does wrong is told with the place in its own source."""

    def __init__(self, name: str, think: Callable[..., Any]) -> None:
        self.name, self.think = name, think

    def choose(self, view: View, moves: Sequence[Move], budget: Budget) -> Move:
        try:
            move = self.think(view, moves, budget)
        except Exception as error:
            raise BotFailed(f"{self.name}: {type(error).__name__}: {error} ({place(error)})") from error
        if not isinstance(move, Move) or move not in moves:
            raise BotFailed(f"{self.name} answered {move!r}, which is not one of the moves it was given")
        return move


@lru_cache(256)
def own(name: str) -> Callable[[int, int], Bot]:
    """What makes the bot `module:name`."""
    where, _, what = name.partition(":")
    module = _module(name, where)
    found: Any = module
    for part in what.split("."):
        if not hasattr(found, part):
            file = getattr(module, "__file__", None) or "which is built in"
            raise BadSetup(f"{name}: the module {where} ({file}) has no {what!r}")
        found = getattr(found, part)
    return maker_of(name, found)


def maker_of(name: str, found: Any) -> Callable[[int, int], Bot]:
    """What makes a bot of a function, an object or a class, if it is one that can be asked."""
    if inspect.isclass(found):
        _check(name, found, MADE)
        return lambda seed, players: _made(name, found, seed, players)
    think = _chooser(name, found)
    return lambda _, __: Own(name, think)


def _made(name: str, kind: Callable[[int, int], Any], seed: int, players: int) -> Own:
    try:
        made = kind(seed, players)
    except Exception as error:
        raise BotFailed(f"{name}: {type(error).__name__}: {error} ({place(error)})") from error
    return Own(name, _chooser(name, made))


def _module(name: str, where: str) -> ModuleType:
    """The module, looked for in the folder one stands in as well, but never in place of a module of ours."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        return import_module(where)
    except (ModuleNotFoundError, ValueError) as error:  # ValueError: an empty name, or a relative one
        if isinstance(error, ModuleNotFoundError) and error.name != where and not where.startswith(f"{error.name}."):
            raise BadSetup(f"{name}: {where} imports {error.name}, which is not installed") from None
        raise BadSetup(f"{name}: there is no module {where!r} in {here} or on PYTHONPATH") from None
    except Exception as error:
        raise BadSetup(f"{name}: {type(error).__name__}: {error} ({place(error)})") from error


def _chooser(name: str, found: Any) -> Callable[..., Any]:
    think = getattr(found, "choose", found)
    if not callable(think):
        wanted = f"a bot is a function ({', '.join(ASKED)}), or has a method choose that takes these"
        raise BadSetup(f"{name} is of type {type(found).__name__}; {wanted}")
    _check(name, think, ASKED)
    return think  # type: ignore[no-any-return]


def _check(name: str, called: Callable[..., Any], wanted: Sequence[str]) -> None:
    try:
        takes = inspect.signature(called)
    except (TypeError, ValueError):  # of C: it will be seen when it is asked
        return
    try:
        takes.bind(*wanted)
    except TypeError:
        raise BadSetup(f"{name} is called with ({', '.join(wanted)}) and takes {takes}") from None


def place(error: BaseException) -> str:
    """Where it happened: the last line of their source on the way."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.filename}, line {last.lineno}"
