"""The page of a study: a match and what might have been, a tree of branches and notes; and the list of mine."""

import asyncio
from collections.abc import Iterator
from typing import Any

from litestar import Response, get

from kvartal.bots.characters import character_of
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.engine.rule import RefusedMove
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games import shelf
from kvartal.review.study import LONGEST_NAME, LONGEST_NOTE, MAIN, Moment, Study
from kvartal.server.http.studying import Asked_number, StudyId
from kvartal.server.http.visitors import hall_of
from kvartal.server.live.studies import LARGEST_RECORD, Opened, with_bounds
from kvartal.web.bar import bar_of, buttons, moves, picked
from kvartal.web.dialect import Screen
from kvartal.web.guests import bot_title, usual_level
from kvartal.web.html import Html, el, join
from kvartal.web.moments import TRUTH, moment, moments
from kvartal.web.replays import controls, text_board
from kvartal.web.visit import Asked, Visit, answer, page

DEEPEST = 5  # that is drawn further to the right
SHORT = 60  # letters of a note in the tree
LARGEST = 4 * LARGEST_RECORD


# The page -------------------------------------------------------------------------------------------------------------


def study_page(visit: Visit, opened: Opened) -> Html:
    kept, words = opened.kept, visit.words
    game = shelf()[kept.game]
    mine = visit.person is not None and visit.person.id == kept.person
    named = words("Sketch: {game}") if kept.sketch else words("Study: {game}")
    title = kept.title or named.replace("{game}", game.words(words.lang)(game.title))
    left = el(
        "div",
        _turn(words, mine),
        el("div", id="board"),
        text_board(words),
        el("div", id="moves", class_="moves", role="group", aria_label=words("All moves"), hidden=True),
    )
    side = el(
        "div",
        _tree(words, mine),
        _bots(visit, kept.game) if mine else None,
        _note(words, mine),
        _log(words),
        _tools(visit, opened, mine),
        class_="side",
    )
    return page(
        visit,
        title,
        el("h1", title, id="title"),
        el("p", about(opened, mine, words), class_="guess" if kept.sketch else "muted", id="about"),
        el("div", controls(words), el("div", left, side, class_="play"), class_="study"),
        script="study.js",
        kind="table",
        study=kept.id,
        mine="1" if mine else "",
        shared="1" if kept.shared else "",
        source=kept.source,
    )


def about(opened: Opened, mine: bool, words: Words) -> str:
    """What it is, in a few sentences."""
    kept = opened.kept
    if kept.sketch:
        return words(
            "A sketch from what you know at the table. All that you cannot know is a guess, and so is every card: the "
            "table does not change, and nobody else sees this."
        )
    cards = (
        words("Cards in branches come from the deal of this match, which is public.")
        if kept.seed is None
        else words("Cards in branches are not those of the deal: they come from a chance of their own.")
    )
    who = words("Only you can see it.") if not kept.shared else words("Whoever has the link can see it.")
    return f"{words('The match itself never changes: another move begins a branch.')} {cards} {who if mine else ''}"


def _turn(words: Words, mine: bool) -> Html:
    """Whose turn it is at this moment, and what can be tried."""
    return el(
        "section",
        el("h2", id="status", tabindex="-1"),
        el("p", id="sentence", aria_live="polite"),
        el("div", id="picks", class_="picks", role="radiogroup", aria_label=words("Choose first"), hidden=True),
        el("div", id="buttons", class_="buttons", role="group", aria_label=words("What you can do"), hidden=True),
        el("p", words("A bot is thinking…"), id="thinking", class_="muted", role="status", hidden=True),
        el("p", id="otherwise", class_="muted", hidden=True, data_text=words("Next in this line: {move}")),
        id="trying",
        class_="trying",
        data_mine="1" if mine else None,
    )


def _tree(words: Words, mine: bool) -> Html:
    tools = el(
        "form",
        el("label", words("Name of this branch"), for_="branchname"),
        el("input", id="branchname", maxlength=LONGEST_NAME, autocomplete="off"),
        el("button", words("Name it")),
        el(
            "button",
            words("Drop the branch"),
            id="drop",
            type="button",
            data_sure=words("Drop this branch, and all that leads away from it?"),
        ),
        id="branchtools",
        class_="row",
        hidden=True,
    )
    return el(
        "section",
        el("h2", words("Branches")),
        el("ul", id="tree", class_="tree"),
        tools if mine else None,
    )


def _note(words: Words, mine: bool) -> Html:
    if not mine:
        return el("section", el("h2", words("Note on this moment")), el("p", id="read", class_="noted"))
    return el(
        "section",
        el("h2", el("label", words("Note on this moment"), for_="note")),
        el("textarea", id="note", rows=4, maxlength=LONGEST_NOTE),
        el("button", words("Save the note"), id="keepnote"),
    )


def _log(words: Words) -> Html:
    return el(
        "details",
        el("summary", words("What happened")),
        el("p", id="points", class_="muted", tabindex="0"),
        el("ol", id="said", class_="log", tabindex="0", aria_label=words("What happened")),
        open=True,
    )


def _bots(visit: Visit, game: str) -> Html:
    """Who plays the other seats."""
    words = visit.words
    levels = [name for name in visit.company.names_for(game) if character_of(name) is None]
    chosen = usual_level(visit.company)
    return el(
        "section",
        el("h2", el("label", words("Who answers"), for_="level")),
        el(
            "select",
            *(el("option", bot_title(name, words), value=name, selected=name == chosen) for name in levels),
            id="level",
        ),
        el(
            "div",
            el("button", words("Let the bot move"), id="goon"),
            el("button", words("Let bots play it to the end"), id="playout", aria_pressed="false"),
            class_="tools",
        ),
    )


def _tools(visit: Visit, opened: Opened, mine: bool) -> Html:
    words, kept = visit.words, opened.kept
    naming = el(
        "form",
        el("label", words("Name of the study"), for_="studyname"),
        el("input", id="studyname", maxlength=LONGEST_NAME, autocomplete="off", value=kept.title),
        el("button", words("Name it")),
        id="studytools",
        class_="row",
    )
    share = el("button", words("Stop sharing") if kept.shared else words("Share it"), id="share")
    return el(
        "section",
        naming if mine else None,
        el(
            "div",
            el("button", words("Copy the link to this moment"), id="link"),
            share if mine and not kept.sketch else None,
            el(
                "a",
                words("Download"),
                class_="button",
                href=f"{visit.base}/api/studies/{kept.id}/file",
                download=f"{kept.id}.study.json",
            ),
            el("button", words("A copy of my own"), id="mycopy") if not mine else None,
            el("button", words("Delete the study"), id="delete", data_sure=words("Delete this study for good?"))
            if mine
            else None,
            class_="tools",
        ),
        el("p", el("a", words("Back to the table"), href=f"{visit.base}/table/{kept.source}")) if kept.source else None,
        el("p", el("a", words("My studies"), href=f"{visit.base}/studies")),
        el("p", words("Arrow keys, Home and End go through the line."), class_="muted"),
    )


# The tree -------------------------------------------------------------------------------------------------------------


def in_order(study: Study, branch: int = MAIN) -> Iterator[tuple[int, int]]:
    """Every branch after the one that it leads away from, with its depth."""
    waiting = [(branch, 0)]
    while waiting:
        now, depth = waiting.pop()
        yield now, depth
        following = [n for n, each in study.tree.branches.items() if each.parent == now]
        following.sort(key=lambda n: (study.tree.branches[n].at, n), reverse=True)
        waiting += [(n, depth + 1) for n in following]


def tree(study: Study, here: Moment, words: Words, sketch: bool) -> Html:
    """The branches by name, or by the move that they begin with, and what was noted in each."""
    notes: dict[int, list[tuple[int, str]]] = {}
    for each in study.tree.notes:
        notes.setdefault(each.branch, []).append((each.number, each.text))
    rows = []
    for branch, depth in in_order(study):
        now = {"aria_current": "true"} if branch == here.branch else {}
        at = 0 if branch == MAIN else study.tree.branches[branch].at
        main = words("Now at the table") if sketch else words("The match")
        link = way(main if branch == MAIN else called(study, branch, words), branch, at, **now)
        said = [
            el("li", way(words("{n}: {text}", n=number, text=text[:SHORT]), branch, number), class_="noted")
            for number, text in sorted(notes.get(branch, []))
        ]
        where = el("span", " ", words("from step {n}", n=at), class_="muted") if branch != MAIN else None
        rows.append(el("li", link, where, el("ul", *said) if said else None, class_=f"deep{min(depth, DEEPEST)}"))
    return join(*rows)


def way(text: str, branch: int, number: int, **more: Any) -> Html:
    return el("a", text, href=f"?at={branch}.{number}", data_branch=branch, data_number=number, **more)


def called(study: Study, branch: int, words: Words) -> str:
    """The name of a branch, or who does what in its first move."""
    found, setup = study.tree.branches[branch], study.main.setup
    if found.name:
        return found.name
    seat, _, move = found.steps[0].partition(" ")
    try:
        label = setup.game.label(setup, setup.code(move), setup.game.words(words.lang))
        return f"{words.at_table(study.main.names).player(int(seat))}: {label}"
    except (RefusedMove, BadSetup, ValueError):
        return found.steps[0]


# A moment -------------------------------------------------------------------------------------------------------------


def shown(
    opened: Opened, here: Moment, seat: int, visit: Visit, screen: Screen, told: bool, mine: bool
) -> dict[str, Any]:
    """The board and everything beside it at a moment of a study."""
    study, words, lang = opened.study, visit.words, visit.words.lang
    line = study.line(here.branch)
    seat = seat if seat == TRUTH or 0 <= seat < line.setup.players else -1
    who = seat if seat >= 0 else None
    stops = moments(line, who, seat == TRUTH or line.over)
    step = next(n for n, number in enumerate(stops) if number >= min(here.number, len(line)))
    found = moment(line, step, seat, lang, screen, visit.base, told)
    home = study.home(Moment(here.branch, stops[step]))
    then = study.at(home)
    view = then.view(who)
    bar = bar_of(view, lang)
    own = mine and who is not None and who in view.waiting
    return {
        **found,
        "version": opened.kept.version,
        "branch": here.branch,
        "number": stops[step],
        "stops": stops,
        "where": words("step {n} of {last}", n=stops[step], last=len(line)),
        "waiting": list(view.waiting),
        "over": view.over,
        "named": study.tree.branches[here.branch].name if here.branch != MAIN else "",
        "note": study.noted(home),
        "tree": tree(study, here, words, opened.kept.sketch),
        "status": bar.title,
        "sentence": bar.sentence,
        "buttons": buttons(bar.buttons, view.setup, words) if own else "",
        "picks": join(*(picked(each, view.setup) for each in bar.picks)) if own else "",
        "moves": moves(view, lang, bar, words) if own else "",
        **played(line, stops[step], view, lang),
    }


def played(line: Match, number: int, view: View, lang: str) -> dict[str, str]:
    """What this line does next, if this seat does it: whoever tries something else knows what they leave."""
    if number >= len(line) or line.entries[number].seat != view.seat:
        return {"played": "", "label": ""}
    code = line.entries[number].code
    return {"played": line.setup.notation[code], "label": line.setup.game.offered(view, code, view.words(lang))}


@get("/study/{study_id:str}", include_in_schema=False)
async def study_at(request: Asked, study_id: StudyId) -> Response[str]:
    visit = await Visit.of(request)
    opened = await hall_of(request).studies.find(study_id, visit.person.id if visit.person else "")
    return answer(study_page(visit, opened))


@get("/study/{study_id:str}/at", include_in_schema=False)
async def study_moment(
    request: Asked, study_id: StudyId, branch: Asked_number = 0, number: Asked_number = 0, seat: int = 0,
    screen: Screen = "desk", told: bool = False,
) -> dict[str, Any]:  # fmt: skip
    visit, studies = await Visit.of(request), hall_of(request).studies
    person = visit.person.id if visit.person else ""
    opened = await studies.find(study_id, person)
    await studies.check_shown(opened, branch)
    work = (opened, Moment(branch, number), seat, visit, screen, told, opened.kept.person == person)
    return await asyncio.to_thread(with_bounds, lambda: shown(*work))


# Mine -----------------------------------------------------------------------------------------------------------------


def studies_page(visit: Visit, listed: list[dict[str, Any]]) -> Html:
    words = visit.words
    rows = []
    for each in listed:
        game = shelf().get(each["game"])
        title = game.words(words.lang)(game.title) if game is not None else each["game"]
        marks = [words("a sketch")] * each["sketch"] + [words("shared")] * each["shared"]
        link = el("a", each["title"] or title, href=f"{visit.base}/study/{each['id']}")
        rows.append(el("li", link, " ", el("span", " · ".join([title, *marks]), class_="muted")))
    title = words("My studies")
    return page(
        visit,
        title,
        el("h1", title),
        el(
            "section",
            el("ul", *rows, class_="tree") if rows else el("p", words("There are none yet.")),
            el(
                "p",
                words("What if…? at any moment of a match that is over begins a study."),
                " ",
                el("a", words("Replay a record"), href=f"{visit.base}/replay"),
                class_="muted",
            ),
        ),
        el(
            "section",
            el("label", words("A study from this device"), for_="studyfile"),
            " ",
            el("input", type="file", id="studyfile", accept=".json,application/json", data_largest=LARGEST),
            el(
                "p",
                id="unreadable",
                class_="wrong",
                role="status",
                data_large=words("This file is too large for a study."),
            ),
        ),
        script="studies.js",
    )


@get("/studies", include_in_schema=False)
async def my_studies(request: Asked) -> Response[str]:
    visit = await Visit.of(request)
    listed = await hall_of(request).studies.listed(visit.person.id) if visit.person is not None else []
    return answer(studies_page(visit, listed))


HANDLERS: list[Any] = [study_at, study_moment, my_studies]
