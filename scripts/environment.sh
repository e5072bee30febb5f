# Sourced by ./kvartal and ./test: makes .venv, and installs the pinned packages of the files it is given.
# Quick when there is nothing to do: it only compares files. An interrupted run is simply continued by the next one.
# Usage: . scripts/environment.sh; environment HERE requirements.txt …

say() { printf 'kvartal: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

new_enough() {
    command -v "$1" >/dev/null 2>&1 && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 python; do
        new_enough "$candidate" && { command -v "$candidate"; return; }
    done
    return 1
}

make_venv() {
    [ -z "${PYTHON:-}" ] || new_enough "$PYTHON" || fail "PYTHON=$PYTHON is no Python 3.11 or newer that can be run"
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

# Whose a folder is, without tools that not every system has.
owner_of() { ls -ld "$1" | { read -r _ _ owner _ && echo "$owner"; }; }

# Two first starts at once: one sets up, the other waits for it. A lock whose owner is gone is taken over.
# Usage: lock HERE WHY, where WHY says what has to be set up.
lock() {
    if [ -e "$1/.venv" ] && [ ! -w "$1/.venv" ]; then
        owner=$(owner_of "$1/.venv")
        fail "$2, and .venv belongs to $owner, not to $(id -un). Start it once as $owner, or have .venv removed," \
            "or clone the project into a folder of your own."
    fi
    lock=$1/.setting-up
    waited=0
    until mkdir "$lock" 2>/dev/null; do
        [ -d "$lock" ] || fail "$2, and $(id -un) may not write into $1, which belongs to $(owner_of "$1"). Start it" \
            "once as $(owner_of "$1"), or clone the project into a folder of your own."
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

same() { [ -f "$2" ] && [ "$(cat "$1")" = "$(cat "$2")" ]; }

# Says what has to be set up; nothing when all is there.
missing() {
    [ -e "$1/.venv" ] || { echo "$1 has no environment yet"; return; }
    site=$(site_of "$1") || { echo "the Python of $1/.venv cannot be run"; return; }
    [ "$(cat "$site/kvartal.pth" 2>/dev/null)" = "$sources" ] || { echo "$1/.venv does not know the program yet"; return; }
    for file in $2; do
        same "$1/$file" "$1/.venv/installed-$file" || { echo "$1/.venv lacks packages of $file"; return; }
    done
}

environment() {
    here=$1
    shift
    why=$(missing "$here" "$*")
    [ -n "$why" ] || return 0
    lock "$here" "$why"
    site=$(site_of "$here") || { make_venv "$here" && site=$(site_of "$here"); }
    printf '%s\n' "$sources" >"$site/kvartal.pth"
    for file in "$@"; do
        same "$here/$file" "$here/.venv/installed-$file" && continue
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

# The proxy of docs/self-hosting.md is tried with a real nginx. Installed, Debian's package would start a server of its own
# on port 80: only the program in it is unpacked, into .venv.
proxy() {
    unpacked=$1/.venv/nginx
    [ ! -x "$unpacked/usr/sbin/nginx" ] && [ ! -x /usr/sbin/nginx ] && ! command -v nginx >/dev/null 2>&1 || return 0
    if command -v apt-get >/dev/null 2>&1 && command -v dpkg >/dev/null 2>&1; then
        say "setting up, once: unpacking Debian's nginx for the tests of the documented proxy"
        { unpack_nginx || { [ "$(id -u)" = 0 ] && apt-get update -qq && unpack_nginx; } || true; } >/dev/null 2>&1
    fi
    "$unpacked/usr/sbin/nginx" -v 2>/dev/null ||
        say "nginx was not found: the tests of the documented proxy will fail (apt install nginx)"
}

unpack_nginx() (
    rm -rf "$unpacked" && mkdir "$unpacked" && cd "$unpacked" || return
    for package in nginx nginx-light nginx-core; do # which of them holds the program depends on the release
        apt-get download -qq $package && dpkg -x ${package}_*.deb . && rm ${package}_*.deb || return
        [ ! -x usr/sbin/nginx ] || return 0
    done
    return 1
)
