# compiled
"""A piece of a board in units: its groups that have an id, one within another. A page has most of them already.

Of a piece that looks different only those units are sent that look different themselves, and of each only what is not
there yet. After <k/> an element tells, from its first child on, what becomes of what it had inside:

    <k n="3"/>       the next three stay as they are; so does everything after the last that is told
    <k out="2"/>     the next two go
    <rect k="" …/>   the next one becomes this (a group: by what it tells in turn)
    <rect …/>        this is new here
    <k of="a"/>      here stands the unit a, which the page has, wherever it was
    <k gone="a"/>    the next one is the unit a, which goes; <k by="a"/>: which stands elsewhere now

Where there is no <k/> everything inside is told. <k data-part="…"/> is a piece that is no more.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple


class Unit(NamedTuple):
    """Stands where a group with this id stands."""

    id: str


class Group(NamedTuple):
    opening: str
    inside: "tuple[str | Unit | Group, ...]"  # text is any number of elements that are no groups


Units = dict[str, Group]  # by their ids; "" is the piece itself
Node = str | Unit | Group

_GROUP = re.compile(r"(</g>|<g(?: [^>]*)?/?>)")
_LEAF = re.compile(r"<(\w+)[^>]*?(?:/>|>.*?</\1>)|[^<]+", re.DOTALL)
_NAME = re.compile(r"<\w+")


def units(piece: str) -> Units | None:
    """None if it cannot be taken apart: a group is not closed, or two have the same id."""
    found: Units = {}
    id_, opening, inside = "", "", list[Node]()  # the group that we are in
    outside: list[tuple[str, str, list[Node]]] = []
    for n, text in enumerate(_GROUP.split(piece)):
        if n % 2 == 0:
            if text:
                inside.append(text)
            continue
        if text != "</g>":
            begin = text.find(' id="') + 5
            outside.append((id_, opening, inside))
            id_, opening, inside = text[begin : text.index('"', begin)] if begin > 4 else "", text, []
            if not text.endswith("/>"):
                continue
            opening = f"{text[:-2]}>"
        if not outside or id_ in found:
            return None
        made = Group(opening, tuple(inside))
        name, (id_, opening, inside) = id_, outside.pop()
        if name:
            found[name] = made
        inside.append(Unit(name) if name else made)
    if outside:
        return None
    found[""] = Group("", tuple(inside))
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
        is_new = range(len(self.pieces), len(pieces))
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
                inside = new[""].inside
                told = written(inside, after, before) if n in is_new else edited(old[""].inside, inside, after, before)
                found += (f'<g data-part="{n}">', *told, "</g>")
            for id_, unit in new.items():
                known = before.get(id_, unit)
                if known != unit:
                    found += (unit.opening, *edited(known.inside, unit.inside, after, before), "</g>")
        return "".join(found)


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


def written(inside: Iterable[Node], now: Units, before: Units) -> Iterator[str]:
    """All of it; what the page has stays as it is."""
    for node in inside:
        if isinstance(node, str):
            yield node
        elif isinstance(node, Unit) and node.id in before:
            yield f'<k of="{node.id}"/>'
        else:
            group = now[node.id] if isinstance(node, Unit) else node
            yield group.opening
            yield from written(group.inside, now, before)
            yield "</g>"


def edited(had: Sequence[Node], have: Sequence[Node], now: Units, before: Units) -> Iterator[str]:
    """Only what differs."""
    old, new = (nodes(had), nodes(have)) if had != have else ([], [])
    if old is None or new is None:
        yield from written(have, now, before)
        return
    yield "<k/>"
    stay = 0  # how many stay as they are, not told yet
    for same, i, i_end, j, j_end in compared(old, new):
        if same:
            stay += i_end - i
            continue
        if stay:
            yield f'<k n="{stay}"/>'
            stay = 0
        while i < i_end and j < j_end and (kind := alike(old[i], new[j])):
            yield from changed(kind, old[i], new[j], now, before)
            i, j = i + 1, j + 1
        for node in old[i:i_end]:
            yield f'<k {"by" if node.id in now else "gone"}="{node.id}"/>' if isinstance(node, Unit) else '<k out="1"/>'
        yield from written(new[j:j_end], now, before)


def nodes(inside: Sequence[Node]) -> list[Node] | None:
    """One by one, as a page has them; None if they cannot be counted."""
    found: list[Node] = []
    for node in inside:
        if isinstance(node, str):
            leaves = [leaf[0] for leaf in _LEAF.finditer(node)]
            if "".join(leaves) != node:
                return None
            found += leaves
        else:
            found.append(node)
    return found


def compared(old: list[Node], new: list[Node]) -> Iterator[tuple[bool, int, int, int, int]]:
    """From where to where they are the same, or not. Most changes are in one place, or of things that stay in line."""
    first, fewer = 0, min(len(old), len(new))
    while first < fewer and old[first] == new[first]:
        first += 1
    last = 0
    while last < fewer - first and old[-1 - last] == new[-1 - last]:
        last += 1
    yield True, 0, first, 0, first
    i_end, j_end = len(old) - last, len(new) - last
    if i_end == j_end:
        for n in range(first, i_end):
            yield old[n] == new[n], n, n + 1, n, n + 1
    else:
        matcher = SequenceMatcher(None, old[first:i_end], new[first:j_end], autojunk=False)
        for tag, i, i_to, j, j_to in matcher.get_opcodes():
            yield tag == "equal", first + i, first + i_to, first + j, first + j_to


def alike(old: Node, new: Node) -> str:
    """What both of them are, if one can become the other: the beginning of its opening tag."""
    if isinstance(old, Group) and isinstance(new, Group):
        return "<g"
    if isinstance(old, str) and isinstance(new, str):
        name = _NAME.match(old)
        return name[0] if name and new.startswith((f"{name[0]} ", f"{name[0]}>", f"{name[0]}/")) else ""
    return ""


def changed(kind: str, old: Node, new: Node, now: Units, before: Units) -> Iterator[str]:
    """The next one becomes this."""
    if isinstance(old, Group) and isinstance(new, Group):
        yield f'{kind} k=""{new.opening[len(kind) :]}'
        yield from edited(old.inside, new.inside, now, before)
        yield "</g>"
    elif isinstance(new, str):
        yield f'{kind} k=""{new[len(kind) :]}'
