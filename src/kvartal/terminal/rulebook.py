"""The rules page, written from the game's own objects: a new game needs nothing here."""

import json
import textwrap

from kvartal.engine.game import Game
from kvartal.engine.option import Option, Preset
from kvartal.engine.rule import Rule, in_chapters
from kvartal.engine.words import N_, Words
from kvartal.terminal import terminal_words

SOURCES = {
    "rulebook": N_("rulebook"),
    "public": N_("public sources"),
    "derived": N_("follows from the others"),
    "house": N_("HOUSE: ours, not printed"),
}


def rulebook(game: Game, lang: str, width: int = 100) -> str:
    """The whole page as text."""
    ours, theirs = terminal_words(lang), game.words(lang)
    low, high = game.seats.start, game.seats.stop - 1
    players = str(low) if low == high else f"{low}–{high}"
    page = [game.title, "=" * len(game.title), theirs(game.tagline)]
    page.append(ours("Players: {players}. Minutes: {minutes}.", players=players, minutes=game.minutes))
    page.append(ours("Retold in our own words. An unofficial project; the title belongs to its owners."))
    page += ["", *_head(ours("Rules"))]
    for chapter, rules in in_chapters(game.rules, game.chapters):
        if chapter is not None:
            page += ["", theirs(chapter.title)]
            for text in chapter.text:
                page += ["", *_wrapped(theirs(text), width, "")]
        elif game.chapters:
            page += ["", ours("Further rules")]
        for rule in rules:
            page += _rule(rule, ours, theirs, width)
    if game.options:
        page += ["", *_head(ours("Options (--set OPTION=VALUE)"))]
        for option in game.options:
            page += _option(option, ours, theirs, width)
    if game.presets:
        page += ["", *_head(ours("Presets (--preset NAME)"))]
        for preset in game.presets:
            page += _preset(preset, {each.name: each for each in game.options}, theirs, width)
    page += _house_values(game, ours, theirs, width)
    return "\n".join(page)


def _head(text: str) -> list[str]:
    return [text, "-" * len(text)]


def _wrapped(text: str, width: int, indent: str = "    ") -> list[str]:
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def _rule(rule: Rule, ours: Words, theirs: Words, width: int) -> list[str]:
    source, place = ours(SOURCES[rule.source]), rule.where(theirs)
    if place:
        source = place if rule.source == "rulebook" else f"{source}; {place}"
    return [f"{rule.id}  [{source}]", *_wrapped(rule.said(theirs), width)]


def _option(option: Option, ours: Words, theirs: Words, width: int) -> list[str]:
    if isinstance(option.default, bool):
        domain = ours("on or off")
    elif isinstance(option.default, int):
        domain = ours("a whole number from {low} to {high}", low=option.low, high=option.high)
    else:
        domain = " | ".join(option.values)
    default = option.write(option.default)
    lines = [f"{option.name}: " + ours("{domain}; without asking: {default}", domain=domain, default=default)]
    lines += _wrapped(theirs(option.text), width)
    for value, text in zip(option.values, option.value_texts, strict=False):
        lines += _wrapped(f"{value}: {theirs(text)}", width, " " * 6)
    if option.needs is not None:
        lines += _wrapped(ours("It does not always have an effect. {why}", why=theirs(option.needs.text)), width)
    return lines


def _preset(preset: Preset, options: dict[str, Option], theirs: Words, width: int) -> list[str]:
    chosen = " ".join(f"{name}={options[name].write(value)}" for name, value in preset.options.items())
    lines = [f"{preset.name}: {theirs(preset.title)}", *_wrapped(theirs(preset.text), width)]
    return [*lines, f"    {chosen}"] if chosen else lines


def _house_values(game: Game, ours: Words, theirs: Words, width: int) -> list[str]:
    """Numbers of ours must never pass for printed ones."""
    values = [value for value in game.data.values() if value.source == "house"]
    if not values:
        return []
    lines = ["", *_head(ours("House values: our stand-ins for printed numbers that no source gives"))]
    for value in values:
        note = f"  ({theirs(value.note)})" if value.note else ""
        lines += _wrapped(f"{value.path} = {json.dumps(value.value, ensure_ascii=False)}{note}", width, "  ")
    return [*lines, ours("Own the box? Correct them with a file of your own: --data FILE.")]
