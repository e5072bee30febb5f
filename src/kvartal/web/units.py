"""A piece of a board in units: its groups that have an id, one within another. A page has most of them already.

Of a piece that looks different only those units are sent that look different themselves. Within them <k of="…"/> stands
for a unit that the page has: it is kept as it is, or moved to here. <k data-part="…"/> is a piece that is no more,
<k/> all that was inside.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

Own = tuple[str, ...]  # what belongs to a unit itself; every second entry is the id of a unit inside it
Units = dict[str, Own]  # "" is the piece itself

FULL = "<k/></g>"  # everything inside is as it was

_GROUP = re.compile(r'<g(?=[ />])(?:[^>]*? id="([^"]*)")?[^>]*?(/?)>|</g>')


def units(piece: str) -> Units | None:
    """None if it cannot be taken apart: a group is not closed, or two have the same id."""
    found: Units = {}
    own: list[str] = []
    id_, inner = "", 0  # the unit that we are in, and how many groups without an id we are in there
    outside: list[tuple[str, int, list[str]]] = []
    at = 0  # up to here everything belongs to somebody
    for match in _GROUP.finditer(piece):
        group, named, closed = match[0], match[1], match[2]
        if group == "</g>":
            if inner:
                inner -= 1
                continue
            own.append(piece[at : match.end()])
            at = match.end()
            if not outside or id_ in found:
                return None
            found[id_] = tuple(own)
            id_, inner, own = outside.pop()
        elif named and not closed:
            own += (piece[at : match.start()], named)
            at = match.start()
            outside.append((id_, inner, own))
            id_, inner, own = named, 0, []
        elif not closed:
            inner += 1
    if outside or inner:
        return None
    own.append(piece[at:])
    found[""] = tuple(own)
    return found


class Pieces:
    """The pieces of a board that a page has."""

    def __init__(self, pieces: Sequence[str] = ()) -> None:
        self.pieces = pieces
        self.units: dict[int, Units | None] = {}  # of those that have been taken apart

    def changed(self, pieces: Sequence[str]) -> str:
        """What the page needs in order to look like these: pieces by their number, and units."""
        many = max(len(pieces), len(self.pieces))
        had, have = padded(self.pieces, many), padded(pieces, many)
        numbers = [n for n in range(many) if had[n] != have[n]]
        was = [self.units[n] if n in self.units else units(had[n]) for n in numbers]
        now = [units(have[n]) for n in numbers]
        self.pieces = pieces
        self.units.update(zip(numbers, now, strict=True))
        before, after = merged(was), merged(now)
        if before is None or after is None:
            return "".join(f'<g data-part="{n}">{have[n]}</g>' if n < len(pieces) else gone(n) for n in numbers)
        found: list[str] = []
        for n, old, new in zip(numbers, was, now, strict=True):
            assert old is not None
            assert new is not None
            if n >= len(pieces):
                found.append(gone(n))
            elif old[""] != new[""]:
                found += (f'<g data-part="{n}">', *written(new[""], after, before), "</g>")
            for id_, own in new.items():
                known = before.get(id_, own)
                if known != own:
                    found += (opened(own), FULL) if same_inside(known, own) else written(own, after, before)
        return "".join(found)


def opened(own: Own) -> str:
    return own[0][: own[0].index(">") + 1]


def same_inside(known: Own, own: Own) -> bool:
    """Has only the opening tag changed: what it can be used for, or where it stands?"""
    return known[1:] == own[1:] and known[0].partition(">")[2] == own[0].partition(">")[2]


def padded(pieces: Sequence[str], many: int) -> Sequence[str]:
    return [*pieces, *[""] * (many - len(pieces))]


def gone(number: int) -> str:
    return f'<k data-part="{number}"/>'


def merged(pieces: Iterable[Units | None]) -> Units | None:
    """The units of several pieces, without the pieces themselves; None if they cannot be told apart."""
    found: Units = {}
    many = 0
    for piece in pieces:
        if piece is None:
            return None
        found |= piece
        many += len(piece) - 1
    found.pop("", None)
    return found if len(found) == many else None


def written(own: Own, now: Units, before: Units) -> Iterator[str]:
    """A unit, with whatever is new inside it; what the page has stays as it is."""
    for place, text in enumerate(own):
        if place % 2 == 0:
            yield text
        elif text in before:
            yield f'<k of="{text}"/>'
        else:
            yield from written(now[text], now, before)
