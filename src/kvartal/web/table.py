"""The page of a table: what stays while its parts are patched."""

from kvartal.engine.game import Game, Setup
from kvartal.engine.words import Words
from kvartal.web.guide import guide
from kvartal.web.html import Html, el
from kvartal.web.lobby import bot_menu, private_link
from kvartal.web.parts import PHRASES
from kvartal.web.rules import listed
from kvartal.web.visit import Visit, page


def _turn(words: Words) -> Html:
    """Whose turn it is, and what can be done in it."""
    return el(
        "section",
        el("h2", words("Connecting…"), id="status", tabindex="-1"),  # #spoken says it in its place
        el("span", id="ticking", class_="clock", aria_hidden="true"),  # of whoever is waited for: others lie below
        el("div", id="asked", class_="asked", role="status"),
        el("div", id="turn", class_="turn", hidden=True),
        el("div", id="latest", class_="latest", aria_hidden="true"),  # log and chat, which lie far below on a phone
        el("div", id="moves", class_="moves", role="group", aria_label=words("What you can do"), hidden=True),
        el(
            "div",
            el("button", words("Undo"), id="undo", title="U", hidden=True),
            el("button", words("Hint"), id="hint", title="H", hidden=True),
            class_="tools",
        ),
        id="turnbox",
    )


def _further(words: Words) -> Html:
    """What helps at any time; on a phone it is scrolled away, and the turn stays."""
    return el(
        "div",
        el("button", words("The last turn again"), id="again", title="A"),
        el("button", words("Text board"), id="astext", title="T", aria_pressed="false"),
        el("button", words("Rules"), id="showrules", title="R"),
        el("button", words("Keys"), id="showkeys", title="?"),
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
        _turn(words),
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


def _play(words: Words) -> Html:
    """The game itself."""
    return el(
        "div",
        el(
            "div",
            el("div", id="end"),
            _news(words),
            el("p", id="ribbon", class_="ribbon"),  # a board knows nothing of a game that was broken off
            el("div", id="board"),
            el("div", id="oncemore", hidden=True),  # after the board: of two things with one name the first counts
            el("div", id="caption", class_="caption", aria_hidden="true"),  # #spoken says it
            el("button", words("Show where"), id="showwhere", class_="go", hidden=True),
            el("div", id="textboard", tabindex="-1", role="region", aria_label=words("Text board"), hidden=True),
        ),
        _side(words),
        class_="play",
        id="play",
    )


def _close(words: Words) -> Html:
    return el("form", el("button", words("Close")), method="dialog", class_="close")


def _rules(game: Game, own: Words, words: Words, data: dict[str, object], book: str) -> Html:
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
        ("1–9", words("press the first, second … of the listed moves")),
        ("← ↑ → ↓", words("go from place to place")),
        ("Shift + ←", words("the same, and why something cannot be done")),
        ("Enter", words("do it")),
        ("U", words("take back")),
        ("H", words("hint")),
        ("A", words("the last turn of the others again")),
        ("T", words("board as text, and back")),
        ("R", words("rules")),
        ("L", words("what happened")),
        ("C", words("chat; Esc leads out of it")),
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
        bot_menu(visit.company, words),
        el("div", id="lobbychat", class_="lobbychat"),
        private_link(words, "invited"),
        _play(words),
        _rules(game, own, words, setup.data.corrections(), book),
        _keys(words),
        _naming(words),
        _curtain(words),
        _why(words),
        guide(game, own, words),
        script="table.js",
        kind="table",
        table=table,
        person=visit.person.id if visit.person else "",
        game=game.key,
        secrets="1" if secrets else "",
        title=title,
    )
