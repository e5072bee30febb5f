"""Thinking: how the search goes about a game, and how strong its levels are. Read from `bot/weights.toml` in the room.

    [usual.weights]     # the names of all weights, in the order in which the mind gets them
    loose = 320
    [usual.thinking]    # the fields of Thinking
    engine = "race"
    [usual.level5]      # the fields of Level
    iterations = 300
    [solo.weights]      # a mode says only what is different in it
    loose = 400

A level that is named makes no errors but those that are said of it; LEVELS are for those that nobody names. Which
sections apply to a set-up is said by `Game.modes`. None of it is part of a set-up's digest: better weights change no
record. The same goes for `bot/characters.toml`, which says in what the guests at a table differ:

    [gardener.weights]  # per cent of what a weight is, in any mode
    park = 140
    [gardener.likes]    # of turns that are as good as equal, the one with most of these terms of the mind
    parks = 1
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from kvartal.engine.option import listing, nearest, shown

USUAL = "usual"
TO_THE_END = 1_000_000  # as a cut: rollouts go on until the game is over
ENGINES = ("tree", "race")
RIVALS = ("think", "policy", "sit out")
MOST_STYLE = 1000  # per cent


class BadWeights(ValueError):
    """A weights.toml that cannot be used; `.problems` lists everything wrong with it."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = list(problems)


@dataclass(frozen=True)
class Level:
    """How strong one level is: how much it looks at, and how it errs."""

    iterations: int = 0  # per turn; 0: the policy alone
    overlook: int = 0  # thousandths: how often it does not see a move at all
    misjudge: int = 0  # millionths of `scale` (or of a point): how far off its judgement of a move is at most
    now: int = 0  # the same, for each point that a move brings at once: wants it now
    width: int = 0  # candidates that its race begins with; 0: as many as the game thinks about


LEVELS = (
    Level(6, overlook=300, misjudge=300_000, now=20_000),
    Level(15, overlook=100, misjudge=100_000),
    Level(40),
    Level(100),
    Level(250),
)


@dataclass(frozen=True)
class Thinking:
    """How a game is thought about. Shares are in millionths."""

    engine: str = "tree"  # or "race"
    cut: int = TO_THE_END  # decisions of a rollout; then the state is valued
    width: int = 16  # candidates that a race begins with
    rivals: str = "think"  # in the tree; "policy": they play by it; "sit out": those who act at once are passed over
    explore: int = 300_000  # of the tree: how much a prior counts against what was seen
    urgency: int = 60_000  # of the tree: by how much less than its node a move that was never tried is worth
    scale: int = 0  # what counts as one win; 0: what the search sees on its way (for points)
    stray: int = 0  # of playouts in a review: thousandths of decisions that follow the priors, not the policy
    margin: int = 0  # the policy's move is kept unless another is worth so much more,
    certainty: int = 0  # and so many thousandths of a standard error more
    levels: tuple[Level, ...] = LEVELS

    def level(self, number: int) -> Level:
        return self.levels[number - 1]


@dataclass(frozen=True)
class Style:
    """In what somebody differs from others of the same level."""

    weights: Mapping[str, int] = field(default_factory=dict)  # factors in per cent
    likes: Mapping[str, int] = field(default_factory=dict)  # by term of the mind


@dataclass(frozen=True)
class Numbers:
    """A weights.toml: what it says for each mode."""

    sections: Mapping[str, Mapping[str, Mapping[str, Any]]]

    @property
    def names(self) -> list[str]:
        """Of all weights, in order."""
        return list(self.sections.get(USUAL, {}).get("weights", {}))

    def weights(self, modes: Sequence[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        for mode in (USUAL, *modes):
            found.update(self.sections.get(mode, {}).get("weights", {}))
        return found

    def thinking(self, modes: Sequence[str], solo: bool) -> Thinking:
        thinking = Thinking(scale=0 if solo else 1_000_000)
        sections = [self.sections.get(mode, {}) for mode in (USUAL, *modes)]
        for section in sections:
            thinking = replace(thinking, **section.get("thinking", {}))
        return replace(thinking, levels=tuple(_level(number, sections) for number in range(1, len(LEVELS) + 1)))


def _level(number: int, sections: Sequence[Mapping[str, Mapping[str, Any]]]) -> Level:
    """As the sections say; the usual one if none of them does."""
    said = [section[f"level{number}"] for section in sections if f"level{number}" in section]
    level = Level() if said else LEVELS[number - 1]
    for each in said:
        level = replace(level, **each)
    return level


def load_numbers(file: Path) -> Numbers:
    """Read and check a weights.toml. One that is not there says nothing."""
    read = _read(file)
    _refuse(file, _problems(read))
    return Numbers(read)


def load_styles(file: Path, characters: Sequence[str], names: Sequence[str]) -> dict[str, Style]:
    """Read and check a characters.toml. One that is not there says nothing."""
    read = _read(file)
    _refuse(file, _wrong_styles(read, characters, names))
    return {character: Style(**section) for character, section in read.items()}


def _read(file: Path) -> dict[str, Any]:
    if not file.is_file():
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadWeights([f"{file.name} is not TOML: {error}"]) from None


def _refuse(file: Path, problems: Sequence[str]) -> None:
    if problems:
        raise BadWeights([f"{file.name}: {each}" for each in problems])


def _wrong_styles(read: Mapping[str, Any], characters: Sequence[str], names: Sequence[str]) -> list[str]:
    wrong: list[str] = []
    parts = [each.name for each in fields(Style)]
    for character, section in read.items():
        if character not in characters:
            there = f"there are: {listing(characters)}"
            wrong.append(f"[{character}]: nobody is called that{nearest(character, characters)}; {there}")
            continue
        if not isinstance(section, Mapping):
            wrong.append(f"{character}: a style is tables such as [{character}.weights], not {shown(section)}")
            continue
        for part, values in section.items():
            where = f"[{character}.{part}]"
            if part not in parts:
                wrong.append(f"{where}: unknown{nearest(part, parts)}; there are: {listing(parts)}")
            elif not isinstance(values, Mapping):
                wrong.append(f"{where}: expected a table, not {shown(values)}")
            elif part == "weights":
                wrong += _wrong_factors(where, values, names)
            else:
                wrong += [
                    f"{where} {n}: expected a whole number, not {shown(v)}" for n, v in values.items() if not _whole(v)
                ]
    return wrong


def _wrong_factors(where: str, values: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    wrong: list[str] = []
    for name, factor in values.items():
        if name not in names:
            wrong.append(f"{where} {name}: no such weight{nearest(name, names)}; there are: {listing(names)}")
        elif not _whole(factor) or not 0 <= factor <= MOST_STYLE:
            wrong.append(f"{where} {name}: expected per cent from 0 to {MOST_STYLE}, not {shown(factor)}")
    return wrong


def _problems(read: Mapping[str, Any]) -> list[str]:
    wrong: list[str] = []
    parts = ["weights", "thinking", *(f"level{number + 1}" for number in range(len(LEVELS)))]
    usual = read.get(USUAL, {})
    names = usual.get("weights", {}) if isinstance(usual, Mapping) else {}
    for mode, section in read.items():
        if not isinstance(section, Mapping):
            wrong.append(f"{mode}: a mode is a table such as [{mode}.weights], not {shown(section)}")
            continue
        for part, values in section.items():
            where = f"[{mode}.{part}]"
            if part not in parts:
                wrong.append(f"{where}: unknown{nearest(part, parts)}; there are: {listing(parts)}")
            elif not isinstance(values, Mapping):
                wrong.append(f"{where}: expected a table, not {shown(values)}")
            elif part == "weights":
                wrong += _wrong_weights(where, values, names)
            else:
                wrong += _wrong_fields(where, values, Thinking if part == "thinking" else Level)
    return wrong


def _wrong_weights(where: str, values: Mapping[str, Any], names: Any) -> list[str]:
    wrong = [f"{where} {n}: a weight is a whole number, not {shown(v)}" for n, v in values.items() if not _whole(v)]
    strange = [name for name in values if not isinstance(names, Mapping) or name not in names]
    return wrong + [f"{where} {name}: no such weight in [{USUAL}.weights]{nearest(name, names)}" for name in strange]


def _wrong_fields(where: str, values: Mapping[str, Any], kind: type) -> list[str]:
    wrong = []
    usual = {each.name: each.default for each in fields(kind) if each.name != "levels"}
    choices = {"engine": ENGINES, "rivals": RIVALS}
    for name, value in values.items():
        if name not in usual:
            wrong.append(f"{where} {name}: unknown{nearest(name, usual)}; there are: {listing(usual)}")
        elif name in choices:
            if value not in choices[name]:
                wrong.append(f"{where} {name}: {shown(value)} is none of {listing(choices[name])}")
        elif not _whole(value) or value < 0:
            wrong.append(f"{where} {name}: expected a whole number from 0, not {shown(value)}")
    return wrong


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 40
