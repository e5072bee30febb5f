"""A card of the paper town: its picture, its name, and what is printed on it as signs with numbers."""

from collections.abc import Sequence
from functools import lru_cache

from kvartal.engine.svg import box, breadth, group, tag, text
from kvartal.engine.words import Words
from kvartal.games.flip.drawing.art import EDGE, INK, picture, sign
from kvartal.games.flip.rules.tables import NEVER, FlipTables
from kvartal.games.flip.text.labels import name

WIDTH, HEIGHT = 108, 150
FLAT = 56  # how high a card is as a flat tile
LEAST = 12.5  # of letters: what is drawn for 360 px is shown on 320 px as well
PAPER = "paper"
# Per kind: the band of the first side (dark letters) and of the upgraded one (light letters)
BANDS = (
    ("#f3b79d", "#9c3f2a"),
    ("#f5d27a", "#875611"),
    ("#a5d6cc", "#2c6f68"),
    ("#c3cbd8", "#4f5c70"),
    ("#c3dc95", "#4f6f27"),
)

Token = tuple[str, str]  # a sign and the number beside (or, for a coin, inside) it


def written(
    x: float, y: float, words: str, size: float, role: str = "ink", *, room: float, bold: bool = False,
    anchor: str = "start",
) -> str:  # fmt: skip
    """One line that fits, in letters that can be read on a phone."""
    return text(x, y, words, max(size, LEAST), role, room=room, least=LEAST, bold=bold, anchor=anchor)


def yields(tables: FlipTables, face: int) -> list[Token]:
    """What the card gives when played."""
    found: list[Token] = []
    if tables.coins[face]:
        found.append(("coin", str(tables.coins[face])))
    if tables.per_sad[face]:
        found.append(("per sad", f"+{tables.per_sad[face]}/"))
    found += [("sad", "")] * tables.sad[face] if tables.sad[face] < 3 else [("sad", str(tables.sad[face]))]
    if tables.points[face]:
        found.append(("medal", str(tables.points[face])))
    if tables.limit[face]:
        found.append(("calm", f"+{tables.limit[face]}"))
    return found


def bonus(tables: FlipTables, face: int) -> list[Token]:
    """What it gives from the discard pile."""
    found: list[Token] = []
    if tables.again_coins[face]:
        found.append(("coin", str(tables.again_coins[face])))
    if tables.again_points[face]:
        found.append(("medal", str(tables.again_points[face])))
    if tables.again_limit[face]:
        found.append(("calm", f"+{tables.again_limit[face]}"))
    return found


def effects(tables: FlipTables, face: int) -> list[Token]:
    found: list[Token] = []
    if tables.must_play_on and tables.must_play[face]:
        found.append(("must", ""))
    if tables.force_next[face]:
        found.append(("next", ""))
    if tables.mill[face]:
        found.append(("mill", ""))
    if tables.win_cards and tables.wins_by_cards[face]:
        found.append(("cards", str(tables.win_cards)))
    if tables.builds[face]:
        found.append(("build", f"+{tables.builds[face]}"))
    if tables.again[face]:
        found += [("again", ""), *bonus(tables, face)]
    return found


def turning(tables: FlipTables, face: int) -> list[Token]:
    """The price of turning the card over."""
    return [("up", ""), ("coin", str(tables.up[face]))] if tables.up[face] != NEVER else []


# Rows of signs ------------------------------------------------------------------------------------------------------


def space(size: float) -> float:
    """Between signs of this size."""
    return size * (0.22 if size > 13 else 0.11)


def token_width(token: Token, size: float) -> float:
    kind, beside = token
    if kind == "coin":
        return coin(beside, size)
    if not beside:
        return size
    return size * (0.8 if kind == "per sad" else 1) + 1.5 + breadth(beside, letters(size), bold=True)


def coin(shown: str, size: float) -> float:
    """How large a coin is among signs of this size: two digits need a larger one."""
    return max(size * 1.25, 18.0) if len(shown) > 1 else size


def letters(size: float) -> float:
    """Size of the numbers beside signs of this size."""
    return max(LEAST, size * 0.75)


def row_width(tokens: Sequence[Token], size: float) -> float:
    return sum(token_width(token, size) for token in tokens) + space(size) * max(0, len(tokens) - 1)


def row(tokens: Sequence[Token], x: float, y: float, size: float, role: str = INK) -> str:
    """Signs in a row, from their top left corner."""
    found = []
    base = y + size * 0.5 + letters(size) * 0.36
    for token in tokens:
        kind, beside = token
        if kind == "coin":
            across = coin(beside, size)
            found.append(sign("coin", x, y - (across - size) / 2, across))
            found.append(
                text(x + across / 2, base - 0.2, beside, max(LEAST, size * 0.7), INK, bold=True, anchor="middle")
            )
        elif kind == "per sad":
            found.append(text(x, base, beside, letters(size), role, bold=True))
            found.append(sign("sad", x + breadth(beside, letters(size), bold=True) + 1, y + size * 0.1, size * 0.8))
        else:
            found.append(sign(kind, x, y, size))
            if beside:
                found.append(text(x + size + 1.5, base, beside, letters(size), role, bold=True))
        x += token_width(token, size) + space(size)
    return "".join(found)


# The card -----------------------------------------------------------------------------------------------------------


def shadow(width: float, height: float, r: float = 9) -> str:
    return tag("rect", x=1.6, y=2.4, width=width, height=height, rx=r, fill=INK, opacity=0.2)


@lru_cache(512)
def sheets(count: int, width: float, height: float, r: float = 9) -> str:
    """The edges of the cards that lie below."""
    below = min(count - 1, 3)
    return "".join(
        box(2.4 * i, 2.2 * i, width, height, PAPER, "#cdb899", r, stroke_width=0.8) for i in range(below, 0, -1)
    )


@lru_cache(256)  # most of a board stays the same from move to move
def card(tables: FlipTables, face: int, words: Words) -> str:
    band = BANDS[face >> 1][face & 1]
    return "".join(
        (
            shadow(WIDTH, HEIGHT),
            box(0, 0, WIDTH, HEIGHT, PAPER, "#d8c5a6", 9, stroke_width=0.8),
            tag("path", d=f"M4 24V12a8 8 0 0 1 8-8H{WIDTH - 12}a8 8 0 0 1 8 8V24Z", fill=band),
            written(
                WIDTH / 2, 19, name(face, words), 13, EDGE if face & 1 else INK, room=96, bold=True, anchor="middle"
            ),
            picture(face, 4, 24, WIDTH - 8),
            row(yields(tables, face), 7, 94, 19),
            tag("path", d=f"M8 120.5H{WIDTH - 8}", stroke="#dfceb0", stroke_width=1, stroke_dasharray="2 3"),
            row(effects(tables, face), 8, 126, 17),
            row(turning(tables, face), WIDTH - 8 - row_width(turning(tables, face), 17), 126, 17),
        )
    )


@lru_cache(64)
def behind(face: int) -> str:
    """A card behind another of its kind: only its edge is seen, so nothing is written on it."""
    band = BANDS[face >> 1][face & 1]
    return "".join(
        (
            shadow(WIDTH, HEIGHT),
            box(0, 0, WIDTH, HEIGHT, PAPER, "#d8c5a6", 9, stroke_width=0.8),
            tag("path", d=f"M4 24V12a8 8 0 0 1 8-8H{WIDTH - 12}a8 8 0 0 1 8 8V24Z", fill=band),
            picture(face, 4, 24, WIDTH - 8),
        )
    )


@lru_cache(256)
def small(tables: FlipTables, face: int, words: Words, width: float, shown: str = "") -> str:
    """A card as a flat tile, for phones and for the towns of others: picture left, facts right."""
    return flat(face, words, width, yields(tables, face) + effects(tables, face) + turning(tables, face), shown=shown)


def flat(
    face: int, words: Words, width: float, facts: list[Token], *, keep: float = 0, high: float = FLAT, art: float = 47,
    shown: str = "",
) -> str:  # fmt: skip
    """A tile with these facts, which leave room at the end of their line for what else is to `keep` there."""
    band, left = BANDS[face >> 1][face & 1], art + 12
    room = width - left - 5
    size = next((size for size in (16.0, 15.0, 14.0) if row_width(facts, size) <= room - keep), 13.0)
    rows = [(facts, high - 25)]
    if row_width(facts, size) > room - keep:  # only with many effects on one card
        half = -(-len(facts) // 2)
        rows, size = [(facts[:half], high - 32), (facts[half:], high - 17)], 13.0
    return "".join(
        (
            shadow(width, high, 7),
            box(0, 0, width, high, PAPER, "#d8c5a6", 7, stroke_width=0.8),
            tag("path", d=f"M4 10a6 6 0 0 1 6-6H{art + 8:g}V{high - 4:g}H10a6 6 0 0 1-6-6Z", fill=band),
            picture(face, 6, (high - art * 0.625) / 2, art),
            written(left, 19, shown or name(face, words), 13, INK, room=room, bold=True),
            *(row(facts, left, y, size) for facts, y in rows),
        )
    )


@lru_cache(512)
def slim(face: int, words: Words, width: float, high: float, count: int, art: float = 60) -> str:
    """A card among many: its name above its picture, which is at most so wide, and how many of it there are."""
    wide = min(art, (high - 22) * 1.6)
    down = 18 + (high - 22 - wide * 0.625) / 2
    return "".join(
        (
            box(0, 0, width, high, PAPER, BANDS[face >> 1][1], 6, stroke_width=1.2),
            written(width / 2, 14.5, name(face, words), 12.5, INK, room=width - 8, bold=True, anchor="middle"),
            picture(face, 4, down, wide),
            text(wide + 6, high / 2 + 13.5, f"×{count}", 13, INK, bold=True) if count > 1 else "",
        )
    )


@lru_cache(512)
def mini(
    face: int, count: int, x: float, y: float, width: float = 40, turned: bool = False, id_: str | None = None
) -> str:
    """A thumbnail with its number, e.g. one face of somebody's discard pile."""
    height = width * 60 / 96
    frame = box(-1.5, -1.5, width + 3, height + 3, PAPER, BANDS[face >> 1][1], 3, stroke_width=1.5)
    art = frame + picture(face, 0, 0, width)
    if turned:
        # not so large that it would lie on its number
        middle = f"{width / 2:g} {height / 2:g}"
        art = tag(
            "g", art, transform=f"translate({middle}) rotate(90) scale(0.7) translate(-{width / 2:g} -{height / 2:g})"
        )
    shown = text(width / 2, height + 13, f"×{count}", LEAST, "ink", bold=True, anchor="middle") if count else ""
    return group(x, y, art, shown, id=id_)


@lru_cache(512)
def badge(shown: str, x: float, y: float) -> str:
    """How many there are."""
    width = max(26.0, breadth(shown, 13, bold=True) + 8)
    return box(x, y, width, 20, INK, EDGE, 10, stroke_width=1.4) + text(
        x + width / 2, y + 14.6, shown, 13, EDGE, bold=True, anchor="middle"
    )
