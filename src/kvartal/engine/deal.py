"""Deals: where the chance of one match comes from, and how it is proven afterwards.

`SeededDeal` for simulation and play alone, `FairDeal` between people, `ToldDeal` when somebody rolls real dice and
tells us. A FairDeal lives like this: the host begins and publishes a commitment; every device commits to a salt, then
opens it; only when all are open can a card be drawn; at the end the host reveals the secret and anybody can rebuild
every draw. It proves that no card was changed. It does not prove that the host did not look ahead.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kvartal.engine.option import BadSetup, shown
from kvartal.engine.source import SEED_LIMIT, Seeded, Source

if TYPE_CHECKING:
    from kvartal.engine.game import Setup

SECRET_BYTES = 32
SALT_BYTES = range(16, 65)
MOST_PEOPLE = 1000
LABEL = b"kvartal draw 1"


class BadDeal(ValueError):
    """Something that does not fit what was committed to."""


class NotReady(BadDeal):
    """A draw was asked for before the deal may speak, or of a deal whose secret is not known here."""


def commitment(value: bytes) -> str:
    """What is published before the value itself."""
    return hashlib.sha256(value).hexdigest()


@dataclass
class SeededDeal:
    """Everything follows from a seed. Whoever knows the seed knows the deal."""

    seed: int

    def __post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or not 0 <= self.seed <= SEED_LIMIT:
            raise BadSetup(f"a seed is a whole number from 0 to {SEED_LIMIT}, not {shown(self.seed)}")

    @property
    def speaks(self) -> bool:
        """Can it draw, now and here?"""
        return True

    def source(self, setup: "Setup") -> Source:
        return Seeded(self.seed, setup.tables.streams, setup.tables.widest)


@dataclass
class ToldDeal:
    """Nothing is drawn here: every outcome is told, e.g. from a real table or by a test."""

    @property
    def speaks(self) -> bool:
        return False

    def source(self, setup: "Setup") -> Source:
        raise NotReady("this match is told what chance brings; use happen()")


@dataclass
class FairDeal:
    """The life of a fair deal. Every step can be taken once, in order; anything else is an error."""

    commitment: str
    secret: bytes | None = field(default=None, repr=False)  # a log that prints the deal must not tell it
    salt_commitments: dict[int, str] = field(default_factory=dict)
    salts: dict[int, bytes] = field(default_factory=dict)

    @classmethod
    def begin(cls) -> "FairDeal":
        """Take a fresh secret and commit to it."""
        secret = secrets.token_bytes(SECRET_BYTES)
        return cls(commitment(secret), secret)

    @classmethod
    def alone(cls, salts: int = 1) -> "FairDeal":
        """The whole protocol on one device."""
        deal = cls.begin()
        values = {number: secrets.token_bytes(SECRET_BYTES) for number in range(salts)}
        for number, value in values.items():
            deal.commit(number, commitment(value))
        for number, value in values.items():
            deal.open(number, value)
        return deal

    def commit(self, person: int, promise: str) -> None:
        """A device promises a salt without showing it."""
        if self.salts:
            raise BadDeal("the first salt is open: nobody can join this deal any more")
        if isinstance(person, bool) or not isinstance(person, int) or not 0 <= person <= MOST_PEOPLE:
            raise BadDeal(f"people have numbers from 0 to {MOST_PEOPLE}, not {shown(person)}")
        if person in self.salt_commitments:
            raise BadDeal(f"person {person} has committed already")
        if not isinstance(promise, str) or len(promise) != 64 or set(promise) - set("0123456789abcdef"):
            raise BadDeal("a commitment is the SHA-256 of the salt, 64 hexadecimal digits")
        self.salt_commitments[person] = promise

    def open(self, person: int, salt: bytes) -> None:
        """A device shows the salt it promised."""
        if not isinstance(person, int) or person not in self.salt_commitments:
            raise BadDeal(f"person {shown(person)} has not committed to a salt")
        if person in self.salts:
            raise BadDeal(f"person {person} has opened already")
        if not isinstance(salt, bytes) or len(salt) not in SALT_BYTES:
            raise BadDeal(f"a salt has {SALT_BYTES.start} to {SALT_BYTES.stop - 1} bytes")
        if commitment(salt) != self.salt_commitments[person]:
            raise BadDeal(f"this is not the salt that person {person} committed to")
        self.salts[person] = salt

    @property
    def ready(self) -> bool:
        """Are all salts open?"""
        return bool(self.salt_commitments) and self.salts.keys() == self.salt_commitments.keys()

    @property
    def speaks(self) -> bool:
        return self.secret is not None

    def reveal(self, secret: bytes) -> None:
        """Learn the secret at the end (of a deal that was read from a public record)."""
        if not isinstance(secret, bytes) or len(secret) != SECRET_BYTES or commitment(secret) != self.commitment:
            raise BadDeal("the secret is not the one that was committed to")
        self.secret = secret

    def public(self) -> "FairDeal":
        """The same deal as everybody may see it before the end."""
        return FairDeal(self.commitment, None, dict(self.salt_commitments), dict(self.salts))

    def source(self, setup: "Setup") -> Source:
        if not self.ready:
            missing = sorted(self.salt_commitments.keys() - self.salts.keys())
            raise NotReady(f"no draw before all salts are open; missing: {missing or 'all'}")
        if self.secret is None:
            raise NotReady("the secret of this deal is not known here: it can be read, but not drawn from")
        return FairSource(self.secret, self.salts, setup)


class FairSource(Source):
    """Each draw is a keyed hash of secret, salts, the stream's name and n."""

    def __init__(self, secret: bytes, salts: Mapping[int, bytes], setup: "Setup") -> None:
        super().__init__(setup.tables.streams, setup.tables.widest)
        named = [person.to_bytes(4, "big") + hashlib.sha256(salts[person]).digest() for person in sorted(salts)]
        key = hmac.digest(secret, LABEL + hashlib.sha256(b"".join(named)).digest(), "sha256")
        self.keyed = hmac.new(key, None, "sha256")  # copied for every draw: half the work is done
        self.names = [stream.name.encode() for stream in setup.streams]

    def word(self, stream: int, n: int, attempt: int) -> int:
        message = self.names[stream] + b"\0" + n.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        keyed = self.keyed.copy()
        keyed.update(message)
        return int.from_bytes(keyed.digest()[:4], "big")


Deal = SeededDeal | FairDeal | ToldDeal
