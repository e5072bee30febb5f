"""What cannot be guessed: ids, short codes, keys. Tokens and keys are kept only as their hashes."""

import hashlib
import re
import secrets

ID = re.compile(r"[A-Za-z0-9_-]{1,24}")
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no 0/O, no 1/I: codes are read aloud


def key_hash(key: str) -> str:
    """Keys and tokens are 128 random bits and more: one round of SHA-256 is enough, nothing can be guessed."""
    return hashlib.sha256(key.encode()).hexdigest()


def new_id() -> str:
    """Typed behind a command, what begins with a dash would be taken for an option."""
    while (made := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return made


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))
