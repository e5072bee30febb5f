"""How a command ends: exit codes for scripts, sentences for people, a traceback only for a fault of our own."""

import os
import sys
import warnings
from io import TextIOWrapper
from typing import Any

import click

OK = 0
NO = 1  # the answer is no: a record does not verify
WRONG = 2  # wrong usage, bad input, a file that cannot be read or written
INTERRUPTED = 130  # Ctrl-C
BROKEN_PIPE = 141  # whoever read our output has gone
TRACEBACK = "KVARTAL_TRACEBACK"  # in the environment: an author wants to see the whole of it


class PipeClosed(Exception):
    """Whoever read our output has gone."""


def open_streams() -> None:
    """A terminal that cannot show a letter gets a `?`, not an error; a closed stream is replaced by nothing."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.showwarning = _warned


def _warned(message: Warning | str, *_: Any, **__: Any) -> None:
    """A warning as a sentence; where in our sources it was given is no news to a person."""
    say(str(message).removeprefix("kvartal: "))


def finished(code: int) -> int:
    """Everything must have reached its reader: a full disk is noticed here, not after the end."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return failed(error)
    return code


def failed(error: BaseException) -> int:
    """Say what went wrong; return the exit code. A fault of our own is raised again."""
    if isinstance(error, BrokenPipeError | PipeClosed):
        _leave_output()
        return BROKEN_PIPE
    if isinstance(error, click.Abort | KeyboardInterrupt):
        say("interrupted.")
        return _after_flush(INTERRUPTED)
    if isinstance(error, click.ClickException):
        error.show()
        return _after_flush(error.exit_code)
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        if not error.filename:
            _leave_output()  # most likely our own output could not be written
        say(f"{name}{error.strerror or error}")
        return WRONG
    message = persons_mistake(error) or (None if TRACEBACK in os.environ else guests_fault(error))
    if message is None:
        raise error
    say(message)
    return _after_flush(WRONG)


def say(message: str) -> None:
    print(f"kvartal: {message}", file=sys.stderr)


def persons_mistake(error: BaseException) -> str | None:
    """What to tell about an error of the engine that a person caused; None for any other."""
    from kvartal.bots.own import BotFailed
    from kvartal.engine.data import BadData
    from kvartal.engine.deal import BadDeal, NotReady
    from kvartal.engine.option import BadSetup
    from kvartal.engine.position import BadPosition
    from kvartal.engine.record import BadRecord
    from kvartal.engine.rule import RefusedMove
    from kvartal.engine.words import UnknownLanguage

    if isinstance(error, BadData | BadPosition):
        head = "the data cannot be used:" if isinstance(error, BadData) else "this position cannot be:"
        return "\n  ".join([head, *error.problems])
    known = (BadSetup, BadRecord, RefusedMove, BadDeal, NotReady, UnknownLanguage, BotFailed)
    return str(error) if isinstance(error, known) else None


def guests_fault(error: BaseException) -> str | None:
    """What to tell about an error in a game of another package, which is no fault of ours; None for any other."""
    from kvartal.engine import fault
    from kvartal.games import ROOMS, shelf

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a game that cannot even be loaded has been told of
        guests = [game for game in shelf().values() if not game.folder.resolve().is_relative_to(ROOMS)]
    for game in guests:
        if fault.place(error, game):
            return f"the game {game.key} failed: {fault.in_a_line(error, game)}; {TRACEBACK}=1 shows all of it"
    return None


def _after_flush(code: int) -> int:
    try:
        sys.stdout.flush()
    except OSError:
        _leave_output()
    return code


def _leave_output() -> None:
    """Nobody can read us any more: what Python still holds must not cause a second error at exit."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)
    except (OSError, ValueError):
        pass
