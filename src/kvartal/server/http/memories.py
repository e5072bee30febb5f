"""Everything that is remembered to be quicker, with how much of it there is and how much there can be."""

import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

Memory = tuple[Callable[[], int], int]  # how much there is, and the most there can be
OURS = "kvartal."
ALSO: dict[str, Memory] = {}  # what modules of the pages remember; they put it here
_found: dict[str, Any] = {}
_looked_at = 0  # how many modules there were then


def functions() -> dict[str, Any]:
    """Functions of ours that remember what they answered, by name. New modules are looked through when they come."""
    global _looked_at
    if _looked_at != len(sys.modules):
        _looked_at = len(sys.modules)
        for module in list(sys.modules.values()):
            if isinstance(module, ModuleType) and module.__name__.startswith(OURS):
                _found.update(_in(vars(module)))
    return _found


def _in(names: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for each in list(names.values()):
        if isinstance(each, type) and each.__module__.startswith(OURS):
            members = [member for member in vars(each).values() if hasattr(member, "cache_info")]
        else:
            members = [each] if hasattr(each, "cache_info") else []
        for member in members:
            if str(getattr(member, "__module__", "")).startswith(OURS):
                yield f"{member.__module__.removeprefix(OURS)}.{member.__qualname__}", member


def remembered(memories: dict[str, Memory]) -> list[str]:
    """For Prometheus."""
    rows = {name: (size(), most) for name, (size, most) in (ALSO | memories).items()}
    for name, function in functions().items():
        told = function.cache_info()
        rows[name] = (told.currsize, told.maxsize)
    lines = []
    for number, what in enumerate(("entries", "bound")):
        lines.append(f"# TYPE kvartal_cache_{what} gauge")
        lines += [f'kvartal_cache_{what}{{cache="{name}"}} {row[number]}' for name, row in sorted(rows.items())]
    return lines
