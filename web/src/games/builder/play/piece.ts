// A token of the great obelisk in the hand: it is turned, flipped and moved sideways through the ways it may be laid.
import type { Move } from "../../../net/views";

type Squares = readonly (readonly [number, number])[];

export interface Way {
  move: Move;
  shape: string; // turned as it is, at the left and at the ground
  column: number; // of its left side
}

export type Handling = "turn" | "flip" | "left" | "right";

/** Every way to lay it. */
export function waysOf(moves: readonly Move[]): Way[] {
  return moves
    .filter((move) => move.squares?.length)
    .map((move) => {
      const squares = move.squares as Squares;
      return { move, shape: nameOf(squares), column: Math.min(...squares.map(([x]) => x)) };
    })
    .sort((a, b) => a.column - b.column);
}

/** The way after it was handled; the same one if there is no other. */
export function handled(ways: readonly Way[], now: Way, how: Handling): Way {
  if (how === "left" || how === "right") {
    const same = ways.filter(({ shape }) => shape === now.shape);
    return same[same.indexOf(now) + (how === "left" ? -1 : 1)] ?? now;
  }
  let squares = now.move.squares as Squares;
  if (how === "flip") {
    squares = mirrored(squares);
    const flipped = nearest(ways, nameOf(squares), now.column);
    if (flipped) return flipped;
  }
  for (let quarter = 0; quarter < 4; quarter += 1) {
    squares = turned(squares);
    const shape = nameOf(squares);
    const way = shape === now.shape ? undefined : nearest(ways, shape, now.column);
    if (way) return way;
  }
  return now;
}

/** Whether it is the same piece, however it is turned or flipped. */
export function samePiece(a: Squares, b: Squares): boolean {
  const names = new Set<string>();
  for (const start of [a, mirrored(a)]) {
    let squares = start;
    for (let quarter = 0; quarter < 4; quarter += 1) {
      names.add(nameOf(squares));
      squares = turned(squares);
    }
  }
  return names.has(nameOf(b));
}

function nearest(ways: readonly Way[], shape: string, column: number): Way | undefined {
  return ways
    .filter((way) => way.shape === shape)
    .sort((a, b) => Math.abs(a.column - column) - Math.abs(b.column - column))[0];
}

function turned(squares: Squares): Squares {
  return squares.map(([x, y]) => [y, -x]);
}

function mirrored(squares: Squares): Squares {
  return squares.map(([x, y]) => [-x, y]);
}

function nameOf(squares: Squares): string {
  const left = Math.min(...squares.map(([x]) => x));
  const ground = Math.min(...squares.map(([, y]) => y));
  return squares
    .map(([x, y]) => `${x - left},${y - ground}`)
    .sort()
    .join(" ");
}
