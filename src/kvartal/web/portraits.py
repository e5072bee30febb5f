"""Portraits of the guests: small medallions in flat colours and ink, drawn by hand. Whoever is nobody in particular
wears the mask of a house.

They look alike by day and by night: each has a ground of its own. The shapes are large, so that hat, moustache, card
and glasses tell them apart on a seat of 32 pixels.
"""

from functools import lru_cache

from kvartal.bots.characters import character_of
from kvartal.engine.svg import disc, path, tag
from kvartal.web.html import Html

INK = "#3d2f28"
SIDE = 96
MOUSTACHE = (
    "M48 58Q42 54 35 58Q30 63 27 61Q29 69 38 67.5Q45 67 48 63Q51 67 58 67.5Q67 69 69 61Q66 63 61 58Q54 54 48 58Z"
)
PETALS = ((68, 20.5), (74.2, 25), (71.8, 32.2), (64.2, 32.2), (61.8, 25))
# Shoulders end where the medallion does.
CHEST = "Q23 67 38 64Q48 70 58 64Q73 67 81 80A46 46 0 0 1 15 80Z"


@lru_cache(256)
def portrait(who: str, size: int) -> Html:
    """The picture of a character (`gardener`) or of a bot by its name (`level3-gardener`), so many pixels wide;
    decorative: the name stands beside it."""
    guest = character_of(who)
    ground, inside = PORTRAITS.get(guest.id if guest else who, MASK)
    drawn = tag(
        "svg",
        disc(48, 48, 46, ground, INK, stroke_width=2.5),
        *inside,
        viewBox=f"0 0 {SIDE} {SIDE}",
        width=size,
        height=size,
        class_="portrait",
        aria_hidden="true",
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    return Html(drawn)


def face(who: str, size: int) -> Html:
    """The same by its name, on a page that has all `faces`: many seats are drawn again and again."""
    guest = character_of(who)
    return _face(guest.id if guest else who if who in PORTRAITS else NOBODY, size)


@lru_cache(64)
def _face(who: str, size: int) -> Html:
    used = tag("use", href=f"#face-{who}")
    return Html(
        tag("svg", used, viewBox=f"0 0 {SIDE} {SIDE}", width=size, height=size, class_="portrait", aria_hidden="true")
    )


@lru_cache(1)
def faces() -> Html:
    """Every face once, for `face`."""
    drawn = []
    for who, (ground, inside) in {**PORTRAITS, NOBODY: MASK}.items():
        medallion = disc(48, 48, 46, ground, INK, stroke_width=2.5)
        about = {"viewBox": f"0 0 {SIDE} {SIDE}", "stroke_linecap": "round", "stroke_linejoin": "round"}
        drawn.append(tag("symbol", medallion, *inside, id=f"face-{who}", **about))
    return Html(tag("svg", *drawn, width=0, height=0, aria_hidden="true"))


def _shape(d: str, fill: str) -> str:
    return path(d, fill, INK, stroke_width=2.5)


def _line(d: str, colour: str = INK, wide: float = 2.5) -> str:
    return path(d, None, colour, stroke_width=wide)


def _eyes(y: float, apart: float = 7.5, x: float = 48) -> str:
    return disc(x - apart, y, 2.6, INK) + disc(x + apart, y, 2.6, INK)


def _cheeks(y: float, colour: str, apart: float = 11.5, x: float = 48) -> str:
    return "".join(disc(x + side * apart, y, 3.6, colour, opacity=0.55) for side in (-1, 1))


def _gardener() -> tuple[str, ...]:
    petals = "".join(disc(x, y, 4.4, "#fffaf0", INK, stroke_width=1.4) for x, y in PETALS)
    return (
        _shape("M15 80" + CHEST, "#f3ead6"),
        _shape("M30 67.5L34 92.5Q48 96 62 92.5L66 67.5L59 65L57 78H39L37 65Z", "#4c7a52"),
        _shape("M31 44Q21 58 26 76Q31 82 36 76Q30 62 37 52Z", "#a5522c"),
        _shape("M65 44Q75 58 70 76Q65 82 60 76Q66 62 59 52Z", "#a5522c"),
        _line("M25 71Q31 73 36 70M71 71Q65 73 60 70", "#d9573f", 3.4),
        _shape("M31 42Q30 68 48 69T65 42Q48 34 31 42Z", "#f0c8a0"),
        _cheeks(57, "#e0795a"),
        _eyes(51),
        _line("M41 59.5Q48 66 55 59"),
        _shape("M27 32Q28 11 47 11T69 31Q48 38 27 32Z", "#f2d27f"),
        _line("M28 28Q48 35 68 27.5", "#c8482f", 6),
        _shape("M6 41Q22 30 48 32.5T90 39Q84 48 48 44.5T6 41Z", "#f2d27f"),
        _line("M22 38.5Q30 36.8 38 36.8M59 37.5Q68 37.8 75 39", "#c99f45", 1.8),
        petals,
        disc(68, 27, 4, "#efb02e", INK, stroke_width=1.4),
    )


def _builder() -> tuple[str, ...]:
    return (
        _shape("M15 80" + CHEST, "#e0703c"),
        _line("M33 68L35.5 88.5M63 68L60.5 88.5", "#fbe08a", 6),
        _shape("M27 47Q22 46 23 53T30 58ZM69 47Q74 46 73 53T66 58Z", "#d9a077"),
        _shape("M29 38V55Q31 72 48 72T67 55V38Z", "#d9a077"),
        _cheeks(57, "#c8613f", 13),
        _eyes(49, 8),
        _line("M35 44.5L43.5 43M60.5 44.5L52.5 43", "#5a3a24", 3.6),
        _line("M48 50Q44.5 55 48.5 56"),
        _shape(MOUSTACHE, "#7a4a2a"),
        _shape("M23 38Q23 12 48 12T73 38Z", "#f4c531"),
        _shape("M41 38V15Q48 9.5 55 15V38Z", "#f9dd6d"),
        _line("M30 34Q30 24 35 20", "#fff3c0", 2.6),
        _shape("M17 37.5Q48 31 79 37.5Q81 45 76 44.5Q48 38 20 44.5Q15 45 17 37.5Z", "#f4c531"),
    )


def _gambler() -> tuple[str, ...]:
    hat = (
        _shape("M60 7L75.5 12.5L69 31L53.5 25.5Z", "#fffaf0"),
        path("M67 12L70.5 18.5L63.5 21.5L61 15.5Z", "#c8362b"),
        _shape("M27 33Q26 13 36 14Q43 18 50 13Q63 9 66 28Q47 37 27 33Z", "#46455f"),
        _line("M27.5 30Q47 34.5 66.5 25.5", "#d9573f", 5),
        _shape("M13 40Q16 31 28 33Q48 36 66 27Q80 20 86 27Q80 38 50 43.5Q24 48 13 40Z", "#46455f"),
    )
    return (
        _shape("M15 80" + CHEST, "#2f3b4d"),
        _shape("M38 64L48 84L58 64Q48 70 38 64Z", "#fffaf0"),
        _shape("M48 75L37 69.5V82ZM48 75L59 69.5V82Z", "#c8362b"),
        disc(48, 75.5, 3, "#c8362b", INK, stroke_width=1.8),
        _shape("M31 42Q30 56 36 63Q41 71 48 71T60 63Q66 56 65 40Z", "#f3d3b0"),
        _cheeks(57, "#e58a6a", 12),
        disc(40.5, 50.5, 2.6, INK),
        _line("M52 50.5Q56 47 60 50"),
        _line("M35.5 45.5Q40 43 44 45M52 44Q57 41 61 43.5", INK, 2.2),
        _line("M48 52Q45.5 56 49 57"),
        _line("M39.5 61Q49 67.5 58 58.5Q59.5 58 60 59.5"),
        *hat,
    )


def _accountant() -> tuple[str, ...]:
    return (
        disc(48, 16, 10, "#3b2c3a", INK, stroke_width=2.5),
        _line("M42.5 13Q48 9 53.5 13", "#6a536a", 2.2),
        _shape("M15 80" + CHEST, "#7d3b4a"),
        _shape("M36 64.5L48 76L39 84L30 67ZM60 64.5L48 76L57 84L66 67Z", "#fffaf0"),
        disc(48, 86, 2.2, "#f2d27f", INK, stroke_width=1.4),
        _shape("M26 52Q20 20 48 19T70 52Q72 60 66 62H30Q24 60 26 52Z", "#3b2c3a"),
        _shape("M30 46Q29 71 48 71T66 46Q60 42 55 34.5Q46 44 30 46Z", "#e9b98f"),
        _cheeks(60, "#d9705a", 12),
        _line("M33 36Q40 34 45 28.5M62 36Q58 33 56 28.5", "#6a536a", 1.8),
        disc(39, 51, 8.4, "#f6fbfb", INK, stroke_width=2.8),
        disc(57.5, 51, 8.4, "#f6fbfb", INK, stroke_width=2.8),
        _line("M47.2 49.5Q48.3 48.6 49.4 49.5M30.6 49L28.5 47.5M66 49L68 47.5"),
        disc(40, 51.5, 2.6, INK),
        disc(56.5, 51.5, 2.6, INK),
        _line("M43 64Q48 66.5 54 63"),
        _shape("M67 54L85 33L89.5 36.5L71 57Z", "#4f9a8e"),
        _shape("M67 54L64.5 60.5L71 57Z", "#f2dcb4"),
        _line("M82 36.5L86.5 40", INK, 2),
    )


def _house_mask() -> tuple[str, ...]:
    return (
        _shape("M62 30V14H71V38Z", "#8d5a44"),
        _shape("M23 40H73V77Q48 82 23 77Z", "#f6ead0"),
        _shape("M12 46L48 15L84 46Q82 50 78 48L48 25L18 48Q14 50 12 46Z", "#b5492e"),
        _line("M26 71H34M62 71H70M30 75H36", "#d9c39b", 2),
        _shape("M30 46H43V59H30ZM53 46H66V59H53Z", "#a9d3e3"),
        _line("M36.5 46V59M30 52.5H43M59.5 46V59M53 52.5H66", INK, 1.8),
        _shape("M39.5 79.5V71Q40 64 48 64T56.5 71V79.5Q48 80.5 39.5 79.5Z", "#5f7f86"),
        disc(53, 73, 1.6, "#f2d27f"),
    )


# By character: the ground of the medallion, and what is drawn on it.
PORTRAITS = {
    "gardener": ("#9dbf78", _gardener()),
    "builder": ("#86b0c4", _builder()),
    "gambler": ("#a8779a", _gambler()),
    "accountant": ("#e3b768", _accountant()),
}
MASK = ("#c3b294", _house_mask())
NOBODY = "nobody"  # in particular: a bot without a character
