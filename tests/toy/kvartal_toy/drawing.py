"""The board as SVG: my plans with the site and the safe they go to, then every builder with what is known of them."""

from kvartal.engine.bar import Bar, Button, Pick, Tab, turn_of
from kvartal.engine.board import ACROSS, board, layout
from kvartal.engine.svg import Drawing, box, disc, group, panel, path, ring, target, text
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal_toy.rules import state as at
from kvartal_toy.rules.state import PLANS, SITE_COUNT, ToyTables
from kvartal_toy.text import headline, label, place, plans

EDGE, TALL = 8, 46  # around everything; of what is pressed
OWN, ROW = 190, 96  # how high my plans are, and a builder
HOUSE, SAFE = "M9 33v-13h-4l15-12 15 12h-4v13z", "M6 9h28v22h-28zM20 14a6 6 0 1 0 .1 0zM9 31v3h5v-3m12 0v3h5v-3"


def bar(view: View, words: Words) -> Bar:
    """A plan is taken up, and goes to the site or into the safe; what has no place on the board is a button."""
    codes, picks = view.codes(), []
    for plan in range(PLANS):
        if at.BUILD + plan in codes:
            places = (("toy-build", at.BUILD + plan), ("toy-hide", at.HIDE + plan))
            number = text(24, 32, str(plan + 1), 24, bold=True, anchor="middle")
            picks.append(Pick(str(plan + 1), str(plan + 1), words("Plan {n}", n=plan + 1), places, number))
    kinds = {at.ORDER: "plain", at.CONFIRM: "main"}
    buttons = [Button(code, label(code, words), label(code, words), kinds[code]) for code in kinds if code in codes]  # type: ignore[arg-type]
    sentence = words("Choose a plan, then the site or your safe.") if picks else headline(view, words)
    tabs = (Tab("toy-builders", words("Builders")),)
    return Bar(turn_of(view, words), sentence, tuple(buttons), picks=tuple(picks), tabs=tabs)


def draw(view: View, words: Words, width: int, height: int) -> Drawing:
    """On a phone one below the other, else in two columns: the same parts in other places."""
    kind, said = layout(width, height), headline(view, words)
    columns = 1 if kind == "upright" else 2
    wide = (ACROSS[kind] - EDGE * (columns + 1)) // columns
    mine, left, top = "", EDGE, EDGE
    if view.seat is not None:  # what the phase needs; who watches looks at the builders
        mine = group(EDGE, EDGE, own(view, words, view.seat, wide), id="toy-own", data_play="")
        left, top = (EDGE, OWN + EDGE) if columns == 1 else (wide + 2 * EDGE, EDGE)
    abreast = 1 if mine else columns
    builders, foot = [], OWN + EDGE
    for seat in range(view.setup.players):
        row, column = divmod(seat, abreast)
        builders.append(group((wide + EDGE) * column, ROW * row, builder(view, words, seat, wide)))
        foot = max(foot, top + ROW * (row + 1))
    others = group(left, top, *builders, id="toy-builders", data_play=None if mine else "")
    return board("toy", width, foot, said, words.lang, mine, others, height=height)


def own(view: View, words: Words, seat: int, wide: float) -> str:
    """The plans in hand, and the two places where one of them can go."""
    cells, base = view.known.cells, at.SEATS + seat * at.STRIDE
    choice = cells[base + at.CHOICE] - 1
    parts = [panel(wide, OWN - EDGE, words("Your plans"), seat in view.waiting)]
    for plan in range(PLANS):
        x, held, chosen = 12 + (wide - 24) / PLANS * plan, cells[base + at.HAND + plan] > 0, choice % PLANS == plan
        face = "mark" if choice >= 0 and chosen else "paper" if held else "slot"
        number = text(18, 29, str(plan + 1), 20, "#3d2f28" if held else "muted", bold=held, anchor="middle")
        parts.append(group(x, 32, box(0, 0, 36, 42, face, "edge", 8), number))
    half = (wide - 36) / 2
    for n, (name, picture, shown, first) in enumerate(
        (("build", HOUSE, place(view, words), at.BUILD), ("hide", SAFE, words("Your safe"), at.HIDE))
    ):
        faces = [box(0, 0, half, 92, "paper", "edge", 10), group(half / 2 - 20, 10, path(picture, "cloud", "#3d2f28"))]
        faces.append(text(half / 2, 74, shown, 15, "#3d2f28", bold=True, anchor="middle", room=half - 12))
        if first <= choice < first + PLANS:
            faces += [disc(half - 18, 20, 14, "action")]
            faces += [text(half - 18, 26, str(choice % PLANS + 1), 16, "on-action", bold=True, anchor="middle")]
        parts.append(target(f"toy-{name}", 12 + (half + 12) * n, 82, *faces))
    return "".join(parts)


def builder(view: View, words: Words, seat: int, wide: float) -> str:
    """A name with its points, then hand, built, safe and sites; the safe is where one spies."""
    cells, base, tables = view.known.cells, at.SEATS + seat * at.STRIDE, view.setup.tables
    assert isinstance(tables, ToyTables)
    sites = "+".join(str(tables.worth[site]) for site in range(SITE_COUNT) if cells[base + at.WON + site]) or "—"
    name = ("✓ " if cells[base + at.DONE] else "") + words.player(seat)
    parts = [panel(wide, ROW - EDGE, "", view.known.owes(seat)), text(14, 26, name, 16, bold=True, room=wide - 84)]
    parts.append(text(wide - 14, 26, str(view.known.score(seat)), 18, bold=True, anchor="end"))
    hand, built, safe = plans(view, seat)
    shown, step = ((words("Hand"), hand), (words("Built"), built), (words("Sites"), sites)), (wide - 96) / 3
    for n, (head, value) in enumerate(shown):
        x = 14 + step * n
        parts += [text(x, 52, head, 12.5, "muted", room=step - 6), text(x, 72, value, 16, room=step - 6)]
    faces = [box(0, 0, 68, TALL, "paper", "edge", 8), text(6, 17, words("Safe"), 12.5, "#665347", room=56)]
    faces.append(text(6, 37, safe, 16, "#3d2f28", room=56))
    return "".join([*parts, spied(view, words, at.SPY + seat, wide - 78, 36, *faces)])


def spied(view: View, words: Words, code: int, x: float, y: float, *inside: str) -> str:
    """A safe that can be looked into has an edge; the others tell why not."""
    name, can = view.setup.notation[code], code in view.codes()
    inside = (*inside, ring(68, TALL)) if can else inside
    refused, said = name if view.seat in view.waiting else None, label(code, words)
    return target(
        f"toy-{name.replace(' ', '-')}", x, y, *inside, move=name if can else None, refused=refused, label=said
    )
