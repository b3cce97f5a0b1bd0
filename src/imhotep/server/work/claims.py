"""Which row is being worked on, by whichever process.

A claim is a time in a column of the row: until then nobody else takes it. Who works on it renews the claim; if that
process dies, it runs out, and another begins anew.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Select, Update, or_, update

from imhotep.server.clock import WallClock
from imhotep.server.storage.database import Database, StorageError

Which = Sequence[ColumnElement[bool]]  # conditions that say which row, and that it still is as it was found


class Claims:
    def __init__(self, column: Column[Any], lasts: int, renew_every: float) -> None:
        """`lasts`: milliseconds; `renew_every`: seconds."""
        self._column = column
        self._lasts = lasts
        self._renew_every = renew_every

    def free(self, now: int) -> ColumnElement[bool]:
        """A row that nobody has claimed, or whose claim has run out."""
        run_out = self._column <= now
        return or_(self._column.is_(None), run_out) if self._column.nullable else run_out

    def take(self, connection: Connection, row: Which, now: int, **values: Any) -> bool:
        """Whether it is ours now; `values` change with it."""
        taken = self._until(now + self._lasts, (*row, self.free(now)), values)
        return connection.execute(taken).rowcount == 1

    def take_some(self, connection: Connection, rows: Select[Any, Any], now: int) -> list[tuple[Any, Any]]:
        """Those of a query's rows that are free and that nobody else is just taking; nobody waits for anybody. The
        first of the query's two columns is the row's id."""
        found = connection.execute(rows.where(self.free(now)).with_for_update(skip_locked=True)).all()
        if found:
            ours = rows.selected_columns[0].in_([row[0] for row in found])
            connection.execute(self._until(now + self._lasts, (ours,), {}))
        return [(id, other) for id, other in found]

    def release(self, connection: Connection, row: Which) -> None:
        """Somebody else may take it at once."""
        connection.execute(self._until(None, row, {}))

    @contextlib.asynccontextmanager
    async def kept(
        self, database: Database, clock: WallClock, row: Which, values: Callable[[], Mapping[str, Any]] = dict
    ) -> AsyncIterator[None]:
        """While something is done about a row that was taken; `values` are written whenever the claim is renewed."""
        renewing = asyncio.create_task(self._renew(database, clock, row, values))
        try:
            yield
        finally:
            renewing.cancel()

    async def _renew(
        self, database: Database, clock: WallClock, row: Which, values: Callable[[], Mapping[str, Any]]
    ) -> None:
        while True:
            await asyncio.sleep(self._renew_every)
            renewed = self._until(clock.now() + self._lasts, row, values())
            with contextlib.suppress(StorageError):
                await database.write(lambda connection, renewed=renewed: connection.execute(renewed))  # type: ignore[misc]

    def _until(self, time: int | None, row: Which, values: Mapping[str, Any]) -> Update:
        return update(self._column.table).where(*row).values({self._column.name: time, **values})
