"""The auction of The Estates: a stand with the piece, the highest bid and my purse; who holds which certificate.

Drawn from plain values and remembered: a bid changes a number and a name.
"""

from functools import lru_cache
from typing import NamedTuple

from kvartal.engine.svg import box, breadth, group, panel, short, text, title, within
from kvartal.engine.words import Words
from kvartal.games.estates.drawing import art as pic
from kvartal.games.estates.drawing.scene import Scene
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules.tables import NO_PIECE
from kvartal.games.estates.text.board import who
from kvartal.games.estates.text.labels import colour_name, piece_name

LOW, HEADED = 60, 100  # a stand less high than this shows the piece and the bid alone, or has no heading

HELD, CHIP = 22.0, 18.0  # how high a row of certificates is, and how wide each


class Stand(NamedTuple):
    piece: int
    face: int
    high: int
    leader: str  # whose that is, or that nobody's is there yet
    hand: int | None  # of the viewer
    box: int | None


def stand(
    scene: Scene, x: float, y: float, width: float, height: float, *, purse: bool = True, data_play: str | None = None
) -> str:
    """With my `purse` where I am not in sight myself."""
    board = scene.board
    hand = cash = None
    if purse and board.me is not None:
        hand, cash = board.people[board.me].hand, board.people[board.me].box
    up = Stand(NO_PIECE, 0, 0, "", hand, cash)
    if board.phase > at.CHOOSING and not board.over:
        leader = scene.words("No bid yet.") if board.phase == at.BIDDING else "—"
        if board.high:
            leader = who(board, board.leader, scene.words)
        up = Stand(board.piece, board.face, board.high, leader, hand, cash)
    drawn = (_small if height < LOW else _large)(scene.plain, up, width, height)
    spoken = scene.words("On auction")
    return group(x, y, drawn, id="estates-auction", role="group", aria_label=spoken, data_play=data_play)


@lru_cache(256)
def _small(words: Words, up: Stand, width: float, height: float) -> str:
    parts = [box(0, 0, width, height, "glow" if up.piece >= 0 else "panel", "edge", 8)]
    if up.piece < 0:
        if up.hand is not None and up.box is not None:
            parts.append(_purse(words, up.hand, up.box, 10, height / 2 - 20, 20))
        return "".join(parts)
    size = height - 8
    parts.append(_piece(words, up, 4, 4, size))
    left = size + 8
    room = width - left - 4
    if up.high:
        parts.append(text(left + room / 2, height / 2 + 2, str(up.high), 22, "action", bold=True, anchor="middle"))
        name = brief(up.leader, room, 12.5)
        parts.append(text(left + room / 2, height - 6, name, 12.5, anchor="middle"))
    else:
        parts.append(text(left + room / 2, height / 2 + 6, "—", 18, "muted", bold=True, anchor="middle"))
    return "".join(parts)


@lru_cache(256)
def _large(words: Words, up: Stand, width: float, height: float) -> str:
    """With a heading if it is high enough; my purse is at the right."""
    head = 24.0 if height > HEADED else 0.0
    parts = [panel(width, height, words("On auction") if head else "", mine=up.piece >= 0)]
    right = width
    if up.hand is not None and up.box is not None:
        right -= 62
        parts.append(_purse(words, up.hand, up.box, right, head + (height - head) / 2 - 21, 24))
    size = min(92.0, height - head - 16)
    top = head + (height - head - size) / 2
    if up.piece < 0:
        return "".join(parts) + group(12, top, pic.hammer(size), opacity=0.3)
    parts.append(_piece(words, up, 10, top, size))
    left, big = size + 20, 17.0 if head else 14.0
    room = right - left - 6
    about = piece_name(up.piece, up.face, words)
    named, name = within(about, room, big, 1, bold=True, least=12.5)
    if breadth(about, named, True) > room:
        named, name = within(about, room, big, 2, bold=True, least=12.5)
    down = top + (big if len(name) == 1 else named - 1)
    parts += [text(left, down + (named + 2) * n, each, named, bold=True, room=room) for n, each in enumerate(name)]
    down += (named + 2) * (len(name) - 1) + (big * 1.75 if len(name) == 1 else big + 7)
    if up.high:
        bid, size = str(up.high), big * 1.6
        parts.append(text(left, down, bid, size, "action", bold=True))
        over = left + breadth(bid, size, True) + 5
        parts.append(text(over, down - 1, brief(up.leader, right - over - 4, big), big))
    else:
        parts.append(text(left, down, up.leader if breadth(up.leader, 13) <= room else "—", 13, "muted"))
    return "".join(parts)


def _piece(words: Words, up: Stand, x: float, y: float, size: float) -> str:
    about = title(piece_name(up.piece, up.face, words))
    return pic.known(up.piece, about, pic.piece(up.piece, up.face, size), x=x, y=y)


def _purse(words: Words, hand: int, cash: int, x: float, y: float, step: float) -> str:
    """What I have: cheques in hand, and below them what is in the box."""
    parts = [title(words("hand {hand}, box {box}", hand=hand, box=cash)), group(0, 3, pic.cheque())]
    parts += [text(28, 14, str(hand), 14, bold=True), group(0, step + 1, pic.cash_box())]
    return group(x, y, *parts, text(28, step + 14, str(cash), 14, bold=True), id="estates-mine")


def brief(name: str, room: float, size: float) -> str:
    """A name as far as there is room for it; of `Player 3` the number is kept, which tells it from the others."""
    first, _, last = name.rpartition(" ")
    if not first or not last.isdecimal() or breadth(name, size) <= room:
        return short(name, room, size)
    return short(first, room - breadth(last, size), size) + last


# Certificates -----------------------------------------------------------------------------------------------------


def certificates(scene: Scene, x: float, y: float, width: float, rows: int, data_play: str | None = None) -> str:
    """Who holds which: a strip with everybody who has any, in one row or more, each `HELD` high."""
    held = tuple(
        (who(scene.board, person.seat, scene.words), person.certificates)
        for person in scene.board.people
        if person.certificates
    )
    drawn = _strip(scene.plain, held, width, rows)
    spoken = scene.words("certificates")
    return group(x, y, drawn, id="estates-certificates", role="group", aria_label=spoken, data_play=data_play)


@lru_cache(256)
def _strip(words: Words, held: tuple[tuple[str, tuple[int, ...]], ...], width: float, rows: int) -> str:
    parts = [box(0, 0, width, rows * HELD, "panel", "edge", 7)]
    if not held:
        parts.append(text(10, 15.5, f"{words('certificates')}: —", 12.5, "muted"))
    each = max(1, -(-len(held) // rows))
    for row in range(rows):
        line, x = held[row * each : (row + 1) * each], 8.0
        left = width - 8 - sum(CHIP * len(colours) + 10 for _, colours in line)
        rooms = {}  # short names first: the others share what is left
        for n, name in enumerate(sorted((name for name, _ in line), key=lambda name: breadth(name, 12.5))):
            rooms[name] = min(breadth(name, 12.5), left / (len(line) - n))
            left -= rooms[name]
        for name, colours in line:
            parts.append(text(x, row * HELD + 15.5, brief(name, rooms[name], 12.5), 12.5))
            x += rooms[name] + 3
            for colour in colours:
                chip = box(0, 0, 16, 16, pic.FILLS[colour], pic.DARKS[colour], 4) + pic.symbol(colour, 3.5, 3.5, 9)
                parts.append(group(x, row * HELD + 3, title(f"{colour_name(colour, words)}: {name}"), chip))
                x += CHIP
            x += 7
    return "".join(parts)
