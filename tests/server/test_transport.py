"""`http/transport.py` builds on the insides of uvicorn: a version that has others is noticed here, by name, before a
stranger notices it. What it protects from is proved in `test_lines.py`, `test_hostile.py` and `test_network.py`."""

import ast
import inspect
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kvartal.server.http.transport import HttpLine, SocketLine

ROOT = Path(__file__).parents[2]


def attributes(kind: type) -> Iterator[tuple[str, ast.Attribute]]:
    """Every `something.name` in the source of a class, with what stands before the dot."""
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(kind)))):
        if isinstance(node, ast.Attribute):
            before = node.value.func if isinstance(node.value, ast.Call) else node.value
            yield getattr(before, "id", getattr(before, "attr", "")), node


def has(kind: type) -> set[str]:
    """Everything of a class and its objects."""
    kinds = [each for each in kind.__mro__ if each.__module__.startswith("uvicorn")]
    stored = {node.attr for each in kinds for of, node in attributes(each) if of == "self" and stores(node)}
    return stored | set(dir(kind))


def stores(node: ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Store)


@pytest.mark.parametrize(
    ("line", "base"), [(HttpLine, HttpToolsProtocol), (SocketLine, WebSocketsSansIOProtocol)], ids=["http", "socket"]
)
def test_uvicorn_still_has_the_insides_that_we_build_on(line: type, base: type) -> None:
    own = {*vars(line), *line.__annotations__}
    asked = list(attributes(line))
    methods = {node.attr for of, node in asked if of == "super"}
    assert methods, "nothing of uvicorn is used any more: then the subclass may go"
    for name in methods:
        assert name in dir(base), f"uvicorn {uvicorn.__version__}: {base.__name__} has no {name}()"
        theirs, ours = (list(inspect.signature(getattr(each, name)).parameters) for each in (base, line))
        assert len(ours) == len(theirs), f"uvicorn {uvicorn.__version__}: {base.__name__}.{name}() takes {theirs}"
    for kind, wanted in (
        (base, {node.attr for of, node in asked if of == "self"} - own),
        (RequestResponseCycle, {node.attr for of, node in asked if of == "cycle"}),
    ):
        missing = wanted - has(kind)
        assert not missing, f"uvicorn {uvicorn.__version__}: {kind.__name__} has no {', '.join(sorted(missing))}"


def test_a_newer_uvicorn_is_tried_before_it_is_allowed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    (wanted,) = (each for each in project["project"]["dependencies"] if each.startswith("uvicorn"))
    assert "<" in wanted
