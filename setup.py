"""Builds the compiled modules; everything else about the package is in pyproject.toml.

Without a C compiler (or without mypyc) the package installs pure. `KVARTAL_BUILD_STRICT` makes a failure visible
instead: the launcher uses it to tell the person why.
"""

import importlib.util
import os
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
    for module in modules:
        module.optional = not strict
    return modules


# pip asks for names and versions before it builds: no need to compile for that.
only_asked = bool({"egg_info", "dist_info"} & set(sys.argv[1:]))
setup(ext_modules=[] if only_asked else compiled_modules())
