/** Seats with the most stones on a full layer, and what each of them gets. */
export function majority(
  owners: readonly (number | null | undefined)[],
  most: number,
  tied: number,
): { seat: number; points: number }[] {
  const counts = new Map<number, number>();
  for (const owner of owners) if (owner != null) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  const highest = Math.max(0, ...counts.values());
  const leaders = [...counts].filter(([, count]) => count === highest).map(([seat]) => seat);
  return leaders.sort((a, b) => a - b).map((seat) => ({ seat, points: leaders.length > 1 ? tied : most }));
}
