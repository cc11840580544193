"""``khamsin schema``: the JSON Schemas of what people and programs write."""

import argparse

from replays.cli.console import say_json
from replays.schema import SCHEMAS, schema_of


def add_schema(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin schema``."""
    parser.add_argument("what", choices=sorted(SCHEMAS))
    parser.set_defaults(command=schema)


def schema(args: argparse.Namespace) -> int:
    """The JSON Schema of scenarios, log lines, questions or reports."""
    say_json(schema_of(args.what))
    return 0
