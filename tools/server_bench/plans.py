"""What PostgreSQL does for each statement of a page: as it was sent, with the plan that it really used."""

from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Connection, Engine, event, text

LARGE = 12_000  # rows; of a smaller table all may be read


def explained(engine: Engine, work: Callable[[Connection], Any]) -> list[dict[str, Any]]:
    """The statements of some work, each with its plan and its milliseconds in the database."""
    sent: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        if not many and statement.split(None, 1)[0] in ("SELECT", "UPDATE", "DELETE", "WITH"):
            sent.append((statement, parameters))

    with engine.connect() as connection:
        event.listen(engine, "before_cursor_execute", note)
        try:
            work(connection)
        finally:
            event.remove(engine, "before_cursor_execute", note)
            connection.rollback()
        sizes = rows_of(connection)
        found = []
        for statement, parameters in sent:
            analyze = f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}"
            plan = connection.exec_driver_sql(analyze, parameters).scalar_one()[0]
            connection.rollback()
            found.append(
                {
                    "statement": " ".join(statement.split()),
                    "milliseconds": plan["Execution Time"] + plan["Planning Time"],
                    "plan": [shown(node) for node in nodes(plan["Plan"])],
                    "scans": sorted({scan for node in nodes(plan["Plan"]) if (scan := scan_of(node, sizes))}),
                }
            )
    return found


def rows_of(connection: Connection) -> dict[str, int]:
    """As ANALYZE has counted them."""
    query = text("SELECT relname, reltuples::bigint FROM pg_class WHERE relkind IN ('r', 'i')")
    return {row[0]: row[1] for row in connection.execute(query)}


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)


def shown(node: dict[str, Any]) -> str:
    names = [node.get("Index Name"), node.get("Relation Name")]
    where = " of ".join(name for name in names if name)
    return f"{node['Node Type']} {where} ({node['Actual Rows']:g} rows)".replace("  ", " ")


def scan_of(node: dict[str, Any], sizes: dict[str, int]) -> str | None:
    """A large table, or a large index, that is read from its beginning to its end."""
    kind, table, index = node["Node Type"], node.get("Relation Name"), node.get("Index Name")
    read = str(index or table or "")
    if not kind.endswith("Scan") or not read or "Index Cond" in node:
        return None
    if kind == "Bitmap Heap Scan" or sizes.get(read, 0) < LARGE:
        return None
    if index is not None and node["Actual Rows"] < LARGE and "Filter" not in node:
        return None  # in the order of the index, and not far
    return f"{kind} {read}"
