# Sourced by ./kvartal and ./test: makes .venv, and installs the pinned packages of the files it is given.
# Quick when there is nothing to do: it only compares files. An interrupted run is simply continued by the next one.
# Usage: . scripts/environment.sh; environment HERE requirements.txt …

say() { printf 'kvartal: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

find_python() {
    for candidate in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python; do
        [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 || continue
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { command -v "$candidate"; return; }
    done
    return 1
}

make_venv() {
    python=$(find_python) || fail "Python 3.11 or newer is needed and was not found (PYTHON=/path/to/python names one)."
    say "setting up, once (1/2): an environment in .venv with $("$python" -V 2>&1)"
    rm -rf "$1/.venv"
    if ! output=$("$python" -m venv "$1/.venv" 2>&1); then
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
            say "this Python has no venv; installing Debian's python3-venv"
            { apt-get update -qq && apt-get install -y -qq python3-venv; } >/dev/null 2>&1 || true
            output=$("$python" -m venv "$1/.venv" 2>&1) || { printf '%s\n' "$output" >&2; fail "could not make .venv"; }
        else
            printf '%s\n' "$output" >&2
            fail "could not make .venv (on Debian or Ubuntu: apt install python3-venv)"
        fi
    fi
}

environment() {
    here=$1
    shift
    ask='import sysconfig; print(sysconfig.get_path("purelib"))'
    if ! site=$("$here/.venv/bin/python" -c "$ask" 2>/dev/null); then
        make_venv "$here"
        site=$("$here/.venv/bin/python" -c "$ask")
    fi
    [ -f "$site/kvartal.pth" ] && [ "$(cat "$site/kvartal.pth")" = "$here/src" ] || printf '%s\n' "$here/src" >"$site/kvartal.pth"
    for file in "$@"; do
        cmp -s "$here/$file" "$here/.venv/installed-$file" && continue
        say "setting up, once (2/2): installing the pinned packages of $file"
        "$here/.venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes \
            -r "$here/$file" >&2 || fail "installing $file failed; is the package registry reachable?"
        cp "$here/$file" "$here/.venv/installed-$file"
    done
}

# The pages are tested in a real browser: the system's, because nothing else can be installed with pinned packages.
browser() {
    for candidate in chromium chromium-browser google-chrome; do
        command -v "$candidate" >/dev/null 2>&1 && return
    done
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "setting up, once: installing Debian's chromium for the tests of the pages"
        { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1 || true
    fi
    command -v chromium >/dev/null 2>&1 || say "chromium was not found: the tests of the pages will fail (apt install chromium)"
}
