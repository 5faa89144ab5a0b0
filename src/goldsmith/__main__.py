"""Run the command `goldsmith` as `python -m goldsmith`."""

from goldsmith.cli import main

main()
