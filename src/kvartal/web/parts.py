"""The parts of a table's page that change: each is HTML made from what one seat is shown.

Links are relative to /table/ID.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from kvartal.engine.match import LogLine
from kvartal.engine.score import Score
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games import shelf
from kvartal.server.shown import Shown
from kvartal.web.html import Html, el, join
from kvartal.web.lobby import lobby
from kvartal.web.new import level

Frame = Mapping[str, Any]


def escaped(text: str) -> str:
    return escape(text, quote=False)


def names(frame: Frame, words: Words) -> list[str]:
    """What the seats are called here."""
    found = []
    for number, seat in enumerate(frame["seats"]):
        kind = seat["kind"]
        own = words("Bot {n}", n=number + 1) if kind == "bot" else f"Player {number + 1}"
        found.append(seat.get("name") or own)
    return found


def around(shown: Shown, view: View | None, words: Words, gain: int | None) -> dict[str, str]:
    """Everything but the board, its moves and its log."""
    frame = shown.frame
    found = {"lobby": "", "end": ""}
    if frame["status"] in ("open", "salting"):
        found["lobby"] = lobby(frame, words)
    scores = shown.scores(words.lang)
    found["status"] = status(frame, view, words, gain)
    found["players"] = players(frame, view, words, scores)
    found["scores"] = sheet(frame, scores, words) if any(score.lines for score in scores) else ""
    if frame["status"] in ("finished", "ended"):
        found["end"] = end(frame, words, scores)
    return found


# During play --------------------------------------------------------------------------------------------------------


def status(frame: Frame, view: View | None, words: Words, gain: int | None) -> str:
    if frame["status"] in ("open", "salting"):
        return escaped(words("The game has not begun yet"))
    if view is None:
        return escaped(words("This table is not watched"))
    if frame["status"] == "finished":
        return escaped(words("The game is over"))
    if frame["status"] == "ended":
        return escaped(words("The game was ended"))
    if view.seat is not None and view.seat in view.waiting:
        more = el("small", words("so far this turn: {n} points", n=f"{gain:+d}")) if gain else None
        return join(words("Your turn"), more)
    called = names(frame, words)
    if len(view.waiting) == len(called) or len(view.waiting) > 4:
        return escaped(words.count("Waiting for {n} player", "Waiting for {n} players", len(view.waiting)))
    at_table = words.at_table(called)
    return escaped(words("Waiting for {names}", names=", ".join(at_table.player(seat) for seat in view.waiting)))


def moves(view: View, lang: str) -> str:
    """A button for every move, in the words that the board speaks."""
    return join(*(el("button", move.label(lang), id=f"move-{move.code}", data_move=str(move)) for move in view.moves()))


def players(frame: Frame, view: View | None, words: Words, scores: Sequence[Score]) -> str:
    rows = []
    called = words.at_table(names(frame, words))
    waiting = view.waiting if view is not None else ()
    counted = any(score.lines for score in scores)
    for number, seat in enumerate(frame["seats"]):
        owes = number in waiting and frame["status"] == "playing"
        notes = []
        if view is not None and view.seat == number:
            notes.append(words("you"))
        if seat.get("bot"):
            notes.append(level(seat["bot"], words) if seat["kind"] == "bot" else words("a bot plays for now"))
        elif seat.get("person"):
            notes.append(words("here") if seat.get("here") else words("away"))
        if seat.get("agrees"):
            notes.append(words("would end the game"))
        if owes:
            notes.append(words("to move"))
        rows.append(
            el(
                "li",
                el("span", Html("&#9654;") if owes else Html("&#8226;"), aria_hidden="true"),
                el("span", called.player(number), class_="name"),
                el("span", scores[number].total if counted else "", class_="points"),
                el("span", " · ".join(notes), class_="note"),
                el("span", class_="clock", data_clock=number),
                class_="owes" if owes else None,
                id=f"player-{number}",
            )
        )
    return join(el("ul", *rows, class_="players"))


def sheet(frame: Frame, scores: Sequence[Score], words: Words) -> str:
    """The score sheet line by line: one column per player where all have the same lines, else one list each."""
    called = words.at_table(names(frame, words))
    blocks = []
    for score in scores:
        rows = [el("tr", el("td", line.text), el("td", f"{line.points:+d}", class_="n")) for line in score.lines]
        total = el("tr", el("th", words("Total"), scope="row"), el("td", score.total, class_="n"), class_="total")
        blocks.append(el("table", el("caption", called.player(score.seat)), el("tbody", *rows, total), class_="sheet"))
    return join(el("div", *blocks, class_="scroll"))


def log(lines: Sequence[LogLine], frame: Frame, words: Words) -> str:
    found = []
    bots = {f"Bot {n + 1}": words("Bot {n}", n=n + 1) for n, seat in enumerate(frame["seats"]) if seat["kind"] == "bot"}
    for line in lines:
        text = line.text
        for plain, own in bots.items():  # the match knows its people by one name in all languages
            text = text.replace(plain, own)
        rule = None
        if line.rule is not None:
            rule = el(
                "a",
                "§",
                href=f"../rules/{frame['game']}#{line.rule.id}",
                class_="rule",
                data_rule=line.rule.id,
                aria_label=words("Rule: {rule}", rule=line.rule.id),
            )
        found.append(el("li", text, rule, data_n=line.number))
    return join(*found)


def chat(shown: Shown) -> str:
    return join(
        *(
            el("li", el("strong", line.name), ": ", line.text, data_person=line.person)
            for line in shown.chat
            if line.text
        )
    )


# The end ------------------------------------------------------------------------------------------------------------


def end(frame: Frame, words: Words, scores: Sequence[Score]) -> str:
    game = shelf()[frame["game"]]
    own = game.words(words.lang)
    called = words.at_table(names(frame, words))
    table = frame["id"]
    if frame["status"] == "ended":
        reasons = {
            "resigned": words("Somebody gave up."),
            "agreed": words("Everybody agreed to end it."),
            "closed": words("The table was closed."),
            "expired": words("Nobody played on."),
        }
        head = join(el("h2", words("The game was ended")), el("p", reasons.get(frame["why"], "")))
    else:
        result = frame["result"]
        won = [called.player(seat) for seat in result["winners"]]
        said = words("Nobody has won.")
        if len(won) == 1:
            said = words("{name} has won!", name=won[0])
        elif won:
            said = words("{names} share the victory.", names=", ".join(won))
        head = join(
            el("h2", words("The game is over")),
            el("p", said, class_="won"),
            el("p", game.rule(result["rule"]).said(own)),
        )
    tools = [
        el("button", words("Rematch"), data_do="rematch", data_for="seated", class_="go"),
        el("a", words("Replay"), class_="button", href=f"{table}/replay"),
        el(
            "a",
            words("Download the record"),
            class_="button",
            href=f"../api/tables/{table}/record",
            download=f"kvartal-{frame['game']}-{table}.txt",
        ),
        el("button", words("Verify the deal"), data_verify=table),
        el("a", words("Back to the shelf"), class_="button", href="../"),
    ]
    if frame.get("rematch"):
        tools[0] = el("a", words("To the rematch"), class_="button go", href=frame["rematch"])
    sheets = Html(sheet(frame, scores, words)) if any(score.lines for score in scores) else None
    return join(
        el(
            "section",
            head,
            sheets,
            el("div", *tools, class_="tools"),
            el("div", id="verdict", role="status"),
            el("div", id="plot"),
        )
    )
