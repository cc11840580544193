"""Who may what in a library on a server, where one of its tables takes the place of another."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from replays.library.postgres_tables import NAMESPACE

_RIGHTS: Final = """
SELECT format('GRANT %s ON {space}.{heir} TO %s%s', a.privilege_type,
              CASE WHEN a.grantee = 0 THEN 'PUBLIC'
                   ELSE quote_ident(pg_get_userbyid(a.grantee)) END,
              CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
  FROM pg_catalog.pg_class c, aclexplode(c.relacl) a
 WHERE c.oid = '{space}.{table}'::regclass AND a.grantee <> c.relowner
"""
_OWNER: Final = """
SELECT format('ALTER TABLE {space}.{heir} OWNER TO %s', quote_ident(pg_get_userbyid(relowner)))
  FROM pg_catalog.pg_class
 WHERE oid = '{space}.{table}'::regclass AND pg_get_userbyid(relowner) <> current_user
"""


def rights_handed_on(
    rows: Callable[[str], list[tuple[Any, ...]]], tables: set[str], heirs: Mapping[str, str]
) -> list[str]:
    """What gives new tables the owner and the rights of those in whose place they come.

    Ask for it before those are dropped, and do it once the new ones are there.

    Args:
        rows: what a statement finds.
        tables: the tables that are there.
        heirs: new tables, each with the one in whose place it comes.
    """
    found = []
    for heir, table in heirs.items():
        if table not in tables or heir in tables:
            continue
        for sql in (_RIGHTS, _OWNER):
            asked = sql.format(space=NAMESPACE, heir=heir, table=table)
            found += [str(statement) for (statement,) in rows(asked)]
    return found
