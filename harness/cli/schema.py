"""``harness schema``: the JSON Schema of task files, for editors."""

from __future__ import annotations

import click

from harness.cli.options import HELP
from harness.cli.output import put_content
from harness.settings.names import SCHEMA_FILE


@click.command("schema", context_settings=HELP)
@click.option("--path", is_flag=True, help="Print where the installed package has it.")
def command(path: bool) -> None:
    """Print the JSON Schema of task files, by which editors complete and check them.

    An editor with a YAML language server finds it by the line that harness init writes; any other
    task file can begin with it: # yaml-language-server: $schema=PATH
    """
    text = f"{SCHEMA_FILE}\n" if path else SCHEMA_FILE.read_text(encoding="utf-8")
    put_content(text, None, force=False)
