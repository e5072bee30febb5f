"""Every text that the engine and the games on the shelf can say exists in every language, complete."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from kvartal.engine.words import ENGINE, LANGUAGES, Words
from kvartal.games import games

TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]
PAGES = ENGINE.parent / "web"
GUESTS = ENGINE.parent / "bots"
ROOMS = {"engine": ENGINE, "pages": PAGES, "guests": GUESTS} | {game.key: game.folder for game in games()}
CATALOGUES = {path.parent.parent.name: path.parent.parent for path in sorted(ENGINE.parent.rglob("locale/uk.po"))}
FOR_PROGRAMS = "server"  # its English answers programs; for people only the other languages are sentences
Text = str | tuple[str, str]


def used(room: Path) -> dict[Text, str]:
    """Every text marked in the code of a room, with where it stands. Plural ones are (one, many)."""
    found: dict[Text, str] = {}
    for path in sorted(room.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                for text in texts_of(node):
                    found.setdefault(text, f"{path.name}:{node.lineno}")
    return found


def texts_of(call: ast.Call) -> list[Text]:
    """`N_("…")`, `_("…")`, `words("…")` and `words.count("…", "…", n)`, with or without something before `words`."""
    literals = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    if named(call.func) in ("N_", "_", "words"):
        return literals[:1] if literals[:1] not in ([lang] for lang in LANGUAGES) else []  # not `game.words("en")`
    if isinstance(call.func, ast.Attribute) and call.func.attr == "count" and named(call.func.value) == "words":
        assert len(literals) >= 2, f"line {call.lineno}: both forms of words.count are written out where it is called"
        return [(literals[0], literals[1])]
    return []


def named(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def catalogue(room: Path, lang: str) -> Catalog:
    path = room / "locale" / f"{lang}.po"
    if not path.is_file():
        return Catalog(locale=lang)
    with path.open("rb") as file:
        return read_po(file, locale=lang, abort_invalid=True)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def entries(room: Path, lang: str) -> Iterator[tuple[Text, tuple[str, ...], bool]]:
    """(text, translations, fuzzy) of a catalogue."""
    for message in catalogue(room, lang):
        if message.id:
            strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
            key = tuple(message.id) if isinstance(message.id, list | tuple) else message.id
            yield key, tuple(strings), message.fuzzy


def test_the_check_finds_texts() -> None:
    """A check that reads nothing would pass for ever."""
    assert len(CATALOGUES) >= 8
    assert len(used(ENGINE)) > 5
    assert ("{n} coin", "{n} coins") in used(ROOMS["flip"])


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("room", ROOMS)
def test_every_text_is_translated(room: str, lang: str) -> None:
    known = {text for folder in (ROOMS[room], ENGINE) for text, _, _ in entries(folder, lang)}
    missing = {text: where for text, where in used(ROOMS[room]).items() if text not in known}
    assert not missing


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("room", CATALOGUES)
def test_no_translation_is_empty_or_doubtful(room: str, lang: str) -> None:
    doubtful = [text for text, strings, fuzzy in entries(CATALOGUES[room], lang) if fuzzy or not all(strings)]
    assert not doubtful


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("room", CATALOGUES)
def test_translations_fill_in_the_same_things(room: str, lang: str) -> None:
    wrong = []
    for text, strings, _ in entries(CATALOGUES[room], lang):
        wanted = placeholders(text if isinstance(text, str) else text[1])
        for each in strings:
            filled = placeholders(each)
            if filled != wanted and not (room == FOR_PROGRAMS and filled < wanted):  # people need not know all of it
                wrong.append((text, each))
    assert not wrong


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("room", CATALOGUES)
def test_plurals_have_all_their_forms(room: str, lang: str) -> None:
    forms = len(Locale(lang).plural_form.tags | {"other"}) - 1  # gettext has no form for fractions
    assert catalogue(CATALOGUES[room], lang).num_plurals == forms
    wrong = [
        text
        for text, strings, _ in entries(CATALOGUES[room], lang)
        if isinstance(text, tuple) and len(strings) != forms
    ]
    assert not wrong


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("room", ROOMS)
def test_no_translation_is_left_over(room: str, lang: str) -> None:
    texts = used(ROOMS[room])
    assert not [text for text, _, _ in entries(ROOMS[room], lang) if text not in texts]
    assert not catalogue(ROOMS[room], lang).obsolete


@pytest.mark.parametrize(
    ("lang", "n", "shown"),
    [
        ("en", 1, "1 coin"),
        ("en", 5, "5 coins"),
        ("uk", 1, "1 монета"),
        ("uk", 3, "3 монети"),
        ("uk", 11, "11 монет"),
        ("uk", 21, "21 монета"),
        ("ru", 1, "1 монета"),
        ("ru", 4, "4 монеты"),
        ("ru", 12, "12 монет"),
        ("ru", 22, "22 монеты"),
    ],
)
def test_numbers_take_the_right_form(lang: str, n: int, shown: str) -> None:
    assert Words(lang, ROOMS["flip"]).count("{n} coin", "{n} coins", n) == shown


# How it is written ---------------------------------------------------------------------------------------------------

FAULTS = {
    "en": {
        "a Cyrillic letter": "[\u0400-\u04ff]",
        "a straight quotation mark": '"',
        "two spaces": r"\S  ",
        "three points instead of …": r"\.\.\.",
    },
    "uk": {"a letter of another alphabet": "[ыэъёЫЭЪЁ]"},
    "ru": {"a letter of another alphabet": "[іїєґІЇЄҐ’]"},
}
CYRILLIC_FAULTS = {
    "a Latin letter inside a word": "[A-Za-z][\u0400-\u04ff]|[\u0400-\u04ff][A-Za-z]",
    "a straight quotation mark or apostrophe": "[\"']",
    "quotation marks of another language": "[“”„‘]",
    "two spaces": r"\S  ",
    "a hyphen or a short dash between words": r"\s[-–]\s",
    "a space before a comma or full stop": r"\S [,.;!](?:\s|$)",
    "three points instead of …": r"\.\.\.",
    "an option as it is typed": "(?<!--set )\\b\\w+=\\w+",
}


def ending(text: str) -> str:
    return text[-1] if text[-1] in ".?!…:" else ""


def written(text: str) -> str:
    """Without what is filled in and what is typed as it stands."""
    return re.sub(r"`[^`]*`", "`", re.sub(r"\{\w*\}", "{}", text))


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("room", CATALOGUES)
def test_translations_are_written_properly(room: str, lang: str) -> None:
    found = []
    for _, strings, _ in entries(CATALOGUES[room], lang):
        for each in strings:
            looked_for = FAULTS[lang] | CYRILLIC_FAULTS
            found += [(fault, each) for fault, sign in looked_for.items() if re.search(sign, written(each))]
            found += [("a quotation mark without its pair", each)] * (each.count("«") != each.count("»"))
    assert not found


@pytest.mark.parametrize("room", [each for each in CATALOGUES if each != FOR_PROGRAMS])
def test_english_is_written_properly(room: str) -> None:
    texts = [
        each for text, _, _ in entries(CATALOGUES[room], "uk") for each in ([text] if isinstance(text, str) else text)
    ]
    assert not [
        (fault, each) for each in texts for fault, sign in FAULTS["en"].items() if re.search(sign, written(each))
    ]


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("room", [each for each in CATALOGUES if each != FOR_PROGRAMS])
def test_a_sentence_stays_a_sentence(room: str, lang: str) -> None:
    """It ends as the English one ends. Only a colon may come in, before a name that cannot take another case."""
    found = []
    for text, strings, _ in entries(CATALOGUES[room], lang):
        english = text if isinstance(text, str) else text[1]
        if english[:1].isupper() or english.startswith("{"):  # others are parts of sentences
            allowed = {ending(english), ending(english) or ":"}
            found += [(english, each) for each in strings if ending(each) not in allowed]
    assert not found


def test_yo_is_written_wherever_it_is_heard() -> None:
    """A word that is somewhere written with ё is written with it everywhere; these are two words each."""
    two_words = {"все", "всем", "звезды"}
    texts = " ".join(each for room in CATALOGUES.values() for _, strings, _ in entries(room, "ru") for each in strings)
    known = set(re.findall("[а-яё]+", texts.lower()))
    assert not {word.replace("ё", "е") for word in known if "ё" in word} & known - two_words
