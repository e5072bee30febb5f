"""Every sentence with which the server refuses something is there in every language, and found with its numbers."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from place import Place, answered, lived

import kvartal
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.words import LANGUAGES
from kvartal.games import game
from kvartal.server.http.sentences import said, wished

PACKAGE = Path(kvartal.__file__).parent
RAISED = ("Refused", "Denied", "Missing", "Trouble", "told")


def sentences() -> Iterator[tuple[str, str]]:
    """Every literal that is refused with, with something put into its places; and where it stands."""
    tools = PACKAGE / "server" / "tools"  # commands: they speak English, as all of the command line does
    ours = [path for part in ("server", "web") for path in sorted((PACKAGE / part).rglob("*.py"))]
    ours = [path for path in ours if not path.is_relative_to(tools)]
    yield from literals(ours, (*RAISED, "cut"))
    records = [PACKAGE / "engine" / name for name in ("reading.py", "replay.py")]
    yield from literals(records, ("BadRecord", "wrong"), last=True)  # what stands before it is the line


def literals(paths: list[Path], calls: tuple[str, ...], last: bool = False) -> Iterator[tuple[str, str]]:
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in calls:
                for literal in [each for argument in node.args[-1 if last else 0 :] for each in ast.walk(argument)]:
                    text = written(literal)
                    if " " in text:
                        yield text, f"{path.name}:{node.lineno}"


def written(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(each.value) if isinstance(each, ast.Constant) else "7" for each in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_every_refusal_is_translated(lang: str) -> None:
    found = dict(sentences())
    inside_others = {text for text in found for other in found if text != other and text in other}
    missing = {text: place for text, place in found.items() if said(text, lang) == text and text not in inside_others}
    assert len(found) > 100
    assert not missing


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_what_is_wrong_with_a_record_is_said_without_a_word_of_english(lang: str) -> None:
    told = [
        "the file stops here; the `end:` line is missing (was it cut off?)",
        "a draw of 'first player' is due here, not of 'second'",
        "no draw is due here; seats that owe a move: [0]",
        "deck 0: 'mall' is not possible here; it can be: 'store', 'park'",
        "the secret is not the one that was committed to",
        "unknown option 'xrecycle' (did you mean 'recycle'?); there are: 'recycle'",
        "unknown option 'xrecycle'; there are: 'recycle'",
        "option 'recycle': 'x' is not possible; it can be 'turn'",
        "option 'turn_cap': 'x' is not possible; it can be a whole number from 0 to 9",
        "option 'gift': 'x' is not possible; it can be on or off",
        "'cards.store.up': 'x' is not a whole number",
        "'cards.store.up': 99 is not between -1 and 50",
        "'no.such': there is no such value; there are: 'box'",
        "'no.such': there is no such value (did you mean 'box'?); there are: 'box'",
    ]
    for text in told:
        assert not {"the", "line", "is", "not", "here", "there", "unknown"} & set(
            said(text, lang).replace(".", " ").split()
        ), text


def test_numbers_go_through() -> None:
    assert said("seats are 0 to 3, not 7", "uk") == "Місця мають номери від 0 до 3, а не 7."
    assert said("seats are 0 to 3, not 7", "en") == "seats are 0 to 3, not 7"
    assert said("nobody has written this", "uk") == "nobody has written this"


def test_the_language_of_a_request() -> None:
    assert wished("de, uk;q=0.8, ru;q=0.9") == "ru"
    assert wished("uk-UA,uk;q=0.9,en;q=0.5") == "uk"
    assert wished("xx;q=bad") == wished("") == "en"


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.po")), ids=lambda path: f"{path.parent.parent.name}-{path.stem}"
)
def test_no_text_is_translated_twice(path: Path) -> None:
    """The first of the two would count, and nobody would know why a correction of the second changes nothing."""
    texts = re.findall(r'^msgid (".*"(?:\n".*")*)', path.read_text("utf-8"), re.MULTILINE)
    assert sorted(set(texts)) == sorted(texts)


@pytest.mark.parametrize("lang", LANGUAGES)
@lived
async def test_a_refused_move_is_explained_to_the_asker_in_their_language(place: Place, lang: str) -> None:
    """Not by its rule in general: with the card, the number, the place that this move was about."""
    match = Match(game("flip").set_up(2), SeededDeal(1))
    why = match.view(match.waiting[0]).refusal("recycle store", lang)
    assert why is not None
    assert why.text != why.rule.said(match.setup.game.words(lang))
    ann = await place.person("Ann")
    table = await ann.table("flip", ["me", "me"])
    await ann.do(table, do="start")
    client = await ann.sit_at(table, f"?lang={lang}")
    mine, move = client.view["waiting"][0], {"do": "move", "move": "recycle store"}
    said_by_socket = await client.say(id="m1", seat=mine, **move)
    body = msgspec.json.encode({**move, "seat": mine})
    head = f"POST /api/tables/{table}/do HTTP/1.1\nHost: x\nAuthorization: Bearer {ann.token}\nAccept-Language: {lang}"
    status, told = await answered(place, head + "\nContent-Type: application/json", body)
    problem = msgspec.json.decode(told.partition(b"\r\n\r\n")[2])
    assert (status, problem["rule"]) == (409, why.rule.id)
    for text in (said_by_socket["text"], problem["error"]):
        assert text.endswith(why.text)
