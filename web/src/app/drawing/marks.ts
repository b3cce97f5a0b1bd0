// What tells seats apart besides colour: a mark and a grain. Both are drawn in the box of a stone's top.
import type { Color } from "../../net/views";

export const GRAINS: Readonly<Record<Color, string>> = {
  black: "M5 24 17 4M9 26 23 4", // basalt, polished
  white: "M3 20c8-5 10 3 18-2s9-9 16-7M22 26c3-4 8-3 15-6", // alabaster, veined
  brown: "M3 7.5h34M3 22.5h34", // sandstone, strata
  gray: "M7 7h1.6M14 5h1.4M31 6.500h1.600M35 13h1.400M5 18h1.500M9 24h1.600M33 23h1.600M27 25.500h1.400M18 26h1.200M24 4h1.2", // granite, speckled
};
