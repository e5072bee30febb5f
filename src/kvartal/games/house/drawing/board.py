"""The board of Mr House as SVG: a building site at the edge of a small town. Wide for a desk, narrow for a phone."""

from functools import lru_cache

from kvartal.engine.board import DESK, HEIGHT, PHONE, WIDTH, board, for_phone
from kvartal.engine.score import figure
from kvartal.engine.svg import Drawing, box, course, group, lines, path, short, tag, text, title, within
from kvartal.engine.svg import panel as ground_of
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.house.drawing.art import site
from kvartal.games.house.drawing.player_board import Drawn, cards, crews, helmets, workshop
from kvartal.games.house.drawing.scene import Scene
from kvartal.games.house.drawing.town import town
from kvartal.games.house.drawing.widgets import BUTTON, INK, PAPER, SEAT_COLOURS, ZONES, Pen, goods, panel
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text.score_lines import counted
from kvartal.games.house.text.terminal import facts

DOT = "· "  # stands between two things, not where a line is broken


def draw(view: View, words: Words, *, width: int = WIDTH, height: int = HEIGHT) -> Drawing:  # noqa: ARG001
    """It becomes as high as it needs to be, whatever the height of its place: people scroll."""
    scene = Scene(view, words)
    tall, inside = _phone(scene) if for_phone(width) else _desk(scene)
    return board("house", width, tall, f"{scene.bar.title}. {scene.bar.sentence}", words.lang, *inside)


def _desk(scene: Scene) -> tuple[float, list[str]]:
    edge, gap = 5.0, 10.0
    whole = DESK - 2 * edge
    left = 596.0
    right = whole - left - gap
    map_high, streets = town(scene, left, False)
    home_high, home = _home(scene, right)
    site_high = map_high - gap - home_high
    plot = _site(scene, right, site_high)
    middle = group(0, 0, streets) + group(left + gap, 0, plot) + group(left + gap, site_high + gap, home)
    lower = [cards(scene, whole, False), workshop(scene, whole, False), _rivals(scene, whole, False)]
    upper = [_headline(scene, whole, False), (max(map_high, site_high + gap + home_high), middle)]
    return _stacked([*upper, *lower], edge, gap)


def _phone(scene: Scene) -> tuple[float, list[str]]:
    edge, gap = 4.0, 8.0
    whole = PHONE - 2 * edge
    streets, plot, home = town(scene, whole, True), (230.0, _site(scene, whole, 230)), _home(scene, whole)
    offered, takes = cards(scene, whole, True), workshop(scene, whole, True)
    if scene.cells[at.PHASE] in (at.ARRANGING, at.BUILDING):  # twice a round, what is needed now comes first
        order = [plot, takes, home, offered, streets]
    else:
        order = [streets, offered, plot, home, takes]
    return _stacked([_headline(scene, whole, True), *order, _rivals(scene, whole, True)], edge, gap)


def _stacked(zones: list[Drawn], edge: float, gap: float) -> tuple[float, list[str]]:
    """One below the other."""
    parts, y = [], edge
    for tall, drawn in zones:
        if tall:
            parts.append(group(edge, y, drawn))
            y += tall + gap
    return y + edge - gap, parts


# Zones ----------------------------------------------------------------------------------------------------------------


def _headline(scene: Scene, width: float, narrow: bool) -> Drawn:
    """Whose move it is, what the own house still lacks, and the moves that are buttons, or the course of a round."""
    shines = scene.view.over or (scene.me is not None and scene.me in scene.view.waiting)
    codes = frozenset(each.code for each in scene.bar.buttons)
    tall, below = _buttons(scene.pen(codes), width, narrow) if codes else (0.0, _course(scene, width))
    return _above(scene.bar.title, scene.bar.sentence, below, tall, shines, width, narrow)


@lru_cache(ZONES)
def _above(said: str, lacks: str, below: str, tall: float, shines: bool, width: float, narrow: bool) -> Drawn:
    size, most = (15.0, 2) if narrow else (20.0, 1)
    letters, told = within(said, width - 28, size, most, bold=True)
    calm, note = within(lacks, width - 28, 13, most)
    parts, y = [], 8.0
    for each in told:
        y += size + 5
        parts.append(text(14, y, each.strip(DOT), letters, bold=True, room=width - 28))
    y += 4
    for each in note:
        y += 17
        parts.append(text(14, y, each, calm, "muted", room=width - 28))
    y = 12 + most * (size + 5 + 17)
    parts.append(group(0, y, below, id="house-actions"))
    y += max(tall, 10 + BUTTON + 10)
    ground = ground_of(width, y, mine=shines)
    tape = path("".join(f"M{k} 0h10l-6 6h-10z" for k in range(20, int(width) - 20, 22)), "#e0a82e")
    return y, group(0, 0, ground, tag("g", tape, id="house-tape"), *parts, id="house-headline")  # of a building site


def _course(scene: Scene, width: float) -> str:
    """What a round is made of, and where it is now; at the end who has how many points."""
    if scene.view.over:
        score, place = scene.state.score, scene.state.place
        seats = sorted(range(scene.tables.players), key=lambda seat: (place(seat) != 1, -score(seat)))
        room = (width - 24) / len(seats) - 46
        points = tuple(f"{short(scene.who(seat), room, 12.5, True)}: {figure(score(seat))}" for seat in seats)
        return _steps(points, 0 if place(seats[0]) == 1 else -1, width)
    return _steps(scene.bar.steps, scene.bar.step, width)


@lru_cache(ZONES)
def _steps(shown: tuple[str, ...], here: int, width: float) -> str:
    return group(12, 10, course(list(shown), here, width - 24, BUTTON))


def _site(scene: Scene, width: float, height: float) -> str:
    near = scene.near
    shown = f"{scene.who(near)} · {scene.words('points')}: {figure(scene.state.score(near))}"
    inside = group(8, 30, site(scene, near, width - 16, height - 38, live=True))
    return panel("site", 0, 0, width, height, shown, inside)


def _home(scene: Scene, width: float) -> Drawn:
    return _store(scene.tables, scene.words.plain, scene.home(scene.near)[: at.REVEALED], width)


@lru_cache(ZONES)
def _store(tables: HouseTables, words: Words, home: tuple[int, ...], width: float) -> Drawn:
    """Store, papers, crews, from the first cells of a seat."""
    y = 32.0
    store = home[at.STORE : at.STORE + at.GOODS]
    shown = goods(store, 14, y) if any(store) else text(14, y + 16, words("empty"), 13, "muted")
    parts = [tag("g", shown, id="house-store")]
    y += 26
    most = 1 + tables.expert
    known = [figure(fact).replace(" ", "\xa0") for fact in facts(tables, home, words)]
    size, said = within(" · ".join(known[:4]), width - 28, 13, most)
    parts += [text(14, y + 17 + 17 * n, each.strip(DOT), size, room=width - 28) for n, each in enumerate(said)]
    y += 17 * most + 10
    if not tables.expert:
        parts.append(tag("g", *_laid_out(home, words, width, y), id="house-laid-out"))
        y += 66
    tall, working = crews(tables, home[at.SLOT : at.SLOT + at.SLOTS], home[at.TIRED : at.TIRED + at.CREWS], width)
    parts.append(group(14, y, working))
    y += tall
    return y + 6, panel("home", 0, 0, width, y + 6, words("Store, papers, builders"), *parts)


def _laid_out(home: tuple[int, ...], words: Words, width: float, y: float) -> list[str]:
    """Basic game: what is locked until the next round, and what has been laid out for building."""
    locked = home[at.LOCKED : at.LOCKED + at.GOODS]
    parts = [text(14, y + 16, words("Locked:"), 12.5, "muted", room=90)]
    parts.append(goods(locked, 108, y) if any(locked) else text(108, y + 16, "—", 12.5, "muted"))
    groups = home[at.GROUPS : at.GROUPS + at.ELEMENTS]
    shown = ", ".join(counted(kind, n, False, words) for kind, n in enumerate(groups) if n)
    size, said = within(words("Laid out: {groups}", groups=shown or "—"), width - 28, 12.5, 2)
    role = "ink" if shown else "muted"
    return parts + [text(14, y + 40 + 15 * n, each, size, role, room=width - 28) for n, each in enumerate(said)]


@lru_cache(ZONES)
def _buttons(pen: Pen, width: float, narrow: bool) -> Drawn:
    """Every move that has no place on the board is a button here: in one row, if their words fit."""
    codes = sorted(pen.legal)
    words = [
        "" if narrow and at.CHANGE <= code < at.CHANGE + at.RAW else pen.label(code)
        for code in codes  # on a phone a picture says some of them in less room
    ]
    most, gap, size = (4, 6.0, 12.0) if narrow else (8, 10.0, 13.0)
    most = min(len(codes), most)
    while most > 1 and any(len(lines(each, _wide(width, most, gap) - 6, size, True)) > 2 for each in words):
        most -= 1
    per_row = -(-len(codes) // -(-len(codes) // most))  # as many in each row
    w = min(_wide(width, per_row, gap), 240.0 if not narrow else width)
    parts = []
    for n, (code, shown) in enumerate(zip(codes, words, strict=True)):
        key = pen.setup.notation[code].replace(" ", "-").replace("+", "-")
        x, y = 12 + n % per_row * (w + gap), 10 + n // per_row * (BUTTON + 10)
        if shown:
            parts.append(pen.button(f"do-{key}", x, y, w, BUTTON, code, shown, size))
        else:
            parts.append(pen.exchange(f"do-{key}", x, y, w, BUTTON, code))
    return 10 + -(-len(codes) // per_row) * (BUTTON + 10), "".join(parts)


def _wide(width: float, across: int, gap: float) -> float:
    """Of a button, when there are so many in a row."""
    return (width - 24 - gap * (across - 1)) / across


def _rivals(scene: Scene, width: float, narrow: bool) -> Drawn:
    """The other plots, small."""
    others = [seat for seat in range(scene.tables.players) if seat != scene.near]
    per_row = 1 if narrow else len(others)
    w = (width - 10 * (per_row - 1)) / per_row
    h, parts = 196.0, []
    for n, seat in enumerate(others):
        parts.append(group(n % per_row * (w + 10), n // per_row * (h + 8), _rival(scene, seat, w, h)))
    return h * -(-len(others) // per_row) + 8 * (-(-len(others) // per_row) - 1), "".join(parts)


def _rival(scene: Scene, seat: int, w: float, h: float) -> str:
    name = f"{scene.who(seat)} · {scene.words('points')}: {figure(scene.state.score(seat))}"
    plot = site(scene, seat, min(420.0, w * 0.48), h - 46, live=False)
    home = _small_home(
        scene.tables, scene.words.plain, seat, scene.home(seat)[: at.REVEALED], scene.lacking[seat], w, h
    )
    on_turn = not scene.view.over and seat in scene.view.waiting
    return _neighbour(seat, name, plot, home, on_turn, w, h)


@lru_cache(ZONES)
def _neighbour(seat: int, name: str, plot: str, home: str, on_turn: bool, w: float, h: float) -> str:
    parts = [box(10, 8, 22, 20, SEAT_COLOURS[seat], INK, 5, stroke_width=0.8)]
    parts.append(text(21, 23, str(seat + 1), 13, PAPER, bold=True, anchor="middle"))
    parts.append(text(40, 23, name, 14, "action" if on_turn else "ink", bold=True, room=w - 52))
    parts += [group(10, 36, plot), home]
    ground = box(0, 0, w, h, "panel", "action" if on_turn else "edge", 12, stroke_width=2 if on_turn else 1)
    return group(0, 0, ground, *parts, id=f"house-seat-{seat}", role="group", aria_label=name, data_seat=seat)


@lru_cache(ZONES)
def _small_home(
    tables: HouseTables, words: Words, seat: int, home: tuple[int, ...], lacking: str, w: float, h: float
) -> str:
    """Papers, store, and what is missing."""
    plot = min(420.0, w * 0.48)
    x, y, room, parts = plot + 22, 36.0, w - plot - 32, []
    known = facts(tables, home, words)
    for each in known[:4]:
        y += 16
        parts.append(text(x, y, figure(each), 12.5, room=room))
    if tables.expert:
        working = helmets(tables, home[at.SLOT : at.SLOT + at.SLOTS], home[at.TIRED : at.TIRED + at.CREWS], room)
        parts.append(group(x, y + 6, title(known[4]), working))
        y += 17
    y += 8
    store = home[at.STORE : at.STORE + at.GOODS]
    for row in ((*store[:3], 0, 0, 0), (0, 0, 0, *store[3:])):
        if any(row):
            parts.append(goods(row, x, y, 17))
            y += 21
    lacks, fit = lines(lacking, room, 11.5), int((h - y - 4) // 14)
    for n, each in enumerate(lacks[:fit]):
        y += 14
        parts.append(text(x, y, each if n < fit - 1 or len(lacks) <= fit else f"{each} …", 11.5, "muted", room=room))
    return tag("g", *parts, id=f"house-home-{seat}")
