"""Limits by address count at all processes together: each tells the others once a second what was taken there.

Nothing of it is stored: addresses are nobody's business for longer than that. Whoever comes to all processes within the
same second gets more than their share once, and waits for it afterwards.
"""

import asyncio
import heapq
from collections.abc import Iterable

import msgspec

from kvartal.server.http.between import KEY, WORDS, asked
from kvartal.server.http.security import Buckets, Held
from kvartal.server.live.homes import Alone, Home

EVERY = 1.0  # seconds
MOST_TOLD = 2000  # addresses of one limit, those that have taken most of it
WORTH_TELLING = 20  # whoever holds less than this part of what they may is left out
ADDRESS = f"{WORDS}taken".encode()

Counts = dict[str, dict[str, int]]  # by limit and address


class Taken(msgspec.Struct, frozen=True):
    """What addresses have taken at the process with this lease since it last told, and what they hold there now."""

    lease: str
    taken: Counts
    held: Counts


class Counted:
    """The limits of one process that are true across all of them."""

    def __init__(self, homes: Alone, buckets: Iterable[Buckets], held: dict[str, Held]) -> None:
        self.homes = homes
        self.buckets = {each.name: each for each in buckets}
        self.held = held
        self.others: dict[str, Counts] = {}  # what is held at other processes, by lease
        self.said = False  # the others may still think that something is held here
        for each in self.buckets.values():
            each.taken = {}
        homes.ended.append(self.ended)

    async def tell(self) -> None:
        """Whoever cannot be told now will not hear of it: limits are not worth waiting for."""
        word = self.collected()
        if word.taken or word.held or self.said:
            self.said = bool(word.held)
            body = msgspec.json.encode(word)
            there = [seen.home for seen in self.homes.others.values()]
            await asyncio.gather(*(self._say(home, body) for home in there), return_exceptions=True)

    async def _say(self, home: Home, body: bytes) -> None:
        about = [(b"host", b"kvartal"), (b"content-type", b"application/json"), (KEY, home.key.encode())]
        async with asyncio.timeout(EVERY):
            await asked(home, b"POST", ADDRESS, about, body)

    def collected(self) -> Taken:
        taken, held = {}, {}
        for name, buckets in self.buckets.items():
            if buckets.taken:
                taken[name] = _most(buckets.taken)
                buckets.taken = {}
        for name, each in self.held.items():
            many = {address: count for address, count in each.counts.items() if count * WORTH_TELLING >= each.most}
            if each.most and many:
                held[name] = _most(many)
        return Taken(self.homes.lease, taken, held)

    def heard(self, word: Taken) -> None:
        for name, counts in word.taken.items():
            if name in self.buckets:
                for address, many in counts.items():
                    self.buckets[name].owe(address, many)
        if word.lease in self.homes.others:  # else nobody would ever take it back
            self.others[word.lease] = word.held
            self._sum()

    def ended(self, lease: str) -> None:
        if self.others.pop(lease, None):
            self._sum()

    def _sum(self) -> None:
        for name, each in self.held.items():
            each.elsewhere = {}
            for there in self.others.values():
                for address, count in there.get(name, {}).items():
                    each.elsewhere[address] = each.elsewhere.get(address, 0) + count


def _most(counts: dict[str, int]) -> dict[str, int]:
    if len(counts) <= MOST_TOLD:
        return counts
    return dict(heapq.nlargest(MOST_TOLD, counts.items(), key=lambda each: each[1]))
