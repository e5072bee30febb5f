"""The page that plays a record: from a table that is over, or from a file."""

from kvartal.web.html import Html, el
from kvartal.web.moments import LARGEST
from kvartal.web.visit import Visit, page


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
    controls = el(
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
        ),
        class_="controls",
    )
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
        ),
        class_="side",
    )
    told = el("div", id="textboard", tabindex="-1", role="region", aria_label=words("Text board"), hidden=True)
    play = el("div", el("div", el("div", id="board"), told), side, class_="play")
    ended = el("section", id="end", hidden=True) if not table else None
    player = el("div", controls, play, ended, id="player", hidden=True)
    title = words("Replay a record")
    return page(visit, title, el("h1", title), upload, player, script="replay.js", kind="table", table=table)
