"""`make play`: build the web app while other processes compile the rules, then serve.

One process shows both, so that the progress bar and the output of the build do not mix.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import click

BUILD = ("make", "--silent", "web")


def main() -> int:
    """Serve as soon as the page is built, whatever is still being compiled."""
    with subprocess.Popen(BUILD, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as build:
        # Load everything meanwhile: that takes longer than to find out that there is nothing to build.
        from sandmandala.cli import main as sandmandala
        from sandmandala.cli.warmup import compile_meanwhile

        with compile_meanwhile():
            import_module("sandmandala.server.serving")  # which `serve` needs
            assert build.stdout
            for line in build.stdout:
                click.echo(line, nl=False)
            if build.wait():
                click.echo("The web app could not be built; see above.", err=True)
                return build.returncode
            sandmandala(["serve", "--next-port"], standalone_mode=False)  # reads the environment, too
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
