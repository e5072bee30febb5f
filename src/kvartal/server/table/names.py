"""What people call themselves: nothing hidden in it, nothing that passes for a bot, and nobody mistaken for another."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from kvartal.bots.characters import character_of
from kvartal.engine.words import BOT, LANGUAGES, PLAYER, as_guest, introduced, unnamed, words
from kvartal.server.table.commands import Refused, plain

# Unicode's Default_Ignorable_Code_Point: what is not drawn at all
IGNORED = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip

# What looks like a Latin letter, or like another: capitals first, then small letters, digits and signs
CAPITALS = {
    "A": "АΑ", "B": "ВΒ", "C": "С", "E": "ЕΕ", "H": "НΗ", "J": "Ј", "K": "КΚ", "M": "МΜ", "N": "Ν", "O": "ОΟ",
    "P": "РΡ", "Q": "Ԛ", "S": "Ѕ", "T": "ТΤ", "W": "Ԝ", "X": "ХΧ", "Y": "УΥ", "Z": "Ζ", "l": "IІΙӀ",
}  # fmt: skip
SMALL = {
    "a": "аαɑ", "b": "вьβ", "c": "с", "d": "ԁđ", "e": "еєε", "g": "ɡ", "h": "нһհ", "j": "јȷ", "k": "кκ",
    "l": "iіıιӏ1|!", "m": "м", "n": "ηո", "o": "оοօ0ø", "p": "рρ", "q": "ԛ", "s": "ѕ", "t": "тτ", "u": "υս", "v": "ν",
    "w": "ωԝ", "x": "хχ", "y": "уγ", "3": "з", "6": "б",
}  # fmt: skip
DOUBLE = (("rn", "m"), ("vv", "w"))
_GUEST = re.compile(r"\d+\s*[:：].*")  # after *Bot*: how a record names a guest


def _table(alike: Mapping[str, str]) -> dict[int, str]:
    return {ord(letter): one for one, letters in alike.items() for letter in letters}


_CAPITALS, _SMALL = _table(CAPITALS), _table(SMALL)


def ignored(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in IGNORED)


def checked_name(name: str) -> str:
    """One line, and nothing invisible in it: two names that look alike should be alike."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not name or not plain(name):
        raise Refused("a name is 1 to 40 printable characters", status=400)
    if plain(name) != name or not name.isprintable() or any(map(ignored, name)):
        raise Refused("a name has no invisible characters; emoji that are joined of several have them", status=400)
    if reserved(name):
        raise Refused(
            "names like Bot 2 or Player 3 are what bots and people without a name are called; take another", status=400
        )
    return name


@lru_cache(4096)
def skeleton(name: str) -> str:
    """What is left of a name when everything that the eye may overlook is: equal for names that look alike."""
    letters = unicodedata.normalize("NFKD", name).translate(_CAPITALS).casefold().translate(_SMALL)
    for two, one in DOUBLE:
        letters = letters.replace(two, one)
    kept = [letter for letter in letters if unicodedata.category(letter)[0] not in "CMPZ" and not ignored(letter)]
    return "".join(kept) or name


@lru_cache(1)
def _numbered() -> dict[str, bool]:
    """The words that stand before a number, in every language, as skeletons; whether one passes for a bot alone."""
    return {skeleton(words(lang)(word, n="")): word is BOT for lang in LANGUAGES for word in (PLAYER, BOT)}


def reserved(name: str) -> bool:
    """Is this what a bot, or somebody without a name, would be called?"""
    name = unicodedata.normalize("NFKC", name.replace("№", "#"))
    for end in range(1, len(name) + 1):
        alone = _numbered().get(skeleton(name[:end]))
        if alone is None:
            continue
        tail = [letter for letter in name[end:] if skeleton(letter).isalnum()]
        if not tail:
            if alone:
                return True
            continue
        if alone and _GUEST.fullmatch(name[end:].strip()):
            return True
        apart = not name[end].isalnum() or any(letter.isnumeric() for letter in tail)
        if apart and all(letter.isnumeric() or skeleton(letter) in ("l", "o") for letter in tail):  # II, lO
            return True
    return False


def told_apart(
    people: Sequence[str], names: Mapping[str, str], seats: Mapping[str, Sequence[int]] | None = None
) -> dict[str, str]:
    """The names of people at one table, in the order in which they came: a second Ann is Ann (2).

    Whoever holds several seats is called by name and seat there; that must be nobody else's name either.
    """
    found: dict[str, str] = {}
    used: set[str] = set()
    for person in people:
        if person not in names:
            continue
        count, name = 1, names[person]
        while used & (shown := _shown(name, (seats or {}).get(person, ()))):
            count += 1
            name = f"{names[person]} ({count})"
        found[person] = name
        used |= shown
    return found


def _shown(name: str, seats: Iterable[int]) -> set[str]:
    numbers = list(seats)
    return {skeleton(name)} | ({skeleton(_at(name, seat)) for seat in numbers} if len(numbers) > 1 else set())


def _at(name: str, seat: int) -> str:
    """Somebody who holds several seats, on one of them."""
    return f"{name} {seat + 1}"


def seat_names(seats: Sequence[tuple[str, str, str, str]], names: Mapping[str, str]) -> tuple[str, ...]:
    """What the seats, each a kind, a person, a name of its own and a bot, are called on boards, in logs, in the record
    and in the pages.

    Guests have their own names. Other bots and those without a name have a number (`words.player` translates both);
    several on one device are told apart, by names of their own if they have given them.
    """
    held = Counter(person for _, person, _, _ in seats)
    found = []
    for number, (kind, person, _, _) in enumerate(seats):
        own = names.get(person, "")
        if own and held[person] > 1:
            own = _at(own, number)
        found.append(own or unnamed(number, BOT if kind == "bot" else PLAYER))
    used = {skeleton(name) for name, (_, _, called, _) in zip(found, seats, strict=True) if not called}
    for number, (_, _, called, _) in enumerate(seats):
        if called:
            count, name = 1, called
            while skeleton(name) in used:
                count += 1
                name = f"{called} ({count})"
            used.add(skeleton(name))
            found[number] = name
    for number, (kind, _, _, bot) in enumerate(seats):
        guest = character_of(bot) if kind == "bot" else None
        if guest is not None:
            count, name = 1, guest.name
            while used & (shown := {skeleton(introduced(name, lang)) for lang in LANGUAGES}):  # in any language
                count += 1
                name = f"{guest.name} ({count})"
            used |= shown
            found[number] = as_guest(number, name)
    return tuple(found)
