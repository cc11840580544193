"""JSON as bytes: the one door to it, for logs, questions and answers.

Behind it stands orjson. Where that cannot be loaded, as in a browser, ``events.plain_json`` gives
the same bytes and refuses the same values.
"""

from typing import TYPE_CHECKING, Any

__all__ = ["NotJson", "dumps", "dumps_indented", "loads"]

if TYPE_CHECKING:
    from orjson import JSONDecodeError as NotJson
    from orjson import dumps, loads

    def dumps_indented(value: Any) -> bytes:
        """A value as JSON on lines of its own, indented by two spaces.

        Raises:
            TypeError: when JSON does not know a value in it.
        """
else:
    try:
        import orjson
    except ImportError:
        from events.plain_json import NotJson, dumps, dumps_indented, loads
    else:
        NotJson, dumps, loads = orjson.JSONDecodeError, orjson.dumps, orjson.loads

        def dumps_indented(value: Any) -> bytes:
            """A value as JSON on lines of its own, indented by two spaces."""
            return orjson.dumps(value, option=orjson.OPT_INDENT_2)
