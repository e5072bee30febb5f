"""Cards in play that stand along the road, equal ones behind each other."""

from kvartal.engine.svg import group, tag
from kvartal.games.flip.drawing import cards
from kvartal.games.flip.drawing.widgets import Pen, face_id
from kvartal.games.flip.text.catalogue import FACE_KEYS

CLOSE = 6.0  # the least that is seen of a card behind another
BESIDE = 8.0


def stand(area: tuple[int, ...], room: float) -> bool:
    """Is there room for all of them?"""
    kinds, twins = _counted(area)
    return kinds * (cards.WIDTH + BESIDE) - BESIDE + CLOSE * twins <= room


def standing(
    pen: Pen, seat: int, area: tuple[int, ...], held: tuple[int, ...], left: float, y: float, room: float
) -> list[str]:
    """Equal ones come in behind the last one played."""
    found = []
    for face, i, last, x in _along(area, room):
        key = FACE_KEYS[face] if last else f"{FACE_KEYS[face]}-{i}"
        body = cards.card(pen.tables, face, pen.words) if last else cards.behind(face)
        if last:
            body = tag("g", body, id=face_id(seat, face, held[face]))
        found.append(group(left + x, y, pen.about(face), body, id=f"flip-play-{key}"))
    return found


def _along(counts: tuple[int, ...], room: float) -> list[tuple[int, int, bool, float]]:
    """Face, number, is it the one in front, and where it stands: twins lie closer where there is little room."""
    kinds, twins = _counted(counts)
    whole = kinds * (cards.WIDTH + BESIDE) - BESIDE
    close = min(26.0, max(CLOSE, (room - whole) / twins)) if twins else 0.0
    found, x = [], 0.0
    for face, count in enumerate(counts):
        for i in range(count):
            last = i == count - 1
            found.append((face, i, last, x))
            x += cards.WIDTH + BESIDE if last else close
    return found


def _counted(counts: tuple[int, ...]) -> tuple[int, int]:
    """Kinds of cards, and how many stand behind others."""
    kinds = sum(map(bool, counts))
    return kinds, sum(counts) - kinds
