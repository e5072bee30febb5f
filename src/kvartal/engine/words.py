"""Words in three languages: gettext catalogues, one folder per room, English as the key.

A catalogue is `locale/uk.po` beside the code that uses it. `N_` marks a text that stands in data and is translated
later; `words(...)` translates and fills in.
"""

import gettext
import io
from collections.abc import Callable, Sequence
from copy import copy
from functools import lru_cache
from pathlib import Path

LANGUAGES = ("en", "uk", "ru")
NAMES = {"en": "English", "uk": "Українська", "ru": "Русский"}
ENGINE = Path(__file__).resolve().parent
TABLES = 1024  # whose names are remembered


def N_(text: str) -> str:
    """Mark a text for translation where it stands; it is translated where it is shown."""
    return text


PLAYER, BOT = N_("Player {n}"), N_("Bot {n}")


class UnknownLanguage(ValueError):
    def __init__(self, lang: str) -> None:
        super().__init__(f"unknown language {lang!r}; there are: {', '.join(LANGUAGES)}")


@lru_cache(512)
def catalogue(folder: Path, lang: str) -> gettext.NullTranslations:
    """The translations of one room. English needs none: the texts are the keys."""
    path = folder / "locale" / f"{lang}.po"
    if lang == "en" or not path.is_file():
        return gettext.NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        messages = read_po(file, locale=lang)
    binary = io.BytesIO()
    write_mo(binary, messages)
    binary.seek(0)
    return gettext.GNUTranslations(binary)


class Words:
    """Translates for one language: the room's own catalogue first, then the engine's."""

    def __init__(self, lang: str, *rooms: Path) -> None:
        if lang not in LANGUAGES:
            raise UnknownLanguage(lang)
        self.lang = lang
        self.names: tuple[str, ...] = ()  # of the people at one table, if known
        self.plain = self  # the same words without names: what a cache may hold on to
        found = (catalogue(room, lang) for room in (*rooms, ENGINE))
        self._catalogues = [each for each in found if isinstance(each, gettext.GNUTranslations)]
        self._translated: dict[str, str] = {}  # texts that have been asked for, if there is a translation

    def __call__(self, text: str, /, **values: object) -> str:
        text = self._translated.get(text) or self._translation(text)
        return text.format(**values) if values else text

    def _translation(self, text: str) -> str:
        for each in self._catalogues:
            found = each.gettext(text)
            if found != text:
                self._translated[text] = found
                return found
        return text

    def at_table(self, names: Sequence[str]) -> "Words":
        """The same words, for a table where people have names."""
        return _at_table(self, tuple(names))

    def player(self, seat: int) -> str:
        """What to call the player of a seat: the name, or the number where nobody has typed a name."""
        name = self.names[seat] if seat < len(self.names) else unnamed(seat)
        if name == unnamed(seat):
            return self(PLAYER, n=seat + 1)
        if name == unnamed(seat, BOT):
            return self(BOT, n=seat + 1)
        return introduced(guest_name(name, seat), self.lang) if is_bot(name, seat) else name

    def count(self, one: str, many: str, n: int, /, **values: object) -> str:
        """The right plural form for n, which is also filled in as {n}; −3 counts like 3."""
        found = one if abs(n) == 1 else many
        for each in self._catalogues:
            if each.ngettext(one, many, abs(n)) not in (one, many):
                found = each.ngettext(one, many, abs(n))
                break
        return found.format(n=n, **values)


@lru_cache(TABLES)
def _at_table(words: Words, names: tuple[str, ...]) -> Words:
    named = copy(words)
    named.names = names
    return named


@lru_cache(TABLES)
def unnamed(seat: int, called: str = PLAYER) -> str:
    """The name of a player who has not given one, or of a bot, in records; on boards it is translated."""
    return called.format(n=seat + 1)


# Guests: bots with names of their own. A record says that they are bots: no person's name is taken for one of theirs.

_GUESTS: dict[str, Callable[[str], str]] = {}  # who is known by name: the same name in a language


def introduce(name: str, told: Callable[[str], str]) -> None:
    """A guest, and how it is called in each language."""
    _GUESTS[name] = told


def as_guest(seat: int, name: str) -> str:
    """The name of a guest in records."""
    return f"{unnamed(seat, BOT)}: {name}"


def is_bot(name: str, seat: int) -> bool:
    """Is this name, in a record, that of a bot on this seat?"""
    return name == unnamed(seat, BOT) or name.startswith(as_guest(seat, ""))


def guest_name(name: str, seat: int) -> str:
    """What a guest calls itself."""
    return name.removeprefix(as_guest(seat, ""))


def introduced(name: str, lang: str) -> str:
    """In a language, with its number if there are two: Marta (2). One that nobody has introduced keeps its name."""
    own, space, number = name.partition(" (")
    return _GUESTS[own](lang) + space + number if own in _GUESTS else name


@lru_cache(512)
def words(lang: str, *rooms: Path) -> Words:
    return Words(lang, *rooms)
