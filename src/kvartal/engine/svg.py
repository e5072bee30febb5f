"""Boards as SVG: a small writer that any game draws with. It knows no game and no page.

Everything looks right from presentation attributes alone: in a notebook, as a file, on paper, and where a page's
security policy refuses inline styles. The one <style> adds dark mode, pointer, focus and movement. A page may serve
`LOOK` from its own stylesheet and set the variables (`--kv-ink` …) for themes of its own.

Targets: what has `data-move` can be chosen now; what has `data-refused` cannot, and that move's refusal says why.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from xml.sax.saxutils import escape

FONT = "'Avenir Next','Nunito Sans','Segoe UI','Noto Sans','DejaVu Sans',sans-serif"
SMALLEST = 11.0  # smaller text than this is not legible on a phone
FINGER = 40.0  # what is to be touched is as large as this, where there is room: more than is seen of it, if need be
DRAWN = 4096  # elements remembered: from move to move, and from viewer to viewer, most of a board stays the same

# Colour roles of a table: in light, in dark. What is printed is paper in both; a scene has its day and its night.
PALETTE: Mapping[str, tuple[str, str]] = {
    "table": ("#efe1c6", "#2a2320"),
    "panel": ("#fbf4e4", "#3a302a"),
    "slot": ("#e6d5b5", "#4a3d34"),  # an empty place, a track
    "edge": ("#d9c39b", "#5d4d41"),
    "ink": ("#3d2f28", "#f7ecdb"),
    "muted": ("#665347", "#d3c2ae"),
    "action": ("#9c3517", "#f6b47c"),  # what can be done now
    "on-action": ("#fff8ec", "#2a1a10"),
    "glow": ("#f7cf9b", "#6b4526"),  # behind a target
    "paper": ("#fffaf0", "#e6dbc6"),  # cards and sheets: by lamplight in the dark
    "blank": ("#ffffff", "#f3eadb"),  # a box on paper that is still empty
    "mark": ("#ffe9a8", "#f2cd77"),  # what counts on paper
    "sky": ("#d3e7ef", "#28344f"),
    "cloud": ("#ffffff", "#3a4868"),
    "sun": ("#f9d77e", "#ece6d2"),  # at night the moon
    "star": ("#d3e7ef", "#aab8d8"),  # by day as the sky: not to be seen
    "far": ("#b9d3dc", "#35446a"),  # roofs and hills far away
    "lawn": ("#b5d698", "#4c6a4a"),
    "leaf": ("#6f9f56", "#39573c"),
    "road": ("#8f8f92", "#4b4b55"),
    "kerb": ("#e3d9c6", "#6a6463"),
    "water": ("#6fb2d2", "#2f6285"),
    "pane": ("#bfe0ee", "#ffd778"),  # a window: glass by day, light by night
    "good": ("#20653a", "#98d798"),
    "bad": ("#a1301c", "#ffb09d"),
}
STROKES = ("edge", "ink", "muted", "action", "leaf", "cloud")  # the roles that lines have


def colours(light: int) -> str:
    """The variables of one light: 0 is the day, 1 the night."""
    return ";".join(f"--kv-{role}:{pair[light]}" for role, pair in PALETTE.items())


# How boards look and answer to pointing and focus, once the colours are known.
LOOK = (
    ".kv-board{max-width:100%;height:auto}"
    + "".join(f".kv-board .f-{role}{{fill:var(--kv-{role})}}" for role in PALETTE)
    + "".join(f".kv-board .s-{role}{{stroke:var(--kv-{role})}}" for role in STROKES)
    + ".kv-board text{font-variant-numeric:tabular-nums}"
    ".kv-board [data-move]{cursor:pointer;outline:none}.kv-board [data-refused]{cursor:help}"
    ".kv-board [data-refused]:hover{opacity:.62}"
    ".kv-board g[id]{transition:transform .35s ease}"
    ".kv-board .ring{transition:stroke-width .15s}"
    ".kv-board [data-move]:hover .ring{stroke-width:4.5}"
    ".kv-board [data-move]:focus-visible .ring{stroke-width:6}"
    "@media (prefers-reduced-motion:reduce){.kv-board *{transition:none!important}}"
)
STYLE = f".kv-board{{{colours(0)}}}@media (prefers-color-scheme:dark){{.kv-board{{{colours(1)}}}}}{LOOK}"


# Elements -----------------------------------------------------------------------------------------------------------


_SPECIAL = re.compile(r"[<>&\"\n\r\t]")


@lru_cache(DRAWN)
def number(value: float) -> str:
    """At most two decimals, no trailing zeros: the same drawing is the same text."""
    if isinstance(value, float) and not value.is_integer():
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return str(int(value))


def quoted(value: str) -> str:
    if _SPECIAL.search(value):
        value = escape(value, {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
    return f'"{value}"'


@lru_cache(1024)
def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def tag(name: str, *inside: str, **attributes: object) -> str:
    """An element. `class_` is class, `data_move` is data-move; what is None is left out."""
    opening = _opening(name, **attributes)
    return f"{opening}>{''.join(inside)}</{name}>" if inside else f"{opening}/>"


@lru_cache(DRAWN)
def _opening(name: str, **attributes: object) -> str:
    parts = [f"<{name}"]
    for key, value in attributes.items():
        if value is not None:
            shown = value if isinstance(value, str) else number(value) if isinstance(value, int | float) else str(value)
            parts.append(f"{_attribute(key)}={quoted(shown)}")
    return " ".join(parts)


def paint(fill: str | None = None, stroke: str | None = None, class_: object = None) -> dict[str, object]:
    """Attributes for colours by role, or for a plain colour such as #fff; classes of its own come last."""
    found: dict[str, object] = {}
    classes = []
    for kind, role in (("fill", fill), ("stroke", stroke)):
        if kind == "stroke" and role in PALETTE and role not in STROKES:
            raise ValueError(f"no line has the colour {role}; lines have: {', '.join(STROKES)}")
        if role is not None and role in PALETTE:
            found[kind] = PALETTE[role][0]
            classes.append(f"{kind[0]}-{role}")
        elif role is not None:
            found[kind] = role
    if class_:
        classes.append(str(class_))
    if classes:
        found["class_"] = " ".join(classes)
    return found


def group(x: float, y: float, *inside: str, **attributes: object) -> str:
    """A group moved to a place; with an id it is the thing that CSS moves."""
    opening = _opening_at(x, y, **attributes)
    return f"{opening}>{''.join(inside)}</g>" if inside else f"{opening}/>"


@lru_cache(DRAWN)
def _opening_at(x: float, y: float, **attributes: object) -> str:
    return _opening("g", transform=f"translate({number(float(x))} {number(float(y))})", **attributes)


@lru_cache(DRAWN)
def box(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str | None = None,
    stroke: str | None = None,
    r: float = 0,
    **more: object,
) -> str:
    colours = paint(fill or "none", stroke, more.pop("class_", None))
    return tag("rect", x=x, y=y, width=width, height=height, rx=r or None, **colours, **more)


@lru_cache(DRAWN)
def path(d: str, fill: str | None = None, stroke: str | None = None, **more: object) -> str:
    """A shape with colours by role."""
    return tag("path", d=d, **paint(fill or "none", stroke, more.pop("class_", None)), **more)


@lru_cache(DRAWN)
def disc(x: float, y: float, r: float, fill: str | None = None, stroke: str | None = None, **more: object) -> str:
    return tag("circle", cx=x, cy=y, r=r, **paint(fill or "none", stroke, more.pop("class_", None)), **more)


@lru_cache(DRAWN)
def title(text: str) -> str:
    """What is shown when something is pointed at."""
    return tag("title", escape(text))


# Text ---------------------------------------------------------------------------------------------------------------

_NARROW, _WIDE = frozenset("iljtfrI.,:;!'’|()[]· іїґ/"), frozenset("mwMWшщжюыфШЩЖЮЫФДОQGO@%—+×")


@lru_cache(DRAWN)
def breadth(text: str, size: float, bold: bool = False) -> float:
    """About how wide a text is. On the wide side: browsers differ, and a word must never leave its card."""
    em = sum(0.4 if char in _NARROW else 0.92 if char in _WIDE else 0.76 if char.isupper() else 0.64 for char in text)
    return em * size * (1.08 if bold else 1.0)


@lru_cache(DRAWN)
def text(
    x: float,
    y: float,
    words: str,
    size: float = 13,
    role: str = "ink",
    *,
    bold: bool = False,
    anchor: str = "start",
    room: float | None = None,
    least: float = SMALLEST,
    **more: object,
) -> str:
    """One line. With `room` it becomes smaller to fit, to `least`, and if that is not enough, narrower."""
    squeeze = None
    if room is not None:
        size = max(min(size, least), min(size, size * room / max(1.0, breadth(words, size, bold))))
        if breadth(words, size, bold) > room * 1.01:
            squeeze = room
    return tag(
        "text",
        escape(words),
        x=x,
        y=y,
        font_size=float(size),
        font_weight=700 if bold else None,
        text_anchor=anchor if anchor != "start" else None,
        textLength=squeeze,
        lengthAdjust="spacingAndGlyphs" if squeeze else None,
        **paint(role),
        **more,
    )


@lru_cache(DRAWN)
def short(name: str, room: float, size: float, bold: bool = False) -> str:
    """A name as far as there is room for it in letters of this size: better cut than squeezed."""
    if breadth(name, size, bold) <= room:
        return name
    kept = name.rstrip()
    while len(kept) > 1 and breadth(f"{kept}…", size, bold) > room:
        kept = kept[:-1].rstrip()
    return f"{kept}…"


def lines(words: str, room: float, size: float, bold: bool = False) -> list[str]:
    """A text broken into lines of at most this width; a hard space holds two words together."""
    return list(_lines(words, room, size, bold))


@lru_cache(DRAWN)
def _lines(words: str, room: float, size: float, bold: bool) -> tuple[str, ...]:
    found: list[str] = []
    for word in filter(None, words.split(" ")):
        if found and breadth(f"{found[-1]} {word}", size, bold) <= room:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return tuple(found)


def within(
    words: str, room: float, size: float, most: int, bold: bool = False, least: float = 12
) -> tuple[float, list[str]]:
    """A text in at most so many lines, in smaller letters if need be: their size, and the lines."""
    while size > least and len(lines(words, room, size, bold)) > most:
        size -= 0.5
    found = lines(words, room, size, bold)
    return size, found if len(found) <= most else [*found[: most - 1], " ".join(found[most - 1 :])]


# Targets and the whole ----------------------------------------------------------------------------------------------


def target(
    id_: str, x: float, y: float, *inside: str, move: str | None = None, refused: str | None = None, label: str = ""
) -> str:
    """A place that may stand for a move. Chosen by mouse, touch or keyboard when `move` is given."""
    if move is not None:
        return group(x, y, *inside, id=id_, data_move=move, role="button", tabindex=0, aria_label=label)
    return group(x, y, *inside, id=id_, data_refused=refused)


def ring(width: float, height: float, r: float = 8, out: float = 2.5) -> str:
    """The edge of what can be chosen now: the same in every game. Pointing and focus make it stronger."""
    return box(-out, -out, width + 2 * out, height + 2 * out, None, "action", r + out, stroke_width=3, class_="ring")


def verdict(x: float, y: float, width: float, height: float, wrong: bool, *, low: bool = False) -> str:
    """Around what a picture of a rule is about: this may be done, or, broken and crossed out, it may not. `low`: its
    sign is at the lower corner."""
    colour = "#b3261e" if wrong else "#217a3c"
    edge = box(x, y, width, height, None, "#ffffff", 6, stroke_width=4.2, stroke_opacity=0.75)  # seen at night as well
    edge += box(x, y, width, height, None, colour, 6, stroke_width=2.6, stroke_dasharray="5 3" if wrong else None)
    sign = "M-3.6-3.6 3.6 3.6M3.6-3.6-3.6 3.6" if wrong else "M-4.2.4-1.2 3.6 4.4-3.4"
    stroke = {"stroke_width": 2.2, "stroke_linecap": "round", "stroke_linejoin": "round"}
    ground = disc(0, 0, 8, colour, "#ffffff", stroke_width=1.2)
    return edge + group(x + width, y + height * low, ground, path(sign, None, "#ffffff", **stroke))


def plate(width: float, height: float, shown: str, can: bool = True, size: float = 15) -> str:
    """The face of a button; one that cannot be pressed now is subdued."""
    fill, role = ("action", "on-action") if can else ("slot", "muted")
    label = text(width / 2, height / 2 + size * 0.36, shown, size, role, bold=True, anchor="middle", room=width - 12)
    edge = ring(width, height, 10, 1) if can else ""
    return box(0, 0, width, height, fill, None if can else "edge", 10) + label + edge


@lru_cache(64)
def stars(x: float, y: float, width: float, height: float) -> str:
    """Over a sky of this size: they come out at night."""
    spots = ((x + width * (n * 37 % 101) / 101, y + height * (n * 59 % 97) / 97, 1 + n % 3 * 0.5) for n in range(1, 24))
    return path("".join(f"M{number(a)} {number(b)}h{c}v{c}h-{c}z" for a, b, c in spots), "star")


def panel(width: float, height: float, shown: str = "", mine: bool = False) -> str:
    """The ground of a part of the table, with its heading; `mine` is where somebody is waited for."""
    heading = text(14, 22, shown, 14, "muted", bold=True, room=width - 28) if shown else ""
    return box(0, 0, width, height, "glow" if mine else "panel", "edge", 12) + heading


def course(steps: list[str], now: int, width: float, height: float = 40) -> str:
    """Steps one after the other, e.g. of a turn, and which one it is now: where there is nothing to press."""
    gap, size = 14.0, 13.0
    needs = [breadth(each, size, bold=True) + 12 for each in steps]
    free = (width - gap * (len(steps) - 1) - sum(needs)) / len(steps)
    parts, x = [], 0.0
    for n, (shown, need) in enumerate(zip(steps, needs, strict=True)):
        here, wide = n == now, max(need + free, 20.0)
        edge = box(x, 0, wide, height, "panel", "action" if here else "edge", 10, stroke_width=2 if here else 1)
        role, down = "action" if here else "muted", height / 2 + size * 0.36
        said = text(x + wide / 2, down, shown, size, role, bold=here, anchor="middle", room=wide - 6)
        arrow = path(f"M{number(x - 9)} {number(height / 2 - 5)}l4 5-4 5", None, "muted", stroke_width=2) if n else ""
        parts += [edge, said, arrow]
        x += wide + gap
    return "".join(parts)


class Drawing:
    """A whole board in parts: a page that has the others needs only what has changed. `beside` draws what may come a
    moment later than the rest, such as what other people have: whoever has made a move does not wait for it."""

    __slots__ = ("beside", "head", "parts")

    def __init__(self, head: str, parts: tuple[str, ...], beside: Callable[[], Sequence[str]]) -> None:
        self.head = head  # all that stands before the first part
        self.parts = parts
        self.beside = beside

    def __str__(self) -> str:
        return f"{self.head}{''.join(self.parts)}{''.join(self.beside())}</svg>"


def document(
    key: str, width: int, across: int, height: float, label: str, lang: str, defs: str, *inside: str,
    beside: Callable[[], Sequence[str]] = tuple,
) -> Drawing:  # fmt: skip
    """The whole board, laid out `across` wide and shown at `width`. It scales with the place it is put into."""
    opening = _opening(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {across} {number(float(height))}",
        width=width,
        height=float(height * width / across),
        class_=f"kv-board kv-{key}",
        role="group",
        aria_label=label,
        lang=lang,
        font_family=FONT,
        data_layout=width,
    )
    return Drawing(f"{opening}>{tag('style', STYLE)}{tag('defs', defs)}", inside, beside)


def cover(*inside: str) -> str:
    """The picture on a box of the shelf, 320 × 180; decorative, so it is not spoken."""
    return tag(
        "svg",
        *inside,
        viewBox="0 0 320 180",
        class_="cover",
        aria_hidden="true",
        preserveAspectRatio="xMidYMid slice",
        font_family=FONT,
    )
