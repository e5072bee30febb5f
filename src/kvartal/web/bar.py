"""The bar of the page, made from the game's: whose turn it is, what to do, the moves without a place on the board."""

import json
from collections.abc import Sequence
from functools import lru_cache

from kvartal.engine.bar import Bar, Button, Pick, Tab, turn_of
from kvartal.engine.game import Setup
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.server.live.shown import Shown
from kvartal.web import faults
from kvartal.web.html import Html, el, join
from kvartal.web.parts import escaped, standing

MOST_AMOUNTS = 4  # in a row; more are gone through by − and +
REMEMBERED = 256  # rows of tabs: a game has a few
LONGEST = 22  # letters of the amount between them


def bar_of(view: View, lang: str) -> Bar:
    """What the game says of the moment; if it fails, whose turn it is, and a button for every move."""
    try:
        return view.bar(lang)
    except Exception as error:
        faults.log(view.setup.game, "bar", error)
        game, words = view.setup.game, view.words(lang)
        labels = [(code, game.label(view.setup, code, words)) for code in view.codes()]
        return Bar(turn_of(view, words), buttons=tuple(Button(code, label, label) for code, label in labels))


def parts_of(shown: Shown, told: Bar | None, words: Words, named: Words) -> dict[str, str]:
    """The moment apart from the board, each part of it in its own place; `named` are the words of this table."""
    frame, view = shown.frame, shown.view
    state = standing(frame, view, named)
    found = {"status": state, "sentence": "", "steps": "", "buttons": "", "picks": "", "tabs": ""}
    if told is None or view is None:
        return found
    seat = view.seat
    if frame.status == "playing" and (seat is None or not frame.seats[seat].bot):
        title, waits = escaped(told.title), seat is None or seat not in view.waiting
        found |= {"status": title, "sentence": escaped(told.sentence) or (state if waits and state != title else "")}
        found |= pressed(told, view.setup, words)
    found["tabs"] = tabs(told, words, words("Table"))
    return found


def pressed(told: Bar, setup: Setup, words: Words) -> dict[str, str]:
    """What can be pressed apart from the board, and the steps of the turn."""
    steps = [el("li", each, aria_current="step" if n == told.step else None) for n, each in enumerate(told.steps)]
    return {
        "steps": join(el("ol", *steps)) if steps else "",
        "buttons": buttons(told.buttons, setup, words),
        "picks": join(*(picked(each, setup) for each in told.picks)),
    }


def tabs(told: Bar, words: Words, side: str) -> str:
    """On a phone: the ways to what is out of sight; `side` is what stands beside the board elsewhere."""
    return _tabs(told.tabs, words("Board"), side)


@lru_cache(REMEMBERED)
def _tabs(listed: Sequence[Tab], board: str, side: str) -> str:
    ways = [("", board), *((tab.id, tab.shown) for tab in listed), ("side", side)]
    now = {"aria_current": "true"}
    return join(
        *(
            el("button", text, data_tab=name, id=f"tab-{name}", **({} if n else now))
            for n, (name, text) in enumerate(ways)
        )
    )


def buttons(listed: Sequence[Button], setup: Setup, words: Words) -> str:
    """In their order; amounts together, where the first of them stands: a few in a row, many as − n +."""
    amounts = [each for each in listed if each.kind == "amount"]
    found, many = [], len(amounts) > MOST_AMOUNTS
    for each in listed:
        if each.kind != "amount":
            found.append(button(each, setup))
        elif each is amounts[0]:
            rows = [button(one, setup, wordy=many, hidden=many and n > 0) for n, one in enumerate(amounts)]
            if many:
                less = el("button", "−", data_step="-1", aria_label=words("Less"))
                rows = [less, *rows, el("button", "+", data_step="1", aria_label=words("More"))]
            found.append(el("span", *rows, class_="amounts stepper" if many else "amounts", role="group"))
    return join(*found)


def button(each: Button, setup: Setup, *, wordy: bool = False, hidden: bool = False) -> Html:
    """`wordy`: where it is the only one of its kind in sight, it says what it does if that is short."""
    shown = each.said if wordy and len(each.said) <= LONGEST else each.shown
    return el(
        "button",
        shown,
        id=f"do-{each.code}",
        class_="go" if each.kind == "main" else None,
        title=each.said if each.said != shown else None,
        aria_label=each.said if each.said != shown else None,
        data_move=setup.notation[each.code],
        hidden=hidden,
    )


def picked(pick: Pick, setup: Setup) -> Html:
    """A thing to take up, with the places it can go to."""
    places = {place: setup.notation[code] for place, code in pick.moves}
    face = (
        el("svg", Html(pick.face), viewBox="0 0 48 48", class_="face", aria_hidden="true") if pick.face else pick.shown
    )
    return el(
        "button",
        face,
        id=f"pick-{pick.key}",
        role="radio",
        aria_checked="false",
        aria_label=pick.said,
        title=pick.said,
        data_pick=pick.key,
        data_shown=pick.shown,
        data_places=json.dumps(places),
    )


def moves(view: View, lang: str, told: Bar, words: Words) -> str:
    """Every move in the words that the board speaks: those of the bar, of each thing that is taken up, of the board."""
    game, own = view.setup.game, view.words(lang)
    bar, picks = {each.code for each in told.buttons}, [{code for _, code in pick.moves} for pick in told.picks]
    legal = view.codes()
    board = set(legal) - bar.union(*picks)
    groups = [("", bar), *zip((pick.said for pick in told.picks), picks, strict=True), (words("On the board"), board)]
    found = []
    for head, codes in groups:
        rows = [
            el(
                "button",
                game.offered(view, code, own),
                id=f"move-{code}",
                data_move=view.setup.notation[code],
                tabindex=-1,
            )
            for code in legal
            if code in codes
        ]
        if rows:
            found.append(el("div", el("h3", head) if head and len(codes) < len(legal) else None, *rows))
    return join(*found)
