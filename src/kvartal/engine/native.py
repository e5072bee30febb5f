"""The number types of the compiled style, for both ways of running.

Compiled: `i64` and `vec` are machine integers and flat arrays of them. Pure: plain `int` and `list`.
This module is never compiled itself: it has to choose at run time.
"""

from typing import TYPE_CHECKING

from kvartal import build

if TYPE_CHECKING:
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
elif build.COMPILED:
    from librt.vecs import vec
    from mypy_extensions import i64, mypyc_attr
else:
    i64 = int
    vec = list

    def mypyc_attr(**_: object):
        return lambda cls: cls
