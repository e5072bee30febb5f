"""What is not installed is told in a sentence."""

import os
import subprocess
import sys

import pytest

BLOCKED = """
import sys
sys.modules[{module!r}] = None
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.modules.pop({module!r})
sys.meta_path.insert(0, Finder())
try:
    import kvartal.research.{door}
except ImportError as missing:
    print(missing)
"""


@pytest.mark.parametrize(
    ("module", "door"),
    [("numpy", "net"), ("gymnasium", "gym"), ("pettingzoo", "zoo"), ("pyspiel", "spiel")],
)
def test_a_missing_library_names_the_extra_to_install(module: str, door: str) -> None:
    extra = "openspiel" if module == "pyspiel" else "research"
    code = BLOCKED.format(module=module, door=door)
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ, check=True)
    assert found.stdout.startswith(f"{module} is not installed: it comes with the extra `{extra}`")
    assert f"pip install '.[{extra}]'" in found.stdout
