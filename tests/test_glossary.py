"""One thing, one word: what a game calls something in English it calls by one word in each other language, everywhere."""

import re

import pytest

from test_words import ROOMS, TRANSLATED, entries

# Room → the English word (as a pattern) → what its translations contain, by language.
GLOSSARY: dict[str, dict[str, dict[str, str]]] = {
    "welcome": {
        r"(?<!bis )houses?": {"uk": "будин", "ru": "дом"},
        r"streets?": {"uk": "вулиц", "ru": "улиц"},
        r"fences?(?! itself)": {"uk": "паркан", "ru": "забор"},
        r"pools?": {"uk": "басейн", "ru": "бассейн"},
        r"parks?": {"uk": "парк", "ru": "сквер"},
        r"estates?": {"uk": "ЖК", "ru": "групп"},
        r"roundabouts?": {"uk": "проїзд", "ru": "проезд"},
        r"temps?": {"uk": "бригад", "ru": "рабоч"},
        r"rivals?": {"uk": "конкурент", "ru": "соперник"},
    },
    "estates": {
        r"cheques?": {"uk": "чек", "ru": "чек"},
        r"cash box": {"uk": "кас", "ru": "касс"},
        r"barriers?": {"uk": "бар’єр", "ru": "барьер"},
        r"mayor": {"uk": "мер", "ru": "мэр"},
        r"certificates?": {"uk": "сертифікат", "ru": "сертификат"},
        r"auctioneer": {"uk": "аукціоніст", "ru": "аукционист"},
        r"cubes?": {"uk": "кубик", "ru": "кубик"},
    },
    "flip": {
        r"discard pile": {"uk": "скид", "ru": "сброс"},
        r"(?<!town )decks?": {"uk": "колод", "ru": "колод"},
        r"coins?": {"uk": "монет", "ru": "монет"},
        r"sad faces?": {"uk": "невдоволен", "ru": "недовольн"},
        r"supply": {"uk": "запас", "ru": "запас"},
    },
    "house": {
        r"chips?": {"uk": "фіш", "ru": "фиш"},
        r"(?<!\} )columns?": {"uk": "стовпц|стовпець", "ru": "столб"},
        r"chimneys?(?<!roof, chimney)": {"uk": "димар", "ru": "дымоход"},
        r"loans?": {"uk": "кредит", "ru": "кредит"},
        r"quality": {"uk": "якіст|якост", "ru": "качеств"},
        r"garage": {"uk": "гараж", "ru": "гараж"},
        r"privileges?": {"uk": "привіле", "ru": "привилеги"},
    },
}  # fmt: skip


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("room", GLOSSARY)
def test_a_term_is_translated_by_its_word(room: str, lang: str) -> None:
    strays = []
    for text, strings, _ in entries(ROOMS[room], lang):
        said = re.sub(r"`[^`]*`|^[\w ]+:", "", text if isinstance(text, str) else text[1])  # keys of typed sheets stay
        for term, wanted in GLOSSARY[room].items():
            found = re.findall(rf"(?<![\w{{-]){term}(?![\w}}-])", said, re.IGNORECASE)
            if found and not all(re.search(wanted[lang], each, re.IGNORECASE) for each in strings):
                strays.append((found[0], said, strings[0]))
    assert not strays
