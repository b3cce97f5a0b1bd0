// What moves at a table of Builder of Egypt, and what has to be known of the page for it.
import type { Pitch } from "../../../app/drawing/geometry";
import type { Color } from "../../../net/views";
import type { CommonPiece, Pose, Stage } from "../../../table/motion/script";
import type { Away } from "../sites/side";
import type { BuilderView, SeatView, ShipView, Site } from "../view";

export type BuilderPiece =
  | CommonPiece
  | { is: "stone"; color: Color | null; pitch: Pitch }
  | { is: "ship"; ship: ShipView; number: number; seats: readonly SeatView[]; wave: -1 | 0 | 1 }
  | { is: "card"; card: string | null; wide?: boolean } // without an id: its back
  | { is: "copper" }
  | { is: "scarab"; color: Color }
  | { is: "chariot"; color: Color; flipped: boolean }
  | { is: "imhotep" }
  | { is: "tomb"; number: number | null }
  | { is: "planks" }
  | { is: "part"; shape: string; squares: readonly (readonly number[])[]; unit: number } // of the great obelisk
  | { is: "dust" }
  | { is: "sun" };

export interface BuilderStage extends Stage {
  river?: RiverStage; // where it is a picture of its own, on a phone
}

/** All in the coordinates of the table, somewhere beside it. */
export interface RiverStage {
  length: number; // from one end to beyond the other
  ship: (view: BuilderView, ship: number) => { x: number; y: number; scale: number } | null; // that waits
  dock: (site: Site) => Pose; // to which a ship leaves the picture
}

export interface BuilderCast {
  view: BuilderView;
  piece: BuilderPiece;
  away: Away;
  where: Site | "quarry";
  stage: BuilderStage;
}
