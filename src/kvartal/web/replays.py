"""The page that plays a record: from a table that is over, or from a file."""

from kvartal.engine.words import Words
from kvartal.web.html import Html, el
from kvartal.web.moments import LARGEST
from kvartal.web.visit import Visit, page


def controls(words: Words, *more: object) -> Html:
    """What goes through a match, and as whom one looks."""
    return el(
        "section",
        el(
            "div",
            el("button", "▷", id="run", aria_label=words("Play it by itself"), aria_pressed="false"),
            el("button", "|◀", id="first", aria_label=words("To the beginning")),
            el("button", "◀", id="back", aria_label=words("One step back")),
            el("input", type="range", id="step", min=0, max=1, value=0, aria_label=words("Step")),
            el("button", "▶", id="next", aria_label=words("One step on")),
            el("button", "▶|", id="last", aria_label=words("To the end")),
            class_="steps",
        ),
        el(
            "p",
            el("output", id="where"),
            " · ",
            el("label", words("As seen by"), for_="seat"),
            " ",
            el("select", id="seat", data_watcher=words("a spectator"), data_truth=words("the whole truth")),
            " ",
            el("button", words("Text board"), id="astext", title="T", aria_pressed="false"),
            *more,
        ),
        class_="controls",
    )


def text_board(words: Words) -> Html:
    return el("div", id="textboard", tabindex="-1", role="region", aria_label=words("Text board"), hidden=True)


def replay_page(visit: Visit, table: str = "") -> Html:
    words = visit.words
    upload = None
    if not table:
        upload = el(
            "section",
            el("p", words("A record is the text of a match. Download it at the end of a game, keep it, send it.")),
            el("label", words("A record from this device"), for_="file"),
            " ",
            el("input", type="file", id="file", accept=".txt,.kvartal,text/plain", data_largest=LARGEST),
            el(
                "p",
                id="unreadable",
                class_="wrong",
                role="status",
                data_large=words("This file is too large for a record."),
            ),
        )
    back = el("p", el("a", words("Back to the table"), href=f"{visit.base}/table/{table}")) if table else None
    side = el(
        "div",
        el(
            "section",
            el("h2", words("What happened")),
            el("p", id="points", class_="muted", tabindex="0"),
            el("ol", id="said", class_="log", tabindex="0", aria_label=words("What happened")),
        ),
        el(
            "section",
            el("button", words("Verify the deal"), id="verify"),
            " ",
            el("a", words("Review of the match"), href=f"{visit.base}/{f'table/{table}/' if table else ''}review"),
            el("div", id="verdict", role="status"),
            el(
                "p",
                words("Arrow keys, Home and End go through the game; on a phone, draw a finger over the board."),
                class_="muted",
            ),
            el("p", el("kbd", "T"), ": ", words("board as text, and back"), class_="muted"),
            back,
            el("p", el("a", words("My studies"), href=f"{visit.base}/studies")),
        ),
        class_="side",
    )
    play = el("div", el("div", el("div", id="board"), text_board(words)), side, class_="play")
    ended = el("section", id="end", hidden=True) if not table else None
    what_if = (" ", el("button", words("What if…?"), id="whatif", title=words("Play on from here against bots")))
    player = el("div", controls(words, *what_if), play, ended, id="player", hidden=True)
    title = words("Replay a record")
    return page(visit, title, el("h1", title), upload, player, script="replay.js", kind="table", table=table)
