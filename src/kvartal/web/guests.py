"""Bots in words: what each is called, and the menu from which one is chosen."""

from kvartal.bots.characters import CHARACTERS, character_of
from kvartal.engine.words import N_, Words
from kvartal.server.table.company import USUAL_LEVEL, Company, level_of
from kvartal.web.html import Html, el

LEVELS = {
    "level1": N_("Bot 1: a beginner"),
    "level2": N_("Bot 2: plays now and then"),
    "level3": N_("Bot 3: knows the game"),
    "level4": N_("Bot 4: strong"),
    "level5": N_("Bot 5: the strongest"),
    "greedy": N_("Bot: quick and sensible"),
    "random": N_("Bot: plays at random"),
}


def bot_title(name: str, words: Words) -> str:
    """What a bot is called. One that these pages have no words for keeps its own name."""
    guest = character_of(name)
    if guest is not None:
        return words("{name}, level {n}", name=guest.told(words.lang).title, n=level_of(name))
    return words(LEVELS[name]) if name in LEVELS else words("Bot: {name}", name=name)


def usual_level(company: Company) -> str:
    """The level of bots that nobody has chosen."""
    return company.held(f"level{USUAL_LEVEL}")


def guests(count: int, company: Company) -> list[str]:
    """Bots for so many seats, no two alike as long as there are characters enough."""
    characters = list(CHARACTERS)
    return [f"{usual_level(company)}-{characters[n % len(characters)]}" for n in range(count)]


def bot_options(company: Company, words: Words, before: str = "", chosen: str = "") -> list[Html]:
    """The bots that may sit here, whatever their character: levels first."""
    plain = [name for name in company.names if character_of(name) is None]
    order = [*(name for name in LEVELS if name in plain), *(name for name in plain if name not in LEVELS)]
    return [el("option", bot_title(name, words), value=before + name, selected=name == chosen) for name in order]


def character_menu(words: Words, id_: str, number: int, label: str) -> Html:
    """Who plays the level. The scripts show it where a level is chosen; seat by seat somebody else is proposed."""
    told = [each.told(words.lang) for each in CHARACTERS.values()]
    options = [
        el("option", each.title, value=each.id, title=each.line, selected=n == number % len(told))
        for n, each in enumerate(told)
    ]
    return el(
        "select",
        *options,
        el("option", words("Without a character"), value=""),
        id=id_,
        aria_label=label,
        data_character=True,
    )
