"""What bots leave to luck: it follows from a secret of the table, so nobody can foresee it and everybody can check it.

docs/fair-deals.md has the formula.
"""

import hashlib
import hmac
import secrets

from kvartal.server.table.table import Table

LABEL = b"kvartal bots 1"  # apart from that of the draws: neither tells anything about the other
SEED_BYTES = 7


def fresh_luck() -> str:
    """A secret for the bots of one table, where people may know that of its deal: who has played it does."""
    return secrets.token_hex(32)


def bot_seed(table: Table, seat: int) -> int:
    """The seed of the turn that a bot begins now, after so many moves of its seat."""
    match, deal = table.match, table.deal
    assert match is not None
    assert deal is not None
    secret = bytes.fromhex(table.luck) if table.luck else deal.secret
    assert secret is not None
    people = [person.to_bytes(4, "big") + hashlib.sha256(deal.salts[person]).digest() for person in sorted(deal.salts)]
    key = hmac.digest(secret, LABEL + hashlib.sha256(b"".join(people)).digest(), "sha256")
    moves = sum(entry.seat == seat for entry in match.steps)
    turn = seat.to_bytes(4, "big") + moves.to_bytes(8, "big")
    return int.from_bytes(hmac.digest(key, turn, "sha256")[:SEED_BYTES], "big")
