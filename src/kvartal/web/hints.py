"""Advice in the page of a table: the best turn and two others, or one move beside the best, told and marked."""

import asyncio
from typing import Annotated, Any

from litestar import get
from litestar.params import QueryParameter

from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.review.marks import Mark, overlay
from kvartal.server.http.api import TableId, advised
from kvartal.web import faults
from kvartal.web.dialect import Screen, board
from kvartal.web.html import Html, el, join
from kvartal.web.visit import Asked, Visit

Turns = list[tuple[str, dict[str, Any]]]  # each with its sign, as the advice tells it
ASKED = "?"  # the sign of the move that was asked about


def hint_panel(words: Words) -> Html:
    """Where it is told. What is told there is spoken; the focus stays where it is."""
    chosen = el("select", id="whynot", aria_label=words("Why not this one?"))
    return el(
        "section",
        el("h2", words("Hint"), id="hinthead"),
        el("button", "▴", id="foldhint", class_="quiet", aria_label=words("Less"), aria_expanded="true"),
        el("button", "×", id="closehint", class_="quiet", aria_label=words("Close")),
        el(
            "div",
            el("div", id="hinttold", role="status"),
            el("p", el("label", words("Why not this one?"), for_="whynot", aria_hidden="true"), " ", chosen),
            class_="inner",
            id="hintinner",
            tabindex="0",
            role="group",
            aria_labelledby="hinthead",
        ),
        id="hintbox",
        class_="hintbox",
        aria_labelledby="hinthead",
        data_thinking=words("Thinking…"),
        data_head=words("Hint"),
        data_whynot=words("Why not this one?"),
        data_choose=words("Choose a move"),
        hidden=True,
    )


@get("/table/{table_id:str}/advice", include_in_schema=False)
async def advice(
    request: Asked,
    table_id: TableId,
    seat: int | None = None,
    move: Annotated[str, QueryParameter(max_length=200)] = "",
    screen: Screen = "desk",
) -> dict[str, Any]:
    """What to do and why, and what else; or why not `move`. `html` tells it, `marks` is laid upon the board, `signs`
    are the first moves of the turns, by their signs."""
    visit = await Visit.of(request)
    lang = visit.words.lang
    view, found = await advised(request, table_id, seat, move, lang)
    turns = listed(view, found.clicks[0][0], found.advice, lang, bool(move))
    return {
        "html": told(turns, visit.words, found.advice.get("cut_short", False)),
        "signs": [[sign, each["turn"][0]] for sign, each in turns],
        "marks": await asyncio.to_thread(marks, view, turns, lang, screen),
    }


def listed(view: View, first: str, told_of: dict[str, Any], lang: str, asked: bool) -> Turns:
    """Each turn with its sign, the best one first. Where nobody could be asked there is the game's own move alone."""
    if not told_of.get("best"):
        label = view.setup.game.offered(view, view.setup.code(first), view.words(lang))
        return [("1", {"turn": [first], "label": label, "reasons": [], "text": ""})]
    best, others = told_of["best"], told_of["alternatives"]
    if asked:
        others = [each for each in others if each["turn"] != best["turn"]]
        if not others:  # it is the best one
            best = best | {"text": " · ".join(filter(None, (told_of["alternatives"][0]["text"], best["text"])))}
        return [("1", best), *((ASKED, each) for each in others)]
    return [("1", best), *((str(number + 2), each) for number, each in enumerate(others))]


def told(turns: Turns, words: Words, hasty: bool) -> Html:
    rows = []
    for number, (sign, each) in enumerate(turns):
        because = "; ".join(reason["text"] for reason in each["reasons"])
        kind = words("The best turn") if number == 0 else words("Asked about") if sign == ASKED else ""
        rows.append(
            el(
                "li",
                el("b", sign, class_="sign", aria_hidden="true"),
                el("span", f"{kind}: " if kind else "", class_="unseen"),
                el("strong", each["label"]),
                el("span", f" · {each['text']}", class_="worth") if each["text"] else None,
                el("p", because, class_="because") if because else None,
                class_="best" if number == 0 else "asked-about" if sign == ASKED else "other",
            )
        )
    return join(
        el("ol", *rows), el("p", words("There was little time: a rough guess."), class_="muted") if hasty else ""
    )


def marks(view: View, turns: Turns, lang: str, screen: Screen) -> str:
    """Laid upon the board as this screen has it; nothing if the game fails to draw it."""
    try:
        code = view.setup.code
        wanted = [
            Mark(sign, tuple(code(move) for move in each["turn"]), number == 0)
            for number, (sign, each) in enumerate(turns)
        ]
        return overlay(view, wanted, lambda then: board(then, lang, screen))
    except Exception as error:
        faults.log(view.setup.game, "draw", error)
        return ""


HANDLERS: list[Any] = [advice]
