"""A new table: every option with the game's own words, seats, who may come, and pace."""

import json
from collections.abc import Mapping

from kvartal.engine.game import Game
from kvartal.engine.option import BadSetup, Option, read_options
from kvartal.engine.words import Words
from kvartal.server.store.index import SharedDeal
from kvartal.web.covers import cover
from kvartal.web.guests import bot_options, character_menu, usual_level
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
    words, own = visit.words, game.words(visit.words.lang)
    title = own(game.title)
    form = el(
        "form",
        el("input", type="hidden", name="deal", value=deal) if deal else None,
        _presets(game, preset, words, own) if not deal else None,
        _seats(game, visit, shared.players if shared else 0),
        _options(game, preset, words, own) if not deal else None,
        _who(words),
        _pace(words),
        el("p", el("button", words("Set up the table"), class_="go"), class_="send"),
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
    chosen = []
    if shared is not None:
        said = [words("The same cards for everybody who plays this deal."), *unusual(game, shared.options, words)]
        chosen = [el("li", each) for each in said]
    preview = el(
        "div",
        el("h2", words("How it begins")),
        el("ul", *chosen, id="chosen", class_="summary", data_none=words("Standard rules.")),
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
    rows.append(("own", words("Your own way"), words("What you choose among the options below."), {}))
    chosen = chosen or standard or ""
    choices = []
    for name, title, text, options in rows:
        values = {key: game_value(value) for key, value in options.items()}
        radio = el(
            "input", type="radio", name="preset", value=name, checked=name == chosen, data_options=json.dumps(values)
        )
        choices.append(el("label", radio, el("span", el("strong", title), el("small", text)), class_="choice"))
    return el("fieldset", el("legend", words("Edition or way of playing")), *choices)


def game_value(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _options(game: Game, preset: str, words: Words, own: Words) -> Html | None:
    chosen = next((dict(each.options) for each in game.presets if each.name == preset), {})
    rows = [_option(game, option, chosen.get(option.name, option.default), words, own) for option in game.options]
    if not rows:
        return None
    inside = el("fieldset", el("legend", words("Options")), *rows, class_="options")
    if not game.presets:
        return inside
    return el("details", el("summary", words("Every option")), inside, id="every", open=True)


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


def _seats(game: Game, visit: Visit, count: int) -> Html:
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
    now = count or max(fewest, min(2, most))
    number = el(
        "input",
        type="number",
        id="players",
        name="players",
        min=fewest,
        max=most,
        value=now,
        required=True,
        readonly=bool(count),
    )
    rows = []
    bots = bot_options(visit.company, words, "bot ")
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
    level = usual_level(visit.company)
    fill = [
        el("button", words("Bots on all free seats"), type="button", data_fill=f"bot {level}", class_="quiet"),
        el("button", words("All free seats open"), type="button", data_fill="open", class_="quiet"),
        el("button", words("Pass one device round"), type="button", data_fill="me", class_="quiet"),
    ]
    return el(
        "fieldset",
        el("legend", words("Seats")),
        el("div", el("label", words("Your name"), for_="myname"), own, class_="option"),
        el("div", el("label", words("Players"), for_="players"), number, class_="option"),
        *rows,
        rest,
        el("div", *fill, class_="tools") if most > 1 else None,
    )


def _who(words: Words) -> Html:
    def choice(name: str, value: str, title: str, text: str, checked: bool) -> Html:
        return el(
            "label",
            el("input", type="radio", name=name, value=value, checked=checked),
            el("span", el("strong", title), el("small", text)),
            class_="choice",
        )

    return el(
        "fieldset",
        el("legend", words("Who may come")),
        choice("public", "no", words("By link"), words("Only people you send the link or the code to."), True),
        choice("public", "yes", words("Public"), words("The table is listed for everybody."), False),
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
