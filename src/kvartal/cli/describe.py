"""A game's own objects as plain values for JSON."""

from typing import Any

from kvartal.engine.game import Game
from kvartal.engine.option import Option
from kvartal.engine.words import Words


def option_json(option: Option, words: Words) -> dict[str, Any]:
    told: dict[str, Any] = {"name": option.name, "text": words(option.text), "default": option.write(option.default)}
    if isinstance(option.default, bool):
        told["values"] = {"on": "", "off": ""}
    elif isinstance(option.default, int):
        told["min"], told["max"] = option.low, option.high
    else:
        texts = [words(text) for text in option.value_texts] or [""] * len(option.values)
        told["values"] = dict(zip(option.values, texts, strict=True))
    return told


def game_json(game: Game, lang: str = "en") -> dict[str, Any]:
    words = game.words(lang)
    written = {option.name: option for option in game.options}
    return {
        "key": game.key,
        "title": game.title,
        "tagline": words(game.tagline),
        "players": {"min": game.seats.start, "max": game.seats.stop - 1},
        "minutes": game.minutes,
        "rules_version": game.version,
        "options": [option_json(option, words) for option in game.options],
        "presets": [
            {
                "name": preset.name,
                "title": words(preset.title),
                "text": words(preset.text),
                "options": {name: written[name].write(value) for name, value in preset.options.items()},
            }
            for preset in game.presets
        ],
    }


def rules_json(game: Game, lang: str) -> dict[str, Any]:
    words = game.words(lang)
    return {
        **game_json(game, lang),
        "lang": lang,
        "chapters": [
            {"title": words(chapter.title), "text": [words(each) for each in chapter.text], "about": chapter.about}
            for chapter in game.chapters
        ],
        "rules": [
            {
                "id": rule.id,
                "text": rule.said(words),
                "page": (rule.page if isinstance(rule.page, str) else ", ".join(rule.page)) or None,
                "where": rule.where(words) or None,
                "source": rule.source,
            }
            for rule in game.rules
        ],
        "house_values": [
            {"path": value.path, "value": value.value, "note": value.note}
            for value in game.data.values()
            if value.source == "house"
        ],
    }
