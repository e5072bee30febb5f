"""Compiled or pure: which one runs, and how to compile.

The modules to compile begin with the line `# compiled`. Their machine code is kept outside the source tree, in
`.build/`, under a name made from the sources themselves. So an edited source can never be hidden by an old build:
it simply has no build yet, runs pure, and says so. Only the standard library is used here; nothing may be imported
from the engine, because this decides how the engine is imported.

There are two ways to compile, with the same results. *Whole*: all modules in one library, the fastest code, a minute or
three for any change; for releases, `kvartal build`, `bench` and the full `./test`. *By rooms*: one library for the
engine, each game, the server and the pages; calls between them are a little slower (Flip City a tenth), but an edit
compiles its own room again and nothing else: every other start makes do with that.
"""

import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

try:
    import fcntl
except ImportError:  # not on this system: starts do not wait for each other there
    fcntl = None  # type: ignore[assignment]

MARK = "# compiled"
GROUP = "kvartal"  # mypyc puts all code of one group into the library GROUP__mypyc
BY_ROOMS = "-by-rooms"  # after a fingerprint: the build that was compiled room by room
WHOLE = "compiled"  # the status of the fastest build
BENCH = "rooms"  # in .build: what compiling by rooms has already made, for the next edit
PACKAGE = Path(__file__).resolve().parent
ROOT = PACKAGE.parent.parent
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX") or ".so"
KEPT = 3  # builds, the newest included
LOCK = "lock"  # in .build: held by whoever compiles
PURE = os.environ.get("KVARTAL_PURE", "") not in ("", "0")  # asked for by the person
IN_SOURCE_TREE = (ROOT / "pyproject.toml").is_file() and (ROOT / "setup.py").is_file()
ONLY_BY_ROOMS = IN_SOURCE_TREE and os.environ.get("KVARTAL_BY_ROOMS", "") not in ("", "0")  # though it is there whole


def sources() -> list[Path]:
    """The modules to compile, in a fixed order."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        with path.open("rb") as file:
            if file.readline().rstrip() == MARK.encode():
                found.append(path)
    return found


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def room(path: Path) -> str:
    """The group a module belongs to when compiled by rooms: `kvartal_engine`, `kvartal_games_flip` …"""
    parts = path.relative_to(PACKAGE).parts[:-1]
    return "_".join([GROUP, *parts[: 2 if parts[0] == "games" else 1]])


def groups(paths: Sequence[Path], by_rooms: bool) -> dict[str, list[Path]]:
    """Library → the modules that go into it."""
    found: dict[str, list[Path]] = {}
    for path in paths:
        found.setdefault(room(path) if by_rooms else GROUP, []).append(path)
    return found


def fingerprint(paths: Sequence[Path]) -> str:
    """A name for exactly these sources at these places, built in this way, on this Python, with these pinned tools."""
    digest = hashlib.sha256(SUFFIX.encode())
    tools = [ROOT / "requirements.txt", ROOT / "setup.py"]
    for path in [*paths, *(tool for tool in tools if tool.is_file())]:
        place = path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else path.name
        digest.update(place.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def built_files(paths: Sequence[Path], folder: Path, by_rooms: bool = False) -> dict[str, Path] | None:
    """Module name → machine code, or None when any of it is missing."""
    names = [*(f"{name}__mypyc" for name in groups(paths, by_rooms)), *map(module_name, paths)]
    files = {name: folder.joinpath(*name.split(".")).with_suffix("") for name in names}
    files = {name: path.with_name(path.name + SUFFIX) for name, path in files.items()}
    return files if all(path.is_file() for path in files.values()) else None


class _Chooser(importlib.abc.MetaPathFinder):
    """Sends the import of each compiled module to the file chosen here, machine code or source."""

    def __init__(self, files: dict[str, Path]) -> None:
        self.files = files

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        file = self.files.get(fullname)
        return importlib.util.spec_from_file_location(fullname, file) if file else None


def _choose() -> tuple[bool, str]:
    """Decide for this process; return (compiled?, a sentence that says so)."""
    paths = sources()
    folder = ROOT / ".build" / fingerprint(paths) if IN_SOURCE_TREE else PACKAGE.parent
    files, how = None if ONLY_BY_ROOMS else built_files(paths, folder), WHOLE
    if files is None and IN_SOURCE_TREE:
        files, how = built_files(paths, folder.with_name(folder.name + BY_ROOMS), by_rooms=True), "compiled by rooms"
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _Chooser)]
    if files and not PURE:
        sys.meta_path.insert(0, _Chooser(files))
        return True, how
    sys.meta_path.insert(0, _Chooser({module_name(path): path for path in paths}))
    if PURE:
        return False, "pure (KVARTAL_PURE is set)"
    if not IN_SOURCE_TREE:
        return False, "pure (it was installed without a C compiler)"
    return False, "pure (no compiled modules for these sources)"


COMPILED, STATUS = _choose()


def warn_if_stale() -> None:
    """Called when the engine is imported: a build that no longer fits the sources is bypassed, and we say so."""
    if COMPILED or not IN_SOURCE_TREE or PURE:
        return
    if any((ROOT / ".build").glob("*/" + GROUP + "*__mypyc*")):
        warnings.warn(
            "kvartal: the sources changed since they were compiled; running pure. `./kvartal build` compiles anew.",
            RuntimeWarning,
            stacklevel=2,
        )


def compiler() -> str | None:
    """The C compiler of this machine, if there is one."""
    wanted = os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(wanted) or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def _lacking() -> str:
    """What compiling needs and is not here, or ''."""
    return "C compiler" if compiler() is None else "" if importlib.util.find_spec("mypyc") else "mypyc"


def cannot_write() -> str:
    """Why a build cannot be kept here, or ''."""
    place = ROOT / ".build" if (ROOT / ".build").exists() else ROOT
    return "" if os.access(place, os.W_OK) else f"{place} may not be written by you"


def _once(marker: Path, message: str) -> None:
    """Say something once, not at every start."""
    if not marker.exists():
        print(message, file=sys.stderr)
        marker.parent.mkdir(exist_ok=True)
        marker.touch()


def ensure(whole: bool = False, beside: bool = False) -> None:
    """Compile if these sources have no build yet (`whole`: none in one piece; `beside`: where nothing was ever
    compiled, go on pure and let another process do it). Must be called before the engine is imported."""
    global COMPILED, STATUS
    if STATUS == WHOLE or (COMPILED and not whole) or not IN_SOURCE_TREE or PURE or cannot_write():
        return
    try:
        if beside and _could_be_first(ROOT / ".build"):
            _compile_beside()
            return
        _compile_once(ROOT / ".build", sources(), by_rooms=not whole)
    except OSError as error:
        print(f"kvartal: cannot compile here ({error}), running pure Python.", file=sys.stderr)
    COMPILED, STATUS = _choose()


def _could_be_first(store: Path) -> bool:
    """Nothing was compiled here before, and it can be. (Without locks two processes would get in each other's way.)"""
    tried = [path for path in store.glob("*") if path.name not in (LOCK, BENCH) and "." not in path.name]
    return fcntl is not None and not _lacking() and not tried


def _compile_beside() -> None:
    """Whoever clones this wants to see games, not a compiler. The other process outlives this one, and waits if there
    is a third that compiles already."""
    command = [sys.executable, str(PACKAGE / "build.py"), "--by-rooms"]
    subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True, preexec_fn=lambda: os.nice(10),
    )  # fmt: skip
    print(
        "kvartal: this is the first start: it runs in pure Python at once, and compiles beside it, a minute or two.\n"
        "kvartal: from then on every start is compiled, and several times faster.",
        file=sys.stderr,
        flush=True,
    )


def _compile_once(store: Path, paths: Sequence[Path], by_rooms: bool) -> None:
    """Leave a build of these sources in the store, or say why there is none."""
    if what := _lacking():
        _once(store / "no-compiler", f"kvartal: no {what} found, running pure Python (slower, same results).")
        return
    name = fingerprint(paths) + (BY_ROOMS if by_rooms else "")
    failed = store / f"failed-{name}"
    with _alone(store):
        if failed.exists() or built_files(paths, store / name, by_rooms):  # by another start, while we waited
            return
        what, long = (
            ("what changed", "under a minute") if by_rooms else ("the engine in one piece", "a minute or three")
        )
        print(f"kvartal: compiling {what} (once per change, {long}) …", file=sys.stderr, flush=True)
        error = compile_into(store / name, by_rooms)
        if error and by_rooms:  # mypyc may trip over what it left behind last time
            shutil.rmtree(store / BENCH, ignore_errors=True)
            error = compile_into(store / name, by_rooms)
        if error:
            log = store / "failed.log"
            log.write_text(error, encoding="utf-8")
            _once(failed, f"kvartal: compiling failed, running pure Python. The reason is in {log}")
            return
        for old in _outdated(store):
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        print("kvartal: compiled.", file=sys.stderr, flush=True)


def _outdated(store: Path) -> list[Path]:
    """What may go. The last few builds stay: a server that was started with one may still import from it."""
    others = [path for path in store.iterdir() if path.name not in (LOCK, BENCH)]
    builds = [path for path in others if path.is_dir() and "." not in path.name]
    newest = sorted(builds, key=lambda path: path.stat().st_mtime_ns)[-KEPT:]
    return [path for path in others if path not in newest]


@contextmanager
def _alone(store: Path) -> Iterator[None]:
    """Two first starts at once: one compiles, the other waits for the result instead of clearing it away."""
    store.mkdir(exist_ok=True)
    with (store / LOCK).open("w") as lock:
        if fcntl:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print("kvartal: another start is compiling; waiting for it …", file=sys.stderr, flush=True)
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def compile_into(folder: Path, by_rooms: bool = False) -> str:
    """Run the compiler; on success the finished folder appears in one step. Returns what went wrong, or ''."""
    work = folder.with_name(f"{folder.name}.{os.getpid()}")
    shutil.rmtree(work, ignore_errors=True)
    bench = folder.with_name(BENCH) if by_rooms else work
    (bench / "temp").mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", str(bench / "lib")]
    command += ["--build-temp", str(bench / "temp"), *(["--parallel", "2"] if by_rooms else [])]
    environment = os.environ | {"KVARTAL_BUILD_TEMP": str(bench / "temp"), "KVARTAL_BUILD_STRICT": "1"}
    environment["KVARTAL_BUILD_BY_ROOMS"] = "1" if by_rooms else ""
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if run.returncode or (files := built_files(sources(), bench / "lib", by_rooms)) is None:
        shutil.rmtree(work, ignore_errors=True)
        return run.stdout + run.stderr or "the compiler left no result"
    if by_rooms:  # the next edit builds on what lies on the bench: a copy goes out
        for file in files.values():
            copy = work / "lib" / file.relative_to(bench / "lib")
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, copy)
    if not folder.exists():
        (work / "lib").rename(folder)
    shutil.rmtree(work, ignore_errors=True)
    return ""


if __name__ == "__main__":  # `python src/kvartal/build.py [--by-rooms]`: compile now, without importing the package
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != PACKAGE]
    ensure(whole="--by-rooms" not in sys.argv[1:])
    print(f"kvartal: {STATUS}", file=sys.stderr)
