"""The command ``alvara``: one module a command, imported when it is called."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from importlib import import_module

import click

from policy_engine import __version__
from policy_engine.errors import AlvaraError

__all__ = ["main"]

# Each command is an attribute of a module of this package.
COMMANDS = {
    "catalog": "policy_engine.cli.catalog:catalog",
    "check": "policy_engine.cli.check:check",
    "rules": "policy_engine.cli.rules:rules",
    "schema": "policy_engine.cli.schema:schema",
}

INTERRUPTED = 130
# What a write to standard output may meet that is no fault of ours.
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


class _Commands(click.Group):
    """Loads a command's module only when that command is asked for: start-up stays short."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name].split(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="alvara")
def alvara() -> None:
    """May this job run there, is it safe, will it be up: answered from what it declares."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0 nothing found, 1 something was, 2 bad input, 3 a fault of ours."""
    _speak_utf8()
    try:
        status = alvara.main(args=arguments, prog_name="alvara", standalone_mode=False)
    except click.exceptions.Abort:
        status = INTERRUPTED
    except KeyboardInterrupt:
        status = INTERRUPTED
    except click.ClickException as error:
        error.show()
        status = 2
    except AlvaraError as error:
        click.echo(f"alvara: {error}", err=True)
        status = error.exit_status
    except (BrokenPipeError, SystemExit):  # click makes the second, with status 1, of the first
        _drop_output()
        status = 2
    except OSError as error:
        if error.errno not in UNWRITABLE:
            click.echo(_fault(error), err=True)
            status = 3
        else:
            _drop_output()
            click.echo(f"alvara: cannot write the result: {error.strerror}", err=True)
            status = 2
    except Exception as error:  # the last line of defence: a fault of ours is one line, never a traceback
        click.echo(_fault(error), err=True)
        status = 3
    sys.exit(status if isinstance(status, int) else 0)


def _speak_utf8() -> None:
    """Write UTF-8 whatever the locale says, and never fail on a character (a file name may hold any byte)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _drop_output() -> None:
    """Forget what standard output still holds: nobody reads it, and the interpreter would fail on it at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fault(error: Exception) -> str:
    """A fault of ours in one line: what and where, without the values that met it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" at {trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}" if trace is not None else ""
    return (
        f"alvara: internal fault ({type(error).__name__}{where}); this is a bug of Alvará, not of your input. "
        "Please report it with this line and the command you ran."
    )
