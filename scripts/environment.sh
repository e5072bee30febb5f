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

# Two first starts at once: one sets up, the other waits for it. A lock whose owner is gone is taken over.
lock() {
    lock=$1/.setting-up
    waited=0
    until mkdir "$lock" 2>/dev/null; do
        [ -d "$lock" ] || fail "nothing can be written in $1"
        owner=$(cat "$lock/owner" 2>/dev/null || true)
        if { [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; } || { [ -z "$owner" ] && [ $waited -gt 5 ]; }; then
            rm -rf "$lock"
            continue
        fi
        [ $waited -gt 0 ] || say "another start is setting up; waiting for it"
        waited=$((waited + 1))
        sleep 1
    done
    trap 'rm -rf "$lock"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    echo $$ >"$lock/owner"
}

unlock() {
    trap - EXIT INT TERM
    rm -rf "$lock"
}

# The way from where packages lie to ours: without the name of the folder, which Python 3.11 reads in the letters of the
# locale (LC_ALL=C knows none but English ones).
sources=../../../../src

# Where packages lie; fails where there is no environment yet.
site_of() { "$1/.venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' 2>/dev/null; }

ready() {
    site=$(site_of "$1") || return 1
    [ "$(cat "$site/kvartal.pth" 2>/dev/null)" = "$sources" ] || return 1
    for file in $2; do
        cmp -s "$1/$file" "$1/.venv/installed-$file" || return 1
    done
}

environment() {
    here=$1
    shift
    ready "$here" "$*" && return
    lock "$here"
    site=$(site_of "$here") || { make_venv "$here" && site=$(site_of "$here"); }
    printf '%s\n' "$sources" >"$site/kvartal.pth"
    for file in "$@"; do
        cmp -s "$here/$file" "$here/.venv/installed-$file" && continue
        say "setting up, once (2/2): installing the pinned packages of $file"
        "$here/.venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes \
            -r "$here/$file" >&2 || fail "installing $file failed; is the package registry reachable?"
        cp "$here/$file" "$here/.venv/installed-$file"
    done
    unlock
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
