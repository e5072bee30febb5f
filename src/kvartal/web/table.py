"""The page of a table: what stays while its parts are patched."""

from kvartal.engine.game import Game
from kvartal.web.guide import guide
from kvartal.web.html import Html, el
from kvartal.web.lobby import private_link
from kvartal.web.rules import listed
from kvartal.web.visit import Visit, page


def table_page(visit: Visit, table: str, game: Game, data: dict[str, object], secrets: bool) -> Html:
    words, own = visit.words, game.words(visit.words.lang)
    title = own(game.title)
    turn = el(
        "section",
        el("h2", words("Connecting…"), id="status", tabindex="-1"),  # #spoken says it in its place
        el("div", id="asked", class_="asked", role="status"),
        el("div", id="turn", class_="turn", hidden=True),
        el("div", id="moves", class_="moves", role="group", aria_label=words("What you can do"), hidden=True),
        el(
            "div",
            el("button", words("Undo"), id="undo", title="U", hidden=True),
            el("button", words("Hint"), id="hint", title="H", hidden=True),
            class_="tools",
        ),
        el(
            "div",
            el("button", words("Text board"), id="astext", title="T", aria_pressed="false"),
            el("button", words("Rules"), id="showrules", title="R"),
            el("button", words("Keys"), id="showkeys", title="?"),
            el("button", words("First game"), id="showguide"),
            el("button", words("Sounds: off"), id="sound", aria_pressed="false"),
            class_="tools more",
        ),
        id="turnbox",
    )
    side = el(
        "div",
        turn,
        el("section", el("h2", words("Players")), el("div", id="players")),
        el("details", el("summary", words("Score")), el("div", id="scores"), id="scorebox", hidden=True),
        el(
            "details",
            el("summary", words("What happened")),
            el("ol", id="log", class_="log", tabindex="0", aria_label=words("What happened")),
            open=True,
        ),
        el(
            "details",
            el("summary", words("Chat"), " ", el("span", id="unread")),
            el("ul", id="chatlines", class_="chatlines", tabindex="0", aria_label=words("Chat")),
            el(
                "form",
                el("label", words("Say something"), for_="chattext"),
                el("input", id="chattext", maxlength=500, autocomplete="off"),
                el("button", words("Send")),
                id="chat",
                class_="row",
            ),
            el("p", el("input", type="checkbox", id="mute"), " ", el("label", words("Mute the chat"), for_="mute")),
            id="chatbox",
        ),
        el(
            "details",
            el("summary", words("This table")),
            el(
                "div",
                el(
                    "button",
                    words("Let a bot play for me"),
                    data_do="bot",
                    data_for="playing",
                    data_sure=words(
                        "Let a bot play for you until you come back? Among bots alone the game is over in a moment."
                    ),
                ),
                el(
                    "button",
                    words("Give up"),
                    data_do="resign",
                    data_for="playing",
                    data_sure=words("Give up this game?"),
                ),
                el("button", words("Agree to end"), data_do="end", data_for="undecided"),
                el("button", words("Move my seat to another device"), data_do="invite", data_for="seated"),
                el("button", words("Notify me of my turn"), id="notify"),
                class_="tools",
            ),
            private_link(words, "moved"),
            id="tablebox",
        ),
        class_="side",
    )
    news = el(
        "section",
        el("strong"),
        el("ol", id="newslines", class_="log"),
        el("button", words("Close"), id="closenews", class_="quiet"),
        id="news",
        class_="news",
        hidden=True,
    )
    play = el(
        "div",
        el(
            "div",
            el("div", id="end"),
            news,
            el("div", id="board"),
            el("div", id="textboard", tabindex="-1", role="region", aria_label=words("Text board"), hidden=True),
        ),
        side,
        class_="play",
        id="play",
    )
    close = el("form", el("button", words("Close")), method="dialog", class_="close")
    rules = el(
        "dialog",
        el(
            "form",
            el("h2", words("Rules: {game}", game=title)),
            el("button", words("Close")),
            method="dialog",
            class_="bar",
        ),
        listed(game, own, words, data),
        id="rules",
        aria_label=words("Rules"),
    )
    keys = [
        ("1–9", words("press the first, second … of the listed moves")),
        ("← ↑ → ↓", words("go from place to place")),
        ("Shift + ←", words("the same, and why something cannot be done")),
        ("Enter", words("do it")),
        ("U", words("take back")),
        ("H", words("hint")),
        ("T", words("board as text, and back")),
        ("R", words("rules")),
        ("L", words("what happened")),
        ("C", words("chat; Esc leads out of it")),
    ]
    rows = [el("tr", el("th", el("kbd", key), scope="row"), el("td", text)) for key, text in keys]
    help_ = el(
        "dialog",
        close,
        el("h2", words("Keys")),
        el("table", el("tbody", *rows), class_="sheet"),
        el(
            "p",
            el("input", type="checkbox", id="letters", checked=True),
            " ",
            el("label", words("Single letters and digits are keys"), for_="letters"),
        ),
        id="keys",
        aria_label=words("Keys"),
    )
    name = el(
        "dialog",
        close,
        el("h2", words("What shall we call you?")),
        el(
            "form",
            el("label", words("Your name"), for_="myname"),
            el("input", id="myname", maxlength=40, required=True, autocomplete="nickname", autofocus=True),
            el("button", words("Sit down"), class_="go"),
            id="naming",
            class_="row",
            method="dialog",
        ),
        id="namebox",
        aria_label=words("What shall we call you?"),
    )
    curtain = el(
        "div",
        el(
            "div",
            el("p", words("Hand the device over to"), id="handover"),
            el("h2", id="nextname", tabindex="-1"),
            el("button", words("It is me"), id="itsme", class_="go"),
        ),
        id="curtain",
        class_="curtain",
        hidden=True,
        role="alertdialog",
        aria_labelledby="handover nextname",
    )
    banner = el("div", el("span"), " ", el("button", class_="quiet"), id="banner", role="alert", hidden=True)
    why = el(
        "div",
        el("strong"),
        el("span"),
        el("a", words("The rule"), href="#rules", data_rule=""),
        id="why",
        role="status",
        hidden=True,
    )
    return page(
        visit,
        title,
        banner,
        el("h1", title, class_="tabletitle"),
        el("div", id="spoken", class_="unseen", aria_live="polite"),
        el("div", id="lobby"),
        private_link(words, "invited"),
        play,
        rules,
        help_,
        name,
        curtain,
        why,
        guide(game, own, words),
        script="table.js",
        kind="table",
        table=table,
        person=visit.person.id if visit.person else "",
        game=game.key,
        secrets="1" if secrets else "",
        title=title,
    )
