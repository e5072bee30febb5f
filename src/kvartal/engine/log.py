"""The log of a match, as one seat may read it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kvartal.engine.game import Said, Setup
from kvartal.engine.rule import Rule
from kvartal.engine.state import NOBODY
from kvartal.engine.steps import HIDDEN, Steps, advance
from kvartal.engine.view import View
from kvartal.engine.words import Words


@dataclass(frozen=True)
class LogLine:
    """One line of the log as one seat may read it. `number` counts the steps that seat has been told: no gap shows
    that somebody is busy with a hidden turn."""

    number: int
    seat: int | None
    rule: Rule | None
    text: str

    def __str__(self) -> str:
        return self.text


class Step(NamedTuple):
    """One step in words: a seat and the notation of its move, or `seat` −1, a stream and what came of it. The text is
    '?', or has a '?' in it, where something is secret."""

    seat: int
    text: str
    stream: str = ""

    def __str__(self) -> str:
        return f"* {self.stream} = {self.text}" if self.seat == NOBODY else f"{self.seat} {self.text}"


def said(setup: Setup, steps: Steps, number: int, seat: int | None) -> Said | None:
    """Step `number` as a seat may read it; None while it is somebody's unfinished turn."""
    entry = steps.entries[number]
    owner = steps.owner(number)
    if owner != seat and steps.told[number] == HIDDEN:
        return None
    if entry.seat == NOBODY:
        stream = setup.streams[entry.stream]
        secret = stream.private and owner != seat
        text = "?" if secret else stream.outcomes[entry.code]
        return Said(NOBODY, text, None if secret else entry.code, stream)
    full, seen = setup.notation[entry.code], setup.seen_notation[entry.code]
    secret = entry.seat != seat and seen != full
    return Said(entry.seat, seen if secret else full, None if secret else entry.code)


def log(setup: Setup, steps: Steps, names: Sequence[str], seat: int | None, lang: str, since: int) -> list[LogLine]:
    """The log from the seat's own line number `since` on. It only ever grows at the end: a hidden turn is told at the
    reveal, seat by seat."""
    game, words = setup.game, setup.game.words(lang).at_table(names)
    lines: list[LogLine] = []
    reading = steps.reading(NOBODY if seat is None else seat)[since:]
    if not reading:
        return lines
    step = reading[0][0]
    state = steps.state_at(step)
    before = after = View.of(setup, state, seat, names)
    step -= 1
    for number, (told, entry) in enumerate(reading, since):
        while step < told:
            step += 1
            before = after
            advance(state, steps.entries[step])
            after = View.of(setup, state, seat, names)
        heard = said(setup, steps, entry, seat)
        if heard is not None:
            who = None if heard.seat == NOBODY else heard.seat
            lines += [LogLine(number, who, rule, text) for rule, text in game.narrate(heard, before, after, words)]
    return lines


def in_full(lines: Iterable[LogLine], words: Words) -> Iterator[tuple[LogLine, str]]:
    """The lines as they are shown where people have names (`words` know them): a step whose words do not name the one
    who made it begins with that name; what follows from it does not."""
    before = -1
    for line in lines:
        first = line.seat is not None and line.number != before and len(words.names) > 1
        who = words.player(line.seat) if first and line.seat is not None else ""
        before = line.number
        named = not who or re.search(rf"(?<!\w){re.escape(who)}(?!\w)", line.text)
        yield line, line.text if named else f"{who}: {line.text}"
