"""Lines typed by a person or coming through a pipe. No terminal tricks: the same dialogue works in both."""

import sys
from typing import TextIO

LONGEST = 2000  # characters of one line; the rest of a longer one is dropped


class Lines:
    """Asks for a line at a time. In a pipe the answer is printed after the prompt: the transcript reads well."""

    def __init__(self, source: TextIO | None = None) -> None:
        self.source = source if source is not None else sys.stdin
        self.person = self.source.isatty()

    def ask(self, prompt: str) -> str | None:
        """The next line without its end; None when there are no more."""
        if self.person and self.source is sys.stdin and sys.stdout.isatty():
            return self._ask_person(prompt)
        print(prompt, end="", flush=True)
        line = self.source.readline(LONGEST + 1)
        if not line:
            print()
            return None
        rest = line
        while not rest.endswith("\n"):  # too long: drop what follows, but do not take it for the next answer
            rest = self.source.readline(LONGEST)
            if not rest:
                break
        line = line[:LONGEST].rstrip("\r\n")
        if not self.person:
            print(line)
        return line

    def _ask_person(self, prompt: str) -> str | None:
        try:
            import readline  # noqa: F401 - editing and history for input(), where the system has it
        except ImportError:
            pass
        try:
            return input(prompt)[:LONGEST]
        except EOFError:
            print()
            return None

    def hide_what_was_shown(self) -> None:
        """Between two people at one keyboard: clear the window and what can be scrolled back to."""
        if sys.stdout.isatty():
            print("\x1b[2J\x1b[3J\x1b[H", end="", flush=True)
