"""The number types of the compiled style, for both ways of running.

Compiled: `i64`, `i16` and `u8` are machine integers, and `vec` flat arrays of them. Pure: plain `int` and `list`; where
numbers are smaller, or floats, an `array`, so that NumPy sees both without copying.
This module is never compiled itself: it has to choose at run time.
"""

from array import array
from typing import TYPE_CHECKING, ClassVar

from kvartal import build

if TYPE_CHECKING:
    from librt.vecs import vec as vec
    from mypy_extensions import i16 as i16
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
    from mypy_extensions import u8 as u8
elif build.COMPILED:
    from librt.vecs import vec
    from mypy_extensions import i16, i64, mypyc_attr, u8
else:
    i64 = int

    class i16(int):
        """Named, so that `vec` can tell it apart."""

    class u8(int):
        """The same."""

    def _array(code: str) -> type:
        return type("array", (array,), {"__new__": lambda cls, values: array.__new__(cls, code, values)})

    class vec:
        """`vec[i64](values)` is a list, `vec[i16](values)` an array."""

        _kinds: ClassVar = {i64: list, i16: _array("h"), u8: _array("B"), float: _array("d")}

        def __class_getitem__(cls, kind):
            return cls._kinds[kind]

    def mypyc_attr(**_: object):
        return lambda cls: cls
