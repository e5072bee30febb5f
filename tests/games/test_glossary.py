"""One thing, one word: what is one word in English is one word in each other language, everywhere in a room."""

import re

import pytest

from engine.test_words import CATALOGUES, TRANSLATED, entries

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
        r"(?<!discard )piles?": {"uk": "стос", "ru": "стоп"},
        r"decks?": {"uk": "колод", "ru": "колод"},
        r"discards?": {"uk": "скид", "ru": "сброс"},
        r"refusals?": {"uk": "відмов", "ru": "отказ"},
        r"effects?": {"uk": r"\bді[їюєя]|\bдій|дією", "ru": "эффект"},
        r"(?:city )?plans?": {"uk": "план", "ru": "план"},
        r"approval": {"uk": "затвердж", "ru": "одобрени"},
        r"bis": {"uk": "прибудов", "ru": "строени"},
        r"sheets?": {"uk": "аркуш", "ru": "лист"},
        r"box|boxes": {"uk": "комірк|комірок|коробц", "ru": "окош|коробк"},
        r"cross|crossed": {"uk": "замалю|мальов", "ru": "закрас|закраш"},
    },
    "estates": {
        r"cheques?": {"uk": "чек", "ru": "чек"},
        r"cash box": {"uk": "кас", "ru": "касс"},
        r"barriers?": {"uk": "бар’єр", "ru": "барьер"},
        r"mayor": {"uk": "мер", "ru": "мэр"},
        r"certificates?": {"uk": "сертифікат", "ru": "сертификат"},
        r"auctioneer": {"uk": "аукціоніст", "ru": "аукционист"},
        r"cubes?": {"uk": "кубик", "ru": "кубик"},
        r"(?<!in a )(?<!ends of the )rows?": {"uk": r"\bряд", "ru": r"\bряд"},
        r"roofs?": {"uk": "дах", "ru": "крыш"},
        r"floors?": {"uk": "поверх", "ru": "этаж"},
        r"white dirt": {"uk": r"біл\w+ ґрунт", "ru": r"бел\w+ грунт"},
        r"(?<!once )rounds?": {"uk": "раунд", "ru": "раунд"},
        r"pass|passes|passed": {"uk": "пас", "ru": "пас"},
        r"complete": {"uk": "заверш", "ru": "заверш"},
    },
    "flip": {
        r"discard pile": {"uk": "скид", "ru": "сброс"},
        r"(?<!town )decks?": {"uk": "колод", "ru": "колод"},
        r"coins?": {"uk": "монет", "ru": "монет"},
        r"sad faces?": {"uk": "невдоволен", "ru": "недовольн"},
        r"supply": {"uk": "запас", "ru": "запас"},
        r"upgrades?|upgraded": {"uk": "поліпш", "ru": "улучш"},
        r"shuffles?": {"uk": "тас", "ru": "меш"},
        r"building actions?": {"uk": r"ді\w+ будівництва|дій будівництва", "ru": r"действ\w+ строительства"},
        r"opponent": {"uk": "суперник", "ru": "соперник"},
        r"residentials?": {"uk": "житл", "ru": "жилищ"},
        r"apartments?": {"uk": "кам’яни", "ru": "особняк"},
        r"stores?": {"uk": "крамни", "ru": "магазин"},
        r"malls?": {"uk": "супермаркет", "ru": "супермаркет"},
        r"church|churches": {"uk": "церк", "ru": "храм"},
        r"hospitals?": {"uk": "лікар", "ru": "больниц"},
        r"factory|factories": {"uk": "фабрик", "ru": "фабрик"},
        r"stations?": {"uk": "вокзал", "ru": "вокзал"},
        r"power plants?": {"uk": "електростанц", "ru": "завод"},
    },
    "house": {
        r"chips?": {"uk": "фіш", "ru": "фиш"},
        r"(?<!\} )columns?": {"uk": "стовпц|стовпець", "ru": "столб"},
        r"chimneys?(?<!roof, chimney)": {"uk": "димар", "ru": "дымоход"},
        r"loans?": {"uk": "кредит", "ru": "кредит"},
        r"quality": {"uk": "якіст|якост", "ru": "качеств"},
        r"garage": {"uk": "гараж", "ru": "гараж"},
        r"privileges?": {"uk": "привіле", "ru": "привилеги"},
        r"workers?": {"uk": "робітник", "ru": "рабоч"},
        r"builder cards?": {"uk": "карт.* будівельник", "ru": "карт.* строител"},
        r"crews?": {"uk": "бригад", "ru": "бригад"},
        r"permits?": {"uk": "дозв", "ru": "разреш"},
        r"walls?": {"uk": "стін", "ru": "стен"},
        r"roofs?(?!, chimney)": {"uk": "дах", "ru": "крыш"},
        r"goods": {"uk": "товар|матеріал", "ru": "товар|материал"},
        r"exchange": {"uk": "бірж", "ru": "бирж"},
        r"fair": {"uk": "ярмар", "ru": "ярмар"},
        r"office": {"uk": "офіс", "ru": "офис"},
        r"tower": {"uk": "веж", "ru": "башн"},
        r"elements?": {"uk": "елемент", "ru": "элемент"},
        r"demolish|demolishes|demolished": {"uk": "знес|знос", "ru": "снес|снос"},
        r"hires?|hired": {"uk": "най[мн]", "ru": "нан[яи]"},
        r"lays? out|laid out|laying out": {"uk": "розкла", "ru": "раскла|разлож"},
        r"face down": {"uk": "долілиць", "ru": "лицом вниз"},
    },
    "web": {
        r"deals?": {"uk": "роздач", "ru": "раздач"},
        r"tables?": {"uk": "стіл|стол", "ru": "стол"},
        r"(?<!takes the )seats?": {"uk": "місц", "ru": "мест"},
        r"records?": {"uk": "запис", "ru": "запис"},
        r"replay": {"uk": "переглянути запис", "ru": "посмотреть запись"},
        r"hint": {"uk": "підказк", "ru": "подсказк"},
        r"undo|take back": {"uk": "скасувати", "ru": "отменить"},
        r"bots?": {"uk": "бот", "ru": "бот"},
        r"links?": {"uk": "посилан", "ru": "ссылк"},
        r"options?": {"uk": "налаштуван", "ru": "настро"},
        r"rules?": {"uk": "правил", "ru": "правил"},
        r"steps?": {"uk": "крок", "ru": "шаг"},
        r"solo": {"uk": "соло", "ru": "соло"},
        r"sheets?": {"uk": "аркуш", "ru": "лист"},
        r"devices?": {"uk": "пристр", "ru": "устройств"},
        r"rematch": {"uk": "реванш", "ru": "реванш"},
        r"your turn": {"uk": "ваш хід", "ru": "ваш ход"},
    },
    "terminal": {
        r"deal": {"uk": "роздач", "ru": "раздач"},
        r"seat": {"uk": "місц", "ru": "мест"},
        r"match": {"uk": "парті", "ru": "парти"},
        r"options?": {"uk": "налаштуван", "ru": "настро"},
        r"tak(?:e|en) back": {"uk": "скас", "ru": "отмен"},
        r"moves?": {"uk": "хід|ход", "ru": "ход"},
    },
    "server": {
        r"deal": {"uk": "роздач", "ru": "раздач"},
        r"tables?": {"uk": "стіл|стол", "ru": "стол"},
        r"options?": {"uk": "налаштуван", "ru": "настро"},
        r"salts?": {"uk": "сол|сіл", "ru": "сол"},
        r"match": {"uk": "парті", "ru": "парти"},
    },
}  # fmt: skip


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("room", GLOSSARY)
def test_a_term_is_translated_by_its_word(room: str, lang: str) -> None:
    strays = []
    for text, strings, _ in entries(CATALOGUES[room], lang):
        said = re.sub(
            r"`[^`]*`|, e\.g\. .*$|^[\w ]+:", "", text if isinstance(text, str) else text[1]
        )  # keys of typed sheets stay
        for term, wanted in GLOSSARY[room].items():
            found = re.findall(rf"(?<![\w{{-])(?:{term})(?![\w}}-])", said, re.IGNORECASE)
            if found and not all(re.search(wanted[lang], each, re.IGNORECASE) for each in strings):
                strays.append((found[0], said, strings[0]))
    assert not strays
