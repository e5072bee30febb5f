"""A cover for each box on the shelf. A game may bring its own (`cover(words) -> SVG`); else a town grows from its key.

The same key always gives the same town; neighbours on the shelf see it at another time of day.
"""

import hashlib
from inspect import signature
from urllib.parse import quote

from kvartal.engine.game import Game
from kvartal.engine.svg import STYLE, box, number, tag
from kvartal.engine.words import Words
from kvartal.games import shelf
from kvartal.web import faults
from kvartal.web.html import Html

WIDE, HIGH, GROUND = 320, 180, 150
# Sky, sun, far roofs, ground, and four colours of houses: times of day over one town.
DAYS = (
    ("#f6dfb4", "#e8793a", "#dcb98a", "#a7b36f", ("#a33a1a", "#d98b4a", "#f4efe2", "#5f7f86")),
    ("#cfe3e2", "#f6c453", "#a9c6c4", "#8fae75", ("#c65b3c", "#f1e7d0", "#3f6d75", "#e0a458")),
    ("#2f3550", "#f5e6b8", "#414a6d", "#3c5a52", ("#6a4c6f", "#b8674b", "#d9c39b", "#4f6f8a")),
    ("#f3cdbb", "#d9573b", "#d7a38f", "#b79a63", ("#7d3b4a", "#f7ecdb", "#c9783f", "#587a6a")),
    ("#dbe6cf", "#efb04a", "#b7cda6", "#7fa063", ("#8a5a3b", "#efe1c6", "#4c7a5b", "#c9553d")),
    ("#e2d9ea", "#f0a35e", "#bfb2cf", "#9aa66d", ("#5b4b8a", "#f4e9d8", "#b5533c", "#7f94b0")),
)


def cover(game: Game, words: Words, preset: str = "") -> Html:
    """The picture of a game, or of one edition of it; decorative: what it shows is said beside it."""
    own = getattr(game, "cover", None)
    place = list(shelf()).index(game.key)
    drawn = ""
    try:
        if callable(own):
            drawn = own(words, preset) if preset and len(signature(own).parameters) > 1 else own(words)
    except Exception as error:
        faults.log(game, "cover", error)
    drawn = drawn or _town(f"{game.key} {preset}".strip(), place + len(preset))
    return Html(drawn.replace(f"<style>{STYLE}</style>", ""))


def address(base: str, key: str, preset: str = "") -> str:
    """Where the picture lies. The edition that the game starts with looks like the game itself."""
    game = shelf()[key]
    usual = {option.name: option.default for option in game.options}
    chosen = next((each.options for each in game.presets if each.name == preset), {})
    asked = f"?preset={quote(preset)}" if any(usual[name] != value for name, value in chosen.items()) else ""
    return f"{base}/cover/{key}.svg{asked}"


def picture(game: Game, words: Words, preset: str) -> str:
    """The same as a file of its own."""
    return str(cover(game, words, preset)).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def _town(key: str, place: int) -> str:
    dice = _Dice(key)
    sky, sun, far, ground, houses = DAYS[place % len(DAYS)]  # neighbours on the shelf never look alike
    night = sky == "#2f3550"
    parts = [box(0, 0, WIDE, HIGH, sky)]
    parts.append(tag("circle", cx=50 + dice.below(220), cy=34 + dice.below(26), r=18 + dice.below(8), fill=sun))
    x = -4.0
    roofs = [f"M-4 {GROUND}"]
    while x < WIDE:
        wide, high = 16 + dice.below(22), 26 + dice.below(50)
        roofs.append(f"V{GROUND - high}h{wide}")
        x += wide
    parts.append(tag("path", d="".join(roofs) + f"V{GROUND}Z", fill=far))
    parts.append(tag("path", d=f"M0 {GROUND - 4}q80-{6 + dice.below(10)} 160 0t160 0V{HIGH}H0Z", fill=ground))
    x = 8.0
    before = -1
    while x < WIDE - 40:
        colour = dice.below(4)
        colour = (colour + 1) % 4 if colour == before else colour
        before = colour
        wide = 30 + dice.below(26)
        parts.append(_house(dice, x, wide, houses[colour], houses[(colour + 2) % 4], "#f9d976" if night else "#fff3d6"))
        x += wide + 4 + dice.below(10)
        if dice.below(3) == 0 and x < WIDE - 50:
            parts.append(_tree(dice, x))
            x += 16
    road = [
        box(0, GROUND + 12, WIDE, 18, "#6d655c"),
        tag("path", d=f"M0 {GROUND + 21}H{WIDE}", stroke="#fff3d6", stroke_width=2, stroke_dasharray="14 12"),
    ]
    return tag(
        "svg",
        *parts,
        *road,
        viewBox=f"0 0 {WIDE} {HIGH}",
        class_="cover",
        aria_hidden="true",
        preserveAspectRatio="xMidYMid slice",
    )


def _house(dice: "_Dice", x: float, wide: float, wall: str, roof: str, lit: str) -> str:
    floors = 1 + dice.below(4)
    high = 16 + 17 * floors
    top = GROUND + 4 - high
    parts = [box(x, top, wide, high, wall)]
    shape = dice.below(3)
    if shape == 0:
        ridge = f"M{number(x - 4)} {top}l{number(wide / 2 + 4)} -17l{number(wide / 2 + 4)} 17Z"
        parts.append(tag("path", d=ridge, fill=roof))
    elif shape == 1:
        parts.append(box(x - 3, top - 5, wide + 6, 7, roof))
    else:
        parts.append(tag("path", d=f"M{number(x)} {top}v-12l{number(wide)} 6v6Z", fill=roof))
    across = max(2, int(wide // 15))
    for floor in range(floors):
        for i in range(across):
            step = wide / across
            parts.append(box(x + i * step + step / 2 - 3.5, top + 9 + 17 * floor, 7, 9, lit, None, 1))
    parts.append(box(x + wide / 2 - 4, GROUND - 8, 8, 12, roof))
    return "".join(parts)


def _tree(dice: "_Dice", x: float) -> str:
    r = 8 + dice.below(4)
    return box(x + 5, GROUND - 12, 3, 16, "#6b4a32") + tag("circle", cx=x + 6.5, cy=GROUND - 18, r=r, fill="#5d7d4a")


class _Dice:
    """Numbers that depend on nothing but the key."""

    def __init__(self, key: str) -> None:
        self.key, self.n = key, 0

    def below(self, n: int) -> int:
        self.n += 1
        return int.from_bytes(hashlib.sha256(f"cover {self.key} {self.n}".encode()).digest()[:4], "big") % n


def lost_town() -> Html:
    """Somewhere at night, for pages that say that there is nothing here."""
    return Html(_town("somewhere else", 2))
