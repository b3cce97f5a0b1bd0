/** The name of a target: of what a move may be picked by. */
export function keyOf(target: { on: string }): string {
  return Object.values(target).flat(2).join(" ");
}
