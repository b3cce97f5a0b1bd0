// Areas of joined stones of one seat.

export interface Area {
  owner: number;
  cells: number[]; // indices
}

export type Neighbours = (cell: number) => number[];
type Owners = readonly (number | null | undefined)[];

export function areasOf(owners: Owners, neighbours: Neighbours): Area[] {
  const seen = new Set<number>();
  const found: Area[] = [];
  owners.forEach((owner, first) => {
    if (owner == null || seen.has(first)) return;
    const cells: number[] = [];
    const open = [first];
    seen.add(first);
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      cells.push(cell);
      for (const other of neighbours(cell)) {
        if (owners[other] === owner && !seen.has(other)) {
          seen.add(other);
          open.push(other);
        }
      }
    }
    found.push({ owner, cells: cells.sort((a, b) => a - b) });
  });
  return found;
}

/** Points of an area by its size. */
export function areaPoints(size: number, points: readonly number[], further: number): number {
  const listed = Math.min(size, points.length);
  return (points[listed - 1] ?? 0) + (size - listed) * further;
}

/** Neighbours in a grid whose cells are numbered column by column (chamber) or row by row (tomb). */
export function gridNeighbours(rows: number, columns: number, byColumn: boolean): Neighbours {
  const line = byColumn ? rows : columns; // cells before the numbers go on in the next line
  return (cell) => {
    const inLine = cell % line;
    return [
      ...(inLine > 0 ? [cell - 1] : []),
      ...(inLine < line - 1 ? [cell + 1] : []),
      cell - line,
      cell + line,
    ].filter((other) => other >= 0 && other < rows * columns);
  };
}

/** What each seat gets for a rank: tied ones share what their places bring together, rounded down (B16). */
export function rankPoints(counts: readonly number[], points: readonly number[]): { seat: number; points: number }[] {
  const ranked = counts.map((count, seat) => ({ seat, count })).filter(({ count }) => count > 0);
  ranked.sort((a, b) => b.count - a.count);
  return ranked.map(({ seat, count }) => {
    const first = ranked.findIndex((other) => other.count === count);
    const tied = ranked.filter((other) => other.count === count).length;
    const shared = points.slice(first, first + tied).reduce((sum, value) => sum + value, 0);
    return { seat, points: Math.floor(shared / tied) };
  });
}
