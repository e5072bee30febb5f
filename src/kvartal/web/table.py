"""The page of a table: what stays while its parts are patched."""

from kvartal.engine.game import Game, Setup
from kvartal.engine.words import Words
from kvartal.web import coach
from kvartal.web.guests import portraits
from kvartal.web.guide import guide
from kvartal.web.hints import hint_panel
from kvartal.web.html import Html, el
from kvartal.web.lobby import bot_menu, private_link
from kvartal.web.parts import PHRASES
from kvartal.web.rules import listed
from kvartal.web.visit import Visit, choices, page

# Drawn in a square of 24 × 24, where a phone has no room for words
ICONS = {
    "menu": "M4 7h16M4 12h16M4 17h16",
    "undo": "M9 6l-5 5 5 5M4 11h10a5 5 0 0 1 0 10h-3",
    "hint": "M9 17h6M10 20.5h4M12 3a6 6 0 0 0-3.6 10.8c.5.5.6 1.2.6 1.7h6c0-.5.1-1.2.6-1.7a6 6 0 0 0-3.6-10.8z",
}


def icon(name: str) -> Html:
    return el("svg", el("path", d=ICONS[name]), viewBox="0 0 24 24", class_="icon", aria_hidden="true")


def tool(name: str, word: str, key: str) -> Html:
    return el("button", icon(name), el("span", word), id=name, title=key, aria_label=word, hidden=True)


def menu(visit: Visit) -> Html:
    """On a phone, while a game is on, instead of the header of the site."""
    words = visit.words
    inside = [el("a", words("Back to the shelf"), href=f"{visit.base}/"), *choices(visit)]
    return el(
        "details",
        el("summary", icon("menu"), aria_label=words("Menu")),
        el("div", *inside, class_="menu"),
        class_="settings",
        id="menu",
    )


def _turn(visit: Visit) -> Html:
    """Whose turn it is, and what to do."""
    words = visit.words
    return el(
        "section",
        menu(visit),
        el("h2", words("Connecting…"), id="status", tabindex="-1"),  # #spoken says it in its place
        el("span", id="ticking", class_="clock", aria_hidden="true"),  # of whoever is waited for: others lie below
        el("p", id="sentence", class_="sentence"),
        el("div", id="steps", class_="course"),
        el("div", tool("undo", words("Undo"), "U"), tool("hint", words("Hint"), "H"), class_="tools"),
        id="turnbox",
        class_="bar",
    )


def dock(words: Words) -> Html:
    """What can be done apart from the board; on a phone it is at the thumb, with the ways to what is out of sight."""
    return el(
        "div",
        el(
            "div",
            el("div", id="picks", class_="picks", role="radiogroup", aria_label=words("Choose first"), hidden=True),
            el("div", id="buttons", class_="buttons", role="group", aria_label=words("What you can do"), hidden=True),
            el("div", id="latest", class_="latest", aria_hidden="true"),  # log and chat, which lie far below on a phone
            class_="doing",
        ),
        el("nav", id="tabs", class_="tabs", aria_label=words("Parts of the table")),
        id="dock",
        class_="dock",
    )


def _further(words: Words) -> Html:
    """What helps at any time; on a phone it is scrolled away, and the turn stays."""
    return el(
        "div",
        el("button", words("The last turn again"), id="again", title="A"),
        el("button", words("Text board"), id="astext", title="T", aria_pressed="false"),
        el("button", words("Rules"), id="showrules", title="R"),
        el("button", words("Keys"), id="showkeys", title="?"),
        el(
            "button",
            words("Sketch"),
            id="sketch",
            title=words("Try out what might follow, from what I know"),
            hidden=True,
        ),
        el("button", words("First game"), id="showguide"),
        el("button", words("Sounds: off"), id="sound", aria_pressed="false"),
        el("button", words("Step by step: on"), id="pace", aria_pressed="true"),
        class_="tools more",
    )


def _chat(words: Words) -> Html:
    return el(
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
        el(
            "div",
            *(el("button", words(phrase), data_say=phrase) for phrase in PHRASES),
            id="phrases",
            class_="phrases",
            role="group",
            aria_label=words("Said with one press"),
        ),
        el("p", el("input", type="checkbox", id="mute"), " ", el("label", words("Mute the chat"), for_="mute")),
        id="chatbox",
    )


def _side(words: Words) -> Html:
    """What stands beside the board."""
    return el(
        "div",
        el("section", el("div", id="turn", class_="turn"), id="turnsofar", hidden=True),
        _further(words),
        el("section", el("h2", words("Players")), el("div", id="players")),
        el("details", el("summary", words("Score")), el("div", id="scores"), id="scorebox", hidden=True),
        el(
            "details",
            el("summary", words("What happened")),
            el("ol", id="log", class_="log", tabindex="0", aria_label=words("What happened")),
            open=True,
        ),
        el("div", _chat(words), id="chathome"),
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
        id="side",
    )


def _news(words: Words) -> Html:
    """What happened since one last looked."""
    return el(
        "section",
        el("strong"),
        el("ol", id="newslines", class_="log"),
        el("button", words("Close"), id="closenews", class_="quiet"),
        id="news",
        class_="news",
        hidden=True,
    )


def _play(visit: Visit) -> Html:
    """The game itself."""
    words = visit.words
    return el(
        "div",
        _turn(visit),
        dock(words),
        el(
            "div",
            el("div", id="asked", class_="asked", role="status"),
            el("div", id="end"),
            _news(words),
            el("p", id="ribbon", class_="ribbon"),  # a board knows nothing of a game that was broken off
            el("div", id="board"),
            el("div", id="oncemore", hidden=True),  # after the board: of two things with one name the first counts
            el("div", id="caption", class_="caption", aria_hidden="true"),  # #spoken says it
            el("button", words("Show where"), id="showwhere", class_="go", hidden=True),
            el("div", id="textboard", tabindex="-1", role="region", aria_label=words("Text board"), hidden=True),
            # Every move in words: beside the text board, and always for whoever listens
            el("div", id="moves", class_="moves", role="group", aria_label=words("All moves"), hidden=True),
            class_="middle",
        ),
        _side(words),
        hint_panel(words),
        class_="play",
        id="play",
    )


def _close(words: Words) -> Html:
    return el("form", el("button", words("Close")), method="dialog", class_="close")


def rules(game: Game, own: Words, words: Words, data: dict[str, object], book: str) -> Html:
    return el(
        "dialog",
        el(
            "form",
            el("h2", words("Rules: {game}", game=own(game.title))),
            el("button", words("Close")),
            method="dialog",
            class_="bar",
        ),
        listed(game, own, words, data, book=book),
        id="rules",
        aria_label=words("Rules"),
    )


def _keys(words: Words) -> Html:
    keys = [
        ("1–9", words("press the first, second … button of the bar")),
        ("← ↑ → ↓", words("go from place to place")),
        ("Shift + ←", words("the same, and why something cannot be done")),
        ("Enter", words("do it")),
        ("U", words("take back")),
        ("H", words("hint")),
        ("W", words("why not this one? (of a place or a button)")),
        ("A", words("the last turn of the others again")),
        ("T", words("board as text, and back")),
        ("R", words("rules")),
        ("L", words("what happened")),
        ("C", words("chat; Esc leads out of it")),
        ("N", words("in the first game: next, or to what is ringed")),
    ]
    rows = [el("tr", el("th", el("kbd", key), scope="row"), el("td", text)) for key, text in keys]
    return el(
        "dialog",
        _close(words),
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


def _naming(words: Words) -> Html:
    """Whoever sits down without a name is asked for one."""
    return el(
        "dialog",
        _close(words),
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


def _curtain(words: Words) -> Html:
    """Between several people at one device."""
    return el(
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


def _why(words: Words) -> Html:
    """Why something cannot be done."""
    return el(
        "div",
        el("strong"),
        el("span"),
        el("a", words("The rule"), href="#rules", data_rule=""),
        id="why",
        role="status",
        hidden=True,
    )


def table_page(visit: Visit, table: str, setup: Setup, secrets: bool) -> Html:
    game, words = setup.game, visit.words
    own, book = game.words(words.lang), game.book(setup.options)
    title = own(game.title)
    return page(
        visit,
        title,
        el("div", el("span"), " ", el("button", class_="quiet"), id="banner", role="alert", hidden=True),
        el("h1", title, class_="tabletitle"),
        el("div", id="spoken", class_="unseen", aria_live="polite"),
        el("div", id="lobby"),
        portraits(),
        bot_menu(visit.company, game.key, words),
        el("div", id="lobbychat", class_="lobbychat"),
        private_link(words, "invited"),
        _play(visit),
        rules(game, own, words, setup.data.corrections(), book),
        _keys(words),
        _naming(words),
        _curtain(words),
        _why(words),
        coach.bubble(words),
        guide(setup, own, words),
        script="table.js",
        kind="table",
        table=table,
        person=visit.person.id if visit.person else "",
        game=game.key,
        secrets="1" if secrets else "",
        title=title,
    )
