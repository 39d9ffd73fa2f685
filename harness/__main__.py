"""``python -m harness`` is the command line."""

from harness.cli.main import main

main()
