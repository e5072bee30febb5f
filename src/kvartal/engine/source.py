# compiled
"""Where chance comes from: a small interface, and the fast source for simulation.

Every draw is named by (stream, n): the n-th draw of one stream. Streams never disturb each other, so seats may act
in any order and two tables of one deal see the same cards. Compiled module: the same numbers compiled and pure.
"""

from typing import Final, final

from kvartal.engine.native import i64, mypyc_attr, vec

MASK: Final = 0xFFFFFFFF  # arithmetic stays inside 32 × 31 bits: products fit an i64 and pure Python agrees
GOLDEN: Final = 0x9E3779B9
SEED_LIMIT: Final = 9223372036854775807


def mixed(x: i64) -> i64:
    """A full-avalanche 32-bit hash (two odd multipliers; the second one's top bit is added by hand)."""
    x ^= x >> 16
    x = (x * 0x7FEB352D) & MASK
    x ^= x >> 15
    x = (x * 0x046CA68B + ((x & 1) << 31)) & MASK
    return x ^ (x >> 16)


@mypyc_attr(allow_interpreted_subclasses=True)
class Source:
    """Counts the draws of each stream; `word` is the raw material, `below` makes it fair for any bound."""

    def __init__(self, streams: i64, widest: i64) -> None:
        self.counts = vec[i64]([0] * streams)  # draws made so far, per stream
        self.outcomes = vec[i64]([0] * widest)  # scratch for State.deal
        self.weights = vec[i64]([0] * widest)

    def word(self, stream: i64, n: i64, attempt: i64) -> i64:
        """32 random bits for draw `n` of `stream`; `attempt` counts the rejected tries of that draw."""
        raise NotImplementedError

    def copy_from(self, other: "Source") -> None:
        """Go on where another source of the same shape is now, without building a new object."""
        streams: i64 = len(self.counts)
        if streams != len(other.counts):
            raise ValueError(f"a source of {streams} streams cannot go on like one of {len(other.counts)}")
        stream: i64 = 0
        while stream < streams:
            self.counts[stream] = other.counts[stream]
            stream += 1

    def below(self, stream: i64, bound: i64) -> i64:
        """A whole number from 0 to bound − 1, each equally likely (bound < 2³¹)."""
        n: i64 = self.counts[stream]
        self.counts[stream] = n + 1
        m: i64 = self.word(stream, n, 0) * bound
        low: i64 = m & MASK
        if low < bound:  # the only place where some results could be favoured: reject and try again
            floor: i64 = (4294967296 - bound) % bound
            attempt: i64 = 0
            while low < floor:
                attempt += 1
                m = self.word(stream, n, attempt) * bound
                low = m & MASK
        return m >> 32


@final
class Seeded(Source):
    """The fast source: a counter-based hash of (seed, stream, n). Not secret: whoever knows the seed knows the deal."""

    def __init__(self, seed: i64, streams: i64, widest: i64) -> None:
        super().__init__(streams, widest)
        self.keys = vec[i64]([0] * streams)
        self.reseed(seed)

    def reseed(self, seed: i64) -> None:
        """Start over with another seed: as good as new, without building a new object."""
        high: i64 = mixed(((seed >> 32) & MASK) ^ GOLDEN)
        low: i64 = mixed((seed & MASK) ^ high)
        stream: i64 = 0
        streams: i64 = len(self.keys)
        while stream < streams:
            self.keys[stream] = (mixed((low + stream * GOLDEN) & MASK) << 31) | (mixed(high ^ stream) >> 1)
            self.counts[stream] = 0
            stream += 1

    def copy_from(self, other: Source) -> None:
        if not isinstance(other, Seeded):
            raise TypeError(f"a Seeded source goes on like another one, not like {type(other).__name__}")
        super().copy_from(other)
        stream: i64 = 0
        streams: i64 = len(self.keys)
        while stream < streams:
            self.keys[stream] = other.keys[stream]
            stream += 1

    def word(self, stream: i64, n: i64, attempt: i64) -> i64:
        key: i64 = self.keys[stream]
        x: i64 = mixed(((key >> 31) + n * GOLDEN + attempt * 0x5BD1E995) & MASK)
        return mixed(x ^ (key & 0x7FFFFFFF))
