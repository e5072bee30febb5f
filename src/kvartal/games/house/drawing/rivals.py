"""The other plots, small: what stands there, what their owners have, what they still lack."""

from functools import lru_cache

from kvartal.engine.score import figure
from kvartal.engine.svg import box, group, lines, path, tag, text, title
from kvartal.engine.words import Words
from kvartal.games.house.drawing import pieces
from kvartal.games.house.drawing.art import site
from kvartal.games.house.drawing.pieces import SMALL, ZONES, goods, line
from kvartal.games.house.drawing.scene import Scene
from kvartal.games.house.drawing.widgets import Drawn
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text.terminal import facts

HIGH, GAP = 196.0, 8.0
CHIPS = 5  # of a player


def rivals(scene: Scene, width: float, across: int) -> Drawn:
    """At most so many of them side by side."""
    others = [seat for seat in range(scene.tables.players) if seat != scene.near]
    per_row = min(across, len(others))
    w = (width - GAP * (per_row - 1)) / per_row
    parts = []
    for n, seat in enumerate(others):
        parts.append(group(n % per_row * (w + GAP), n // per_row * (HIGH + GAP), _rival(scene, seat, w)))
    return -(-len(others) // per_row) * (HIGH + GAP) - GAP, tag("g", *parts, id="house-rivals")


def _rival(scene: Scene, seat: int, w: float) -> str:
    plot = site(scene, seat, min(420.0, w * 0.48), HIGH - 46, live=False)
    home = scene.home(seat)[: at.REVEALED]
    has = _small_home(scene.tables, scene.words.plain, seat, home, scene.lacking[seat], w)
    hand = 0
    if scene.phase == at.MOVING:
        towers = scene.cells[at.TOWER : at.TOWER + at.PLACES * at.SEAT_LIMIT]
        hand = CHIPS - towers.count(seat)
    return _neighbour(seat, scene.who(seat), scene.points(seat), plot, has, hand, scene.on_turn(seat), w)


@lru_cache(ZONES)
def _neighbour(seat: int, who: str, points: str, plot: str, home: str, hand: int, on_turn: bool, w: float) -> str:
    parts = [pieces.badge(seat, 10, 8), pieces.pennant(35, 10, points)]
    parts.append(line(71, 23, who, 14, "action" if on_turn else "ink", bold=True, room=w - 83 - (58 if hand else 0)))
    if hand:  # chips that are still to be laid: their backs
        parts += [group(w - 62, 8, pieces.chip_back(seat)), text(w - 34, 23, f"×{hand}", 13, bold=True)]
    parts += [group(10, 36, plot), home]
    ground = box(0, 0, w, HIGH, "panel", "action" if on_turn else "edge", 12, stroke_width=2 if on_turn else 1)
    return group(0, 0, ground, *parts, id=f"house-seat-{seat}", role="group", aria_label=who, data_seat=seat)


@lru_cache(ZONES)
def _small_home(
    tables: HouseTables, words: Words, seat: int, home: tuple[int, ...], lacking: str, w: float
) -> str:  # fmt: skip
    """Papers, store, and what is missing."""
    plot = min(420.0, w * 0.48)
    x, y, room, parts = plot + 20, 34.0, w - plot - 28, []
    known = facts(tables, home, words)
    for each in known[:4]:
        y += 15
        parts.append(line(x, y, figure(each), room=room))
    if tables.expert:
        working = _helmets(tables, home[at.SLOT : at.SLOT + at.SLOTS], home[at.TIRED : at.TIRED + at.CREWS], room)
        parts.append(group(x, y + 5, title(known[4]), working))
        y += 17
    y += 6
    store = home[at.STORE : at.STORE + at.GOODS]
    for row in ((*store[:3], 0, 0, 0), (0, 0, 0, *store[3:])):
        if any(row):
            parts.append(goods(row, x, y, 16))
            y += 20
    lacks, fit = lines(lacking, room, SMALL), int((HIGH - y - 3) // 15)
    for n, each in enumerate(lacks[:fit]):
        y += 15
        more = n == fit - 1 and len(lacks) > fit
        parts.append(line(x, y, f"{each} …" if more else each, SMALL, "muted", room=room))
    return tag("g", *parts, id=f"house-home-{seat}")


@lru_cache(ZONES)
def _helmets(tables: HouseTables, hired: tuple[int, ...], tired_ones: tuple[int, ...], room: float) -> str:
    """Expert: somebody's crews in one line, a head for each builder; tired ones are grey and marked."""
    strong = [int(tables.printed)]
    strong += [0 if card < 0 else int(tables.card_workers[card]) for card in hired[: int(tables.slots)]]
    step = min(13.0, (room - 14 * len(strong)) / sum(max(n, 1) for n in strong))
    parts, x = [], 1.0
    for crew, builders in enumerate(strong):
        tired = bool(tired_ones[crew])
        parts += [pieces.head(x + n * step, 0, tired) for n in range(builders)]
        if not builders:
            parts.append(path(f"M{x:.1f} 9h10", None, "muted", stroke_width=1.2, stroke_dasharray="2 2"))
        x += max(builders, 1) * step + 1
        if tired:
            parts.append(text(x, 13, "↷", SMALL, "muted", bold=True))
        x += 13 if tired else 8
    return "".join(parts)
