"""Numbers with their provenance: every printed value is data, and says where it comes from.

A data file is TOML. A leaf is an inline table: `coins = { value = 3, source = "house", note = "…" }`. An owner of the
box corrects values with a file of plain values in the same places: `[cards.plant]` / `coins = 4`.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kvartal.engine.option import shown
from kvartal.engine.rule import SOURCES

CORRECTED = "corrected"  # the source of a value that an owner's file replaced
LARGEST = 100_000  # bytes of an owner's file
LARGEST_NUMBER = 1_000_000_000
LONGEST_LINE = 1000  # of an owner's TOML
DEEPEST = 32  # objects and lists inside each other, in any JSON from outside


class BadData(ValueError):
    """A data file that cannot be used; `.problems` lists everything wrong with it."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


@dataclass(frozen=True)
class Value:
    """One printed value: where it stands in the file, what it is, where it comes from."""

    path: str
    value: Any
    source: str
    note: str = ""


class Data(Mapping[str, Value]):
    """All values of a game by their dotted path, e.g. `cards.plant.coins`."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._values = dict(values)

    def __getitem__(self, path: str) -> Value:
        return self._values[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def get_value(self, path: str) -> Any:
        return self._values[path].value

    def tree(self) -> dict[str, Any]:
        """The plain values, nested as in the file."""
        top: dict[str, Any] = {}
        for path, value in self._values.items():
            *folders, leaf = path.split(".")
            here = top
            for folder in folders:
                here = here.setdefault(folder, {})
            here[leaf] = value.value
        return top

    def digest(self) -> str:
        return hashlib.sha256(json.dumps(self.tree(), sort_keys=True).encode()).hexdigest()

    def corrections(self) -> dict[str, Any]:
        return {path: value.value for path, value in self._values.items() if value.source == CORRECTED}

    def corrected(self, changes: Mapping[str, Any]) -> "Data":
        """The same data with some values replaced (dotted path → plain value, or nested as in a file).

        Places and types must fit.
        """
        if not isinstance(changes, Mapping):
            raise BadData([f"corrections are a table of dotted paths and values, not {shown(changes)}"])
        problems = []
        values = dict(self._values)
        try:
            given = list(_leaves(changes))
        except RecursionError:
            raise BadData(["corrections: too many tables inside each other"]) from None
        for path, new in given:
            problem = self._misfit(path, new)
            if problem:
                problems.append(problem)
            elif new != values[path].value:
                old = values[path]
                values[path] = Value(path, new, CORRECTED, f"printed by us as {old.value!r} ({old.source})")
        if problems:
            raise BadData(problems)
        return Data(values)

    def _misfit(self, path: object, new: object) -> str:
        """Why a value cannot be corrected so, or ''."""
        if not isinstance(path, str):
            return f"{shown(path)}: the place of a value is a dotted path"
        inside = [known for known in self._values if known.startswith(f"{path}.")]
        if inside:
            there = ", ".join(dict.fromkeys(known[len(path) + 1 :].split(".")[0] for known in inside))
            return f"{path}: this is a table, not a value; in it are: {there}"
        old = self._values.get(path)
        if old is None:
            near = [known for known in self._values if known.split(".")[:-1] == path.split(".")[:-1]]
            there = ", ".join(sorted(near or {known.split(".")[0] for known in self._values}))
            return f"{shown(path)}: there is no such value; there are: {there}"
        if type(new) is not type(old.value):
            return f"{path}: {shown(new)} is not {_kind(old.value)}"
        large = isinstance(new, int) and abs(new) > LARGEST_NUMBER
        return f"{path}: {shown(new)} is far too large" if large else ""


def _kind(value: Any) -> str:
    names = {bool: "true or false", int: "a whole number", str: "a text", list: "a list"}
    return names.get(type(value), type(value).__name__)


def load_data(path: Path) -> Data:
    """Read a data file of ours. A leaf without a value or a known source is an error of ours, said at once."""
    with path.open("rb") as file:
        tree = tomllib.load(file)
    values: dict[str, Value] = {}
    for name, leaf in _leaves(tree, mark="source"):
        if not isinstance(leaf, dict) or leaf.get("source") not in SOURCES or "value" not in leaf:
            raise BadData([f"{path.name}: {name}: a value needs `value` and `source`, one of {', '.join(SOURCES)}"])
        values[name] = Value(name, leaf["value"], leaf["source"], leaf.get("note", ""))
    return Data(values)


def load_corrections(path: Path) -> dict[str, Any]:
    """Read an owner's file (TOML or JSON) as dotted path → plain value."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise BadData([f"{path}: larger than {LARGEST} bytes"])
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
        tree = read_json(text) if path.suffix == ".json" else _read_toml(text)
        if not isinstance(tree, dict):
            raise BadData([f"{path}: a table of values is expected at the top"])
        return dict(_leaves(tree))
    except OSError as error:
        raise BadData([f"{path}: {error.strerror or error}"]) from None
    except RecursionError:
        raise BadData([f"{path}: too many tables inside each other"]) from None
    except BadData:
        raise
    except ValueError as error:
        raise BadData([f"{shown(str(path))}: neither TOML nor JSON that can be read: {error}"]) from None


def _read_toml(text: str) -> dict[str, Any]:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:  # the reader of TOML takes very long for a very long key
            raise ValueError(f"line {number} is longer than {LONGEST_LINE} characters")
    return tomllib.loads(text)


def read_json(text: str) -> Any:
    """JSON from outside, read strictly: no name twice, no NaN, nothing nested without end. Otherwise a ValueError."""
    if _depth(text) > DEEPEST:
        raise ValueError(f"more than {DEEPEST} objects or lists inside each other")
    return json.loads(text, object_pairs_hook=_each_name_once, parse_constant=_no_number)


def _depth(text: str) -> int:
    """How deep the objects and lists of a JSON text lie inside each other."""
    depth = deepest = 0
    quoted = escaped = False
    for char in text:
        if quoted:
            quoted = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            quoted = True
        elif char in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "]}":
            depth -= 1
    return deepest


def _each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{shown(name)} stands there twice")
        found[name] = value
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is not a number")


def _leaves(tree: Mapping[str, Any], mark: str | None = None, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted path → leaf. A table that holds the key `mark` is a leaf itself."""
    for name, node in tree.items():
        if isinstance(node, dict) and (mark is None or mark not in node):
            yield from _leaves(node, mark, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}" if prefix else name, node
