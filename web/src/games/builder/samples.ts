// A position of each side in the middle of a game, to be shown before there is one. They come from tools/gallery_views.py.
import type { Printed } from "./printed";
import { A, B, C, D, printed as printedValues } from "./samples.json";
import type { BuilderView, Side } from "./view";

export const SAMPLES = { A, B, C, D } as unknown as Readonly<Record<Side, BuilderView>>;
export const printed: Printed = printedValues;
