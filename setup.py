"""Builds the compiled modules; everything else about the package is in pyproject.toml.

Without a C compiler (or without mypyc) the package installs pure. `KVARTAL_BUILD_STRICT` makes a failure visible
instead: the launcher uses it to tell the person why.
"""

import ast
import importlib.util
import os
import re
import sys
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).resolve().parent
strict = bool(os.environ.get("KVARTAL_BUILD_STRICT"))


def compiled_modules() -> list:
    spec = importlib.util.spec_from_file_location("kvartal_build", ROOT / "src/kvartal/build.py")
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    try:
        from mypyc.build import mypycify

        os.environ["MYPYPATH"] = str(ROOT / "src")
        temp = os.environ.get("KVARTAL_BUILD_TEMP", "build")
        by_rooms = bool(os.environ.get("KVARTAL_BUILD_BY_ROOMS"))
        groups = [
            ([str(path.relative_to(ROOT)) for path in paths], name)
            for name, paths in build.groups(build.sources(), by_rooms).items()
        ]
        modules = mypycify(
            [
                "--config-file=pyproject.toml",
                f"--cache-dir={temp}/mypy",
                *(name for paths, _ in groups for name in paths),
            ],
            opt_level="3",
            debug_level="0",
            group_name=None if by_rooms else build.GROUP,
            separate=groups if by_rooms else False,
            target_dir=temp,
        )
    except (ImportError, SystemExit) as error:
        if strict:
            raise
        print(f"kvartal: installing pure ({error or 'mypyc refused the sources'})", file=sys.stderr)
        return []
    docs = docstrings(build.sources())
    for module in modules:
        module.optional = not strict
        module.sources = [documented(Path(name), docs, Path(temp) / "documented") for name in module.sources]
    return modules


# mypyc leaves docstrings out. `help()` shall show them, so they are put into the C that it wrote: into a copy, because
# mypyc compiles everything anew when its own files have changed.
METHOD = re.compile(r'(\(PyCFunction\)CPyPy_(\w+),\s*[A-Z_| ]+, PyDoc_STR\("(?:[^"\\]|\\.)*)("\))')
CLASS = re.compile(r'(CPyType_(\w+?)_template_ = \{[^}]*?\.tp_doc = PyDoc_STR\("(?:[^"\\]|\\.)*)("\))')
MODULE = re.compile(r'("(kvartal[\w.]*)",\s*)(NULL)(?=, /\* docstring)')


def docstrings(paths: list[Path]) -> dict[str, str]:
    """The name of a module, class or function in mypyc's C → its docstring.

    There a module may be called by the last parts of its name, as long as no other ends alike.
    """
    found: dict[str, set[str]] = {}
    for path in paths:
        module = path.relative_to(ROOT / "src").with_suffix("").parts
        tree = ast.parse(path.read_text("utf-8"))
        said = {(): ast.get_docstring(tree)}
        for node in tree.body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                said[node.name,] = ast.get_docstring(node)
            for inner in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(inner, ast.FunctionDef):
                    said[node.name, inner.name] = ast.get_docstring(inner)
        for names, text in said.items():
            for first in range(len(module)):
                found.setdefault("___".join([*module[first:], *names]), set()).add(text or "")
    return {name: text for name, (text, *others) in found.items() if text and not others}


def documented(source: Path, docs: dict[str, str], folder: Path) -> str:
    """The path of a copy of mypyc's C with our docstrings in it, touched only when something has changed."""

    def text(name: str) -> str:
        letters = docs.get(name, "").encode()
        return "".join(chr(c) if 31 < c < 127 and chr(c) not in '"\\?' else f"\\{c:03o}" for c in letters)

    code = source.read_text("utf-8")
    for place in (METHOD, CLASS):
        code = place.sub(lambda found: found[1] + text(found[2]) + found[3], code)
    code = MODULE.sub(lambda found: f'{found[1]}PyDoc_STR("{text(found[2].replace(".", "___"))}")', code)
    copy = folder / source.name if source.name.startswith("__native") else source
    if copy != source and not (copy.is_file() and copy.read_text("utf-8") == code):
        folder.mkdir(parents=True, exist_ok=True)
        copy.write_text(code, "utf-8")
    return str(copy)


# pip asks for names and versions before it builds: no need to compile for that.
only_asked = bool({"egg_info", "dist_info"} & set(sys.argv[1:]))
setup(ext_modules=[] if only_asked else compiled_modules())
