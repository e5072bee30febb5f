"""A new table: who plays and which way; behind one press every option, each seat, who may come, pace and help."""

import json
from collections.abc import Mapping

from kvartal.engine.game import Game
from kvartal.engine.option import BadSetup, Option, read_options
from kvartal.engine.words import Words
from kvartal.server.store.index import SharedDeal
from kvartal.web.covers import cover
from kvartal.web.guests import bot_options, character_menu, portraits, rivals
from kvartal.web.home import players
from kvartal.web.html import Html, el, join
from kvartal.web.visit import Visit, page

MOST_ROWS = 12  # seats that can be chosen one by one; at larger tables the rest is alike


def unusual(game: Game, options: Mapping[str, object], words: Words) -> list[str]:
    """What differs from the usual values, in words."""
    own, found = game.words(words.lang), []
    try:
        values = read_options(game.options, options)
    except BadSetup:  # of other rules than ours
        return []
    for option in game.options:
        value = values[option.name]
        if value == option.default:
            continue
        if isinstance(value, bool):
            shown = words("yes") if value else words("no")
        else:
            shown = str(value) if isinstance(value, int) else game.value_text(option, value, own)
        found.append(f"{own(option.text)}: {shown}")
    return found


def new_table(visit: Visit, game: Game, preset: str, deal: str = "", shared: SharedDeal | None = None) -> Html:
    """First who plays and which way; everything else is folded, and what is unusual in it stands in one line."""
    words, own = visit.words, game.words(visit.words.lang)
    title = own(game.title)
    chosen = []
    if shared is not None:
        said = [words("The same cards for everybody who plays this deal."), *unusual(game, shared.options, words)]
        chosen = [el("li", each) for each in said]
    form = el(
        "form",
        el("input", type="hidden", name="deal", value=deal) if deal else None,
        _people(game, visit, shared.players if shared else 0),
        _presets(game, preset, words, own) if not deal else None,
        el(
            "details",
            el("summary", words("More options")),
            _options(game, preset, words, own) if not deal else None,
            _seats(game, visit, shared.players if shared else 0),
            _who(words),
            _pace(words),
            _help(words),
            id="more",
        ),
        el(
            "ul",
            *chosen,
            id="chosen",
            class_="summary",
            data_none=words("Standard rules."),
            data_yes=words("yes"),
            data_no=words("no"),
        ),
        el(
            "p",
            el("button", words("Set up the table"), class_="go", data_now=words("Play now")),
            class_="send",
        ),
        portraits(),
        id="new",
        data_game=game.key,
    )
    intro = el(
        "div",
        cover(game, own, preset),
        el("p", own(game.tagline)),
        el("p", f"{players(game, words)} · {words('{n} minutes', n=game.minutes)}", class_="facts"),
        el("p", el("a", words("Rules"), href=f"{visit.base}/rules/{game.key}")),
        class_="intro",
    )
    preview = el(
        "div",
        el("h2", words("How it begins")),
        el("div", id="preview") if not deal else None,  # its cards are not shown before they are played
        el("p", id="impossible", class_="wrong", role="status"),
    )
    return page(
        visit,
        words("New table: {game}", game=title),
        el("h1", words("New table: {game}", game=title)),
        el("div", form, el("div", intro, preview, class_="about"), class_="setup"),
        script="new.js",
    )


def _choice(name: str, value: str, title: str, text: str, checked: bool, **more: object) -> Html:
    return el(
        "label",
        el("input", type="radio", name=name, value=value, checked=checked, **more),
        el("span", el("strong", title), el("small", text)),
        class_="choice",
    )


def _presets(game: Game, chosen: str, words: Words, own: Words) -> Html | None:
    if not game.presets:
        return None
    plain: dict[str, object] = {option.name: option.default for option in game.options}
    rows: list[tuple[str, str, str, dict[str, object]]] = [
        (each.name, own(each.title), own(each.text), {**plain, **each.options}) for each in game.presets
    ]
    standard = next((name for name, _, _, values in rows if values == plain), None)
    if standard is None:
        rows.insert(0, ("", words("Standard"), words("Every option at its usual value."), plain))
    rows.append(("own", words("Your own way"), words("What you choose under “More options”."), {}))
    chosen = chosen or standard or ""
    choices = []
    for name, title, text, options in rows:
        values = {key: game_value(value) for key, value in options.items()}
        choices.append(_choice("preset", name, title, text, name == chosen, data_options=json.dumps(values)))
    return el("fieldset", el("legend", words("Edition or way of playing")), *choices, class_="presets")


def game_value(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _options(game: Game, preset: str, words: Words, own: Words) -> Html | None:
    chosen = next((dict(each.options) for each in game.presets if each.name == preset), {})
    rows = [_option(game, option, chosen.get(option.name, option.default), words, own) for option in game.options]
    if not rows:
        return None
    return el("fieldset", el("legend", words("Options")), *rows, class_="options")


def _option(game: Game, option: Option, value: object, words: Words, own: Words) -> Html:
    """One option. Where it would have no effect, new.js puts it out of use and shows why."""
    name, needs, why = f"option-{option.name}", None, None
    about: dict[str, object] = {"id": name, "data_option": option.name, "data_default": game_value(option.default)}
    if option.needs is not None:
        needs = [
            {each: [game_value(one) for one in values] for each, values in choice.items()}
            for choice in option.needs.choices
        ]
        about |= {"data_needs": json.dumps(needs), "aria_describedby": f"{name}-why"}
        why = el("small", own(option.needs.text), id=f"{name}-why", class_="why", hidden=True)
    if isinstance(option.default, bool):
        field = el("input", type="checkbox", checked=bool(value), **about)
        return el("div", field, el("label", own(option.text), for_=name), why, class_="option switch")
    if isinstance(option.default, int):
        field = el("input", type="number", value=value, min=option.low, max=option.high, required=True, **about)
        text = join(own(option.text), " ", el("small", words("from {low} to {high}", low=option.low, high=option.high)))
        return el("div", el("label", text, for_=name), field, why, class_="option")
    choices = [
        el("option", game.value_text(option, each, own), value=each, selected=each == value) for each in option.values
    ]
    return el(
        "div",
        el("label", own(option.text), for_=name),
        el("select", *choices, **about),
        why,
        class_="option",
    )


def _count(game: Game, count: int) -> int:
    """How many play, unless somebody says otherwise."""
    return count or max(game.seats.start, min(2, game.seats.stop - 1))


def _people(game: Game, visit: Visit, count: int) -> Html:
    """Who plays: people, bots or several on one device, and how many; how strong bots are, what people are called."""
    words = visit.words
    known = visit.person.name if visit.person is not None else ""
    own = el(
        "input",
        id="myname",
        maxlength=40,
        autocomplete="nickname",
        placeholder=words("Guest"),
        value="" if known == words("Guest") else known,
    )
    fewest, most = game.seats.start, game.seats.stop - 1
    number = el(
        "input",
        type="number",
        id="players",
        name="players",
        min=fewest,
        max=most,
        value=_count(game, count),
        required=True,
        readonly=bool(count),
        inputmode="numeric",
    )
    less = el("button", "−", type="button", data_step=-1, aria_label=words("One player less"), disabled=bool(count))
    more = el("button", "+", type="button", data_step=1, aria_label=words("One player more"), disabled=bool(count))
    ways = [
        _choice("who", "people", words("With people"), words("You get a link to send."), True),
        _choice("who", "bots", words("Against bots"), words("It begins at once."), False),
        _choice("who", "here", words("On one screen"), words("It goes from hand to hand."), False),
    ]
    names = [
        el(
            "div",
            el("label", words("Name of player {n}", n=seat + 1), for_=f"name-{seat}"),
            el("input", id=f"name-{seat}", maxlength=40, autocomplete="off", data_name=seat),
            class_="option",
            hidden=True,
        )
        for seat in range(1, min(most, MOST_ROWS))
    ]
    return el(
        "fieldset",
        el("legend", words("Who plays")),
        el("div", *ways, class_="who-plays") if most > 1 else None,
        el(
            "div",
            el("label", words("How many play"), for_="players"),
            el("span", less, number, more, class_="stepper"),
            class_="option",
        ),
        el("div", el("label", words("Your name"), for_="myname"), own, class_="option"),
        *names,
        rivals(visit.company, words) if most > 1 else None,
    )


def _seats(game: Game, visit: Visit, count: int) -> Html:
    """The same seat by seat, for tables where some are people and some are bots."""
    words, most, now = visit.words, game.seats.stop - 1, _count(game, count)
    rows = []
    bots = bot_options(visit.company, game.key, words, "bot ")
    for seat in range(min(most, MOST_ROWS)):
        choices = [
            el("option", words("Me"), value="me", selected=seat == 0),
            el("option", words("Open: whoever comes"), value="open", selected=seat > 0),
            el("option", words("Invited: by a private link"), value="invited"),
            *bots,
        ]
        shown = words("Seat {n}", n=seat + 1)
        rows.append(
            el(
                "div",
                el("span", class_="sits", id=f"face-{seat}"),
                el("label", shown, for_=f"seat-{seat}"),
                el("select", *choices, id=f"seat-{seat}", data_seat=seat),
                character_menu(words, f"guest-{seat}", seat - 1, words("Who plays on seat {n}", n=seat + 1)),
                class_="option",
                hidden=seat >= now,
            )
        )
    rest = None
    if most > MOST_ROWS:
        choices = [el("option", words("Open: whoever comes"), value="open"), *bots]
        rest = el(
            "div",
            el("label", words("All further seats"), for_="rest"),
            el("select", *choices, id="rest"),
            class_="option",
            hidden=now <= MOST_ROWS,
        )
    return el("fieldset", el("legend", words("Seats one by one")), *rows, rest)


def _who(words: Words) -> Html:
    return el(
        "fieldset",
        el("legend", words("Who may come")),
        _choice("public", "no", words("By link"), words("Only people you send the link or the code to."), True),
        _choice("public", "yes", words("Public"), words("The table is listed for everybody."), False),
        el(
            "div",
            el("input", type="checkbox", id="watchable", name="watchable", checked=True),
            el("label", words("Others may watch"), for_="watchable"),
            class_="option switch",
        ),
    )


def _pace(words: Words) -> Html:
    paces = [
        ("0 0 0", words("No clock")),
        ("5 10 0", words("Quick: 5 minutes each, 10 seconds a turn")),
        ("15 20 0", words("Calm: 15 minutes each, 20 seconds a turn")),
        ("45 30 0", words("Long: 45 minutes each, 30 seconds a turn")),
        ("0 0 1", words("By letter: a day for each move")),
        ("0 0 3", words("By letter: three days for each move")),
        ("0 0 7", words("By letter: a week for each move")),
    ]
    select = el("select", *(el("option", text, value=value) for value, text in paces), id="pace", name="pace")
    late = el(
        "select",
        el("option", words("a bot moves"), value="bot"),
        el("option", words("the game's own default move is made"), value="default"),
        id="late",
        name="late",
    )
    text = words("Live: the clock runs during your turn. By letter: every move has its days, and nobody has to wait.")
    return el(
        "fieldset",
        el("legend", words("Pace")),
        el("p", text, class_="muted"),
        el("div", el("label", words("Clock"), for_="pace"), select, class_="option"),
        el("div", el("label", words("When time is up"), for_="late"), late, class_="option", hidden=True),
    )


def _help(words: Words) -> Html:
    """May anybody ask for hints? Everybody at the table is told."""
    choices = [
        el("option", words("as usual: yes, unless people play in public or by a clock"), value=""),
        el("option", words("yes, anybody may ask for hints"), value="yes"),
        el("option", words("no, everybody plays without hints"), value="no"),
    ]
    select = el("select", *choices, id="help", name="help")
    return el(
        "fieldset",
        el("legend", words("Help")),
        el("div", el("label", words("Help during the game"), for_="help"), select, class_="option"),
    )
