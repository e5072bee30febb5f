"""Lines of a text board. It is written anew at every move, and most of its lines are the same as before."""

import textwrap
from functools import lru_cache

REMEMBERED = 4096


def wrap(
    text: str,
    columns: int,
    *,
    initial_indent: str = "",
    subsequent_indent: str = "",
    break_on_hyphens: bool = True,
    drop_whitespace: bool = True,
) -> list[str]:
    """As textwrap.wrap."""
    return list(_wrapped(text, columns, initial_indent, subsequent_indent, break_on_hyphens, drop_whitespace))


@lru_cache(REMEMBERED)
def _wrapped(
    text: str, columns: int, indent: str, further: str, break_on_hyphens: bool, drop_whitespace: bool
) -> tuple[str, ...]:
    return tuple(
        textwrap.wrap(
            text,
            columns,
            initial_indent=indent,
            subsequent_indent=further,
            break_on_hyphens=break_on_hyphens,
            drop_whitespace=drop_whitespace,
        )
    )
