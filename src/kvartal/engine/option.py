"""Options of a game: what can be chosen when a table is set up, with a sentence for each."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from kvartal.engine.words import N_

OptionValue = str | int | bool
ON, OFF = ("on", "true", "yes", "1"), ("off", "false", "no", "0")
WHOLE = re.compile(r"-?[0-9]{1,18}")
LONGEST_SHOWN = 80  # characters of somebody's value that a message repeats
WITHOUT_EFFECT = N_("{option}: {value} has no effect with what else is chosen. {why}")


class BadSetup(ValueError):
    """A game that cannot be set up as asked. The message lists what exists; a game may mark it for translation."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text.format(**values) if values else text)
        self.text, self.values = text, values


class BadVersion(BadSetup):
    """A version of the rules that is not played here, or not with this set-up."""


def listing(names: Iterable[object]) -> str:
    return ", ".join(map(str, names))


def shown(value: object) -> str:
    """A value from outside as a message may repeat it: short, and with every odd character escaped."""
    try:
        text = repr(value[:LONGEST_SHOWN] if isinstance(value, str) else value)
    except Exception:  # thousands of digits or of nested lists cannot be printed
        return f"this {type(value).__name__}"
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


def nearest(wrong: object, names: Iterable[str]) -> str:
    """A hint such as ` (did you mean 'recycle'?)`, or nothing."""
    close = get_close_matches(wrong[:LONGEST_SHOWN], list(names), n=1) if isinstance(wrong, str) else []
    return f" (did you mean {close[0]!r}?)" if close else ""


@dataclass(frozen=True, eq=False)
class Needs:
    """With which other choices an option has an effect: any one of `choices`, each of them values of other options
    and of `players`. The sentence is for people who have chosen otherwise."""

    text: str
    choices: tuple[Mapping[str, Sequence[OptionValue]], ...]

    def met(self, players: int, options: Mapping[str, OptionValue]) -> bool:
        chosen = {**options, "players": players}
        return any(all(chosen[name] in values for name, values in each.items()) for each in self.choices)


@dataclass(frozen=True)
class Option:
    """One option: a switch (default True/False), a number in a range, or one of several words."""

    name: str
    default: OptionValue
    text: str
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    value_texts: tuple[str, ...] = ()
    needs: Needs | None = None  # without it, the option has an effect whatever else is chosen

    def read(self, value: object) -> OptionValue:
        """The value as this option means it, from Python, a command line or a file."""
        wrong = BadSetup(f"option {self.name}: {shown(value)} is not possible; it can be {self.domain()}")
        if isinstance(self.default, bool):
            if isinstance(value, int) and value in (0, 1):
                return bool(value)
            switch = value.lower() if isinstance(value, str) else ""
            if switch in ON + OFF:
                return switch in ON
            raise wrong
        if isinstance(self.default, int):
            if isinstance(value, str) and WHOLE.fullmatch(value):
                value = int(value)
            if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
                raise wrong
            return int(value)
        word = str(value) if isinstance(value, int) and not isinstance(value, bool) else value  # a year, a level
        if isinstance(word, str) and word in self.values:
            return word
        raise wrong

    def domain(self) -> str:
        if isinstance(self.default, bool):
            return "on or off"
        if isinstance(self.default, int):
            return f"a whole number from {self.low} to {self.high}"
        return " or ".join(self.values)

    def write(self, value: OptionValue) -> str:
        return ("on" if value else "off") if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Preset:
    """A named bundle of options, e.g. one edition's way of playing."""

    name: str
    title: str
    text: str
    options: Mapping[str, OptionValue]
    fewest: int = 1  # players with whom it is what its text says


def read_options(options: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, OptionValue]:
    """All options with their values: the given ones checked, the others at their default."""
    by_name = {option.name: option for option in options}
    for name in given:
        if name not in by_name:
            hint = nearest(name, by_name)
            raise BadSetup(f"unknown option {shown(name)}{hint}; there are: {listing(by_name) or 'none'}")
    return {name: option.read(given.get(name, option.default)) for name, option in by_name.items()}
