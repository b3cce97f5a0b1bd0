// Printed values that the views of the server leave out so far. Where they are missing, drawings show less.

export interface CardValues {
  statues: readonly number[];
  decoration_stones: number;
  hammer_stones: number;
  cargo_sled_room: number;
  private_quarry_points: number;
  private_quarry_stones: number;
  stone_ornament_points: number;
}

export interface Printed {
  per_get: number; // stones that an action gets
  single_stone: number; // obelisks B: points of a stone without a tower
  coins: number; // market C: of each player
  cards: CardValues;
  house: readonly string[]; // sides that carry values of our own, such as "pyramids.C"
}
