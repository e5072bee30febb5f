"""The `kvartal` command: compile what needs it, run, and turn a person's mistake into a sentence and an exit code."""

import os
import sys
import warnings

COMPLETING = "_KVARTAL_COMPLETE"  # set by the shell when it asks for completions


def main() -> None:
    sys.exit(run(sys.argv[1:]))


def at_once(arguments: list[str]) -> bool:
    """Help, version and completions must not wait for a compiler; `build` calls it by itself."""
    words = set(arguments[: arguments.index("--")] if "--" in arguments else arguments)
    return (
        COMPLETING in os.environ
        or bool(words & {"--help", "--version"})
        or arguments[:1] in (["build"], ["completion"])
    )


def run(arguments: list[str]) -> int:
    """Run one command; what it returns is the exit code."""
    from kvartal.cli.exits import failed, finished, open_streams

    open_streams()
    try:
        if at_once(arguments):
            warnings.simplefilter("ignore")  # a stale build is no news to somebody who asks for help
        else:
            from kvartal import build

            # Figures are told of the fastest build; whoever wants to play shall not wait for any, nor an assistant
            build.ensure(whole=arguments[:1] == ["bench"], beside=arguments[:1] in ([], ["serve"], ["mcp"]))
        from kvartal.cli import kvartal

        code = kvartal.main(arguments, prog_name="kvartal", standalone_mode=False)
        return finished(code if isinstance(code, int) else 0)
    except (Exception, KeyboardInterrupt) as error:
        return failed(error)


if __name__ == "__main__":
    main()
