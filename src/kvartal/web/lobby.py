"""A table before its start: who sits where, what will be played, how others are invited."""

from kvartal.bots.characters import character_of
from kvartal.engine.words import Words
from kvartal.games import shelf
from kvartal.server.live.frame import TableShown
from kvartal.server.table.company import Company
from kvartal.web.guests import FACE, bot_options, bot_title, character_menu, usual_level
from kvartal.web.html import Html, el, join
from kvartal.web.new import unusual
from kvartal.web.portraits import face


def lobby(frame: TableShown, words: Words) -> str:
    rows = []
    for number, seat in enumerate(frame.seats):
        kind, who = seat.kind, seat.called or seat.name or ""
        said = who or (
            bot_title(seat.bot or "", words) if kind == "bot" else words("free") if kind == "open" else words("invited")
        )
        acts: list[Html] = []
        if kind == "open":
            acts.append(
                el(
                    "button",
                    words("Sit here"),
                    data_do="sit",
                    data_seat=number,
                    class_="go",
                    aria_label=words("Sit on seat {n}", n=number + 1),
                )
            )
            acts.append(
                el(
                    "button",
                    words("A bot instead"),
                    data_do="bot",
                    data_seat=number,
                    data_for="host",
                    class_="quiet",
                    aria_label=words("A bot on seat {n}", n=number + 1),
                )
            )
        if kind in ("open", "invited"):
            acts.append(
                el(
                    "button",
                    words("Private link"),
                    data_do="invite",
                    data_seat=number,
                    data_for="host",
                    class_="quiet",
                    aria_label=words("Private link for seat {n}", n=number + 1),
                )
            )
        elif kind == "bot":
            acts.append(
                el(
                    "button",
                    words("Free this seat"),
                    data_do="free",
                    data_seat=number,
                    data_for="host",
                    class_="quiet",
                    aria_label=words("Free seat {n}", n=number + 1),
                )
            )
        elif seat.person:
            acts.append(
                el(
                    "button",
                    words("Stand up"),
                    data_do="stand",
                    data_seat=number,
                    data_for=seat.person,
                    class_="quiet",
                )
            )
            acts.append(
                el(
                    "button",
                    words("Send away"),
                    data_do="remove",
                    data_person=seat.person,
                    data_for="host-not-" + seat.person,
                    class_="quiet",
                    aria_label=words("Send {name} away", name=said),
                )
            )
        here = words("here") if seat.here else None
        guest = character_of(seat.bot or "")
        line = guest.told(words.lang).line if guest and kind == "bot" else here
        drawn = face(seat.bot or "", FACE) if kind == "bot" else None
        who_text = join(drawn, el("span", el("strong", said), el("small", line) if line else None))
        rows.append(
            el(
                "li",
                el("span", who_text, class_="sitter"),
                el("span", *acts, class_="tools"),
                id=f"lobby-seat-{number}",
                class_="taken" if kind != "open" else None,
            )
        )
    empty = sum(1 for seat in frame.seats if seat.kind in ("open", "invited"))
    left = words.count("{n} seat is still free.", "{n} seats are still free.", empty)
    if not empty:
        host = next((seat.name or "" for seat in frame.seats if seat.person == frame.host), "")
        left = words("Everybody sits; {name} can start the game now.", name=host) if host else words("Everybody sits.")
    starting = frame.status == "salting"
    begin = el("button", words("Start the game"), data_do="start", data_for="host", class_="go", disabled=empty > 0)
    wait = words("The cards are being shuffled…") if starting else left
    game = shelf()[frame.game]
    own = game.words(words.lang)
    chosen = unusual(game, frame.options, words)
    what = (
        el("ul", *(el("li", each) for each in chosen), class_="summary")
        if chosen
        else el("p", words("Standard rules."))
    )
    code = frame.code or ""
    send = el("button", words("Send the link"), id="send", data_for="seated", class_="go")
    return join(
        el(
            "div",
            el(
                "section",
                el("h2", words("Who plays")),
                el("ul", *rows, class_="seats"),
                el("p", wait, role="status"),
                silent(frame, words) if starting else None,
                el(
                    "p",
                    send if empty and code else None,  # on a phone; at a desk what is below stands beside
                    begin,
                    el("button", words("Close the table"), data_do="close", data_for="host", class_="quiet"),
                    class_="row",
                ),
                el("h2", words("What is played")),
                el(
                    "div",
                    el("img", src=f"../cover/{game.key}.svg", alt="", class_="cover"),
                    el(
                        "div",
                        el("p", el("strong", own(game.title))),
                        el("p", own(game.tagline)),
                        what,
                        el("p", help_said(frame.help, words), class_="muted"),
                        el("p", el("a", words("Rules"), href=f"../rules/{game.key}")),
                    ),
                    class_="played",
                ),
            ),
            el(
                "section",
                el("h2", words("Invite")),
                el(
                    "img",
                    src=f"{frame.id}/qr.svg",
                    alt=words("QR code of the link to this table"),
                    class_="qr",
                    width=240,
                    height=240,
                ),
                el("label", words("Link"), for_="link"),
                el("input", id="link", readonly=True),
                el("p", el("button", words("Copy the link"), data_copy="link")),
                el("p", words("or the code"), " ", el("span", code, class_="code")),
                class_="invite",
            )
            if code
            else None,
            class_="lobby",
        )
    )


def silent(frame: TableShown, words: Words) -> Html | None:
    """Whose devices have promised a salt and not opened it: a phone that sleeps holds up the others, not for ever."""
    names = [seat.name or "" for seat in frame.seats if seat.salt == "promised"]
    if not names:
        return None
    again = words("If it stays silent, start again in ten seconds: then the cards are shuffled without it.")
    who = words("No answer yet from the device of: {names}.", names=", ".join(dict.fromkeys(names)))
    return el("p", who, " ", el("span", again, data_for="host"))


def help_said(allowed: bool, words: Words) -> str:
    """What everybody at a table should know about help there."""
    return words("With help: anybody may ask for hints.") if allowed else words("Without help: no hints at this table.")


def bot_menu(company: Company, game: str, words: Words) -> Html:
    """Which bot the host puts onto a free seat."""
    return el(
        "div",
        el("span", id="botface"),
        el("label", words("A bot on a free seat"), for_="botlevel"),
        el("select", *bot_options(company, game, words, chosen=usual_level(company)), id="botlevel"),
        character_menu(words, "botcharacter", 0, words("Who plays there")),
        id="botmenu",
        class_="option",
        hidden=True,
    )


def private_link(words: Words, id_: str) -> Html:
    """Where a link with a key is shown: whoever opens it first has the seat."""
    return el(
        "div",
        el("label", words("A private link: whoever opens it first takes the seat"), for_=f"{id_}-link"),
        el("input", id=f"{id_}-link", readonly=True),
        el("button", words("Copy the link"), data_copy=f"{id_}-link"),
        el("div", class_="code-of-it"),
        id=id_,
        class_="private",
        hidden=True,
    )
