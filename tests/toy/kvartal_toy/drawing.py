"""The board as SVG: my plans with what can be done with them, then every builder with what is known of them."""

from kvartal.engine.board import for_phone
from kvartal.engine.svg import Drawing, box, disc, document, group, panel, path, plate, ring, target, text
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal_toy.rules import state as at
from kvartal_toy.rules.state import PLANS, SITE_COUNT, ToyTables
from kvartal_toy.text import headline, label, plans

EDGE, INNER, TALL = 8, 344, 40
HEAD, OWN, ROW = 40, 224, 96  # of the headline, of my plans, of a builder
HOUSE, SAFE = "M9 33v-13h-4l15-12 15 12h-4v13z", "M6 9h28v22h-28zM20 14a6 6 0 1 0 .1 0zM9 31v3h5v-3m12 0v3h5v-3"


def draw(view: View, words: Words, width: int) -> Drawing:
    """On a phone one below the other, on a desk in two columns: the same parts in other places."""
    phone, players, said = for_phone(width), range(view.setup.players), headline(view, words)
    mine = "" if view.seat is None else group(EDGE, HEAD, own(view, words, view.seat))
    across = EDGE + (INNER + EDGE) * (1 if phone else 2)
    top = HEAD + (OWN if mine and phone else 0)
    builders, foot = [], HEAD + (OWN if mine else 0)
    for seat in players:
        row, column = (seat, not phone) if mine or phone else divmod(seat, 2)  # who watches: in both columns
        x, y = EDGE + (INNER + EDGE) * column, top + ROW * row
        builders.append(group(x, y, builder(view, words, seat)))
        foot = max(foot, y + ROW)
    ground = box(0, 0, across, foot, "table"), text(EDGE, 26, said, 18, bold=True, room=INNER)
    return document("toy", width, across, foot, said, words.lang, "", *ground, mine, *builders)


def own(view: View, words: Words, seat: int) -> str:
    """A column for each plan: its number, and below it to build with it or to hide it."""
    cells, base = view.known.cells, at.SEATS + seat * at.STRIDE
    parts = [panel(INNER, OWN - EDGE, words("Your plans"), seat in view.waiting)]
    for plan in range(PLANS):
        x, held = 12 + 47 * plan, cells[base + at.HAND + plan] > 0
        parts.append(text(x + 20, 50, str(plan + 1), 20, "ink" if held else "muted", bold=held, anchor="middle"))
        for code, picture, y in ((at.BUILD + plan, HOUSE, 60), (at.HIDE + plan, SAFE, 110)):
            chosen = cells[base + at.CHOICE] == code + 1
            faces = [box(0, 0, 40, TALL, "mark" if chosen else "paper" if held else "slot", "edge", 8)]
            faces += [path(picture, "cloud", "#3d2f28", stroke_width=2)] if held else []
            if chosen:
                faces += [disc(32, 8, 9, "action"), text(32, 13, "✓", 14, "on-action", bold=True, anchor="middle")]
            parts.append(move(view, words, code, x, y, *faces, edge=40))
    for code, x in ((at.ORDER, 12), (at.CONFIRM, 177)):
        face = plate(155, TALL, label(code, words), code in view.codes())
        parts.append(move(view, words, code, x, 164, face))
    return "".join(parts)


def builder(view: View, words: Words, seat: int) -> str:
    """A name with its points, then hand, built, safe and sites; the safe is where one spies."""
    cells, base, tables = view.known.cells, at.SEATS + seat * at.STRIDE, view.setup.tables
    assert isinstance(tables, ToyTables)
    sites = "+".join(str(tables.worth[site]) for site in range(SITE_COUNT) if cells[base + at.WON + site]) or "—"
    name = ("✓ " if cells[base + at.DONE] else "") + words.player(seat)
    parts = [panel(INNER, ROW - EDGE, "", view.known.owes(seat)), text(14, 28, name, 16, bold=True, room=260)]
    parts.append(text(INNER - 14, 28, str(view.known.score(seat)), 18, bold=True, anchor="end"))
    hand, built, safe = plans(view, seat)
    shown = ((words("Hand"), hand), (words("Built"), built), (words("Sites"), sites))
    for n, (head, value) in enumerate(shown):
        parts += [text(14 + 86 * n, 54, head, 12, "muted", room=80), text(14 + 86 * n, 74, value, 16, room=80)]
    faces = [box(0, 0, 68, TALL, "paper", "edge", 8), text(6, 15, words("Safe"), 12, "#665347", room=56)]
    faces.append(text(6, 33, safe, 16, "#3d2f28", room=56))
    return "".join([*parts, move(view, words, at.SPY + seat, 266, 40, *faces, edge=68)])


def move(view: View, words: Words, code: int, x: float, y: float, *inside: str, edge: float = 0) -> str:
    """A place that stands for a move: with an edge where it can be chosen, with a reason where it cannot."""
    name, can = view.setup.notation[code], code in view.codes()
    inside = (*inside, ring(edge, TALL)) if can and edge else inside
    refused, said = name if view.seat in view.waiting else None, label(code, words)
    return target(
        f"toy-{name.replace(' ', '-')}", x, y, *inside, move=name if can else None, refused=refused, label=said
    )
