"""Bots in words and pictures: what each is called, the menus from which one is chosen, and their faces."""

from kvartal.bots.characters import CHARACTERS, character_of
from kvartal.engine.words import N_, Words
from kvartal.server.table.company import USUAL_LEVEL, Company, level_of
from kvartal.web.html import Html, el
from kvartal.web.portraits import face, faces, portrait

LEVELS = {
    "level1": N_("Bot 1: a beginner"),
    "level2": N_("Bot 2: plays now and then"),
    "level3": N_("Bot 3: knows the game"),
    "level4": N_("Bot 4: strong"),
    "level5": N_("Bot 5: the strongest"),
    "greedy": N_("Bot: quick and sensible"),
    "random": N_("Bot: plays at random"),
}
STRENGTHS = {
    "level1": N_("A beginner"),
    "level2": N_("Plays now and then"),
    "level3": N_("Knows the game"),
    "level4": N_("Strong"),
    "level5": N_("The strongest"),
}
FACE = 44  # pixels


def bot_title(name: str, words: Words) -> str:
    """What a bot is called. One that these pages have no words for keeps its own name."""
    guest = character_of(name)
    if guest is not None:
        return words("{name}, level {n}", name=guest.told(words.lang).title, n=level_of(name))
    return words(LEVELS[name]) if name in LEVELS else words("Bot: {name}", name=name)


def stand_in(name: str, person: str, words: Words) -> str:
    """A bot that sits in for somebody."""
    guest = character_of(name)
    if guest is None:
        return words("a bot plays for {name}", name=person)
    return words("{bot} plays for {name}", bot=guest.told(words.lang).title, name=person)


def usual_level(company: Company) -> str:
    """The level of bots that nobody has chosen."""
    return company.held(f"level{USUAL_LEVEL}")


def rivals(company: Company, words: Words) -> Html:
    """Who plays against me, and how strong: the scripts remember it on this device."""
    usual = usual_level(company)
    faces = []
    for number, each in enumerate(CHARACTERS.values()):
        told = each.told(words.lang)
        faces.append(
            el(
                "label",
                el("input", type="radio", name="guest", value=each.id, checked=number == 0, data_line=told.line),
                portrait(each.id, FACE),
                el("span", told.name),
                class_="face",
                title=told.title,
            )
        )
    levels = [
        el("option", words(text), value=level, selected=level == usual)
        for level, text in STRENGTHS.items()
        if level in company.names
    ]
    first = next(iter(CHARACTERS.values())).told(words.lang)
    return el(
        "fieldset",
        el("legend", words("Who plays against you")),
        el("div", *faces, class_="faces"),
        el("p", first.line, id="guestline", class_="line"),
        el("label", words("How strong"), for_="strength"),
        el("select", *levels, id="strength"),
        id="rivals",
        class_="rivals",
    )


def portraits() -> Html:
    """Every face once, and one of each for the scripts to copy; the last is of whoever is nobody in particular."""
    copied = [el("span", face(who, FACE), data_face=who, hidden=True) for who in (*CHARACTERS, "")]
    return el("div", faces(), *copied, class_="portraits", aria_hidden="true")


def bot_options(company: Company, game: str, words: Words, before: str = "", chosen: str = "") -> list[Html]:
    """The bots that may sit here, whatever their character: levels first."""
    plain = [name for name in company.names_for(game) if character_of(name) is None]
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
