"""What any game is. Imports nothing else of ours but `build`; `docs/engine.md` is the contract in words."""

from kvartal import build

build.warn_if_stale()
