// A position of each side in the middle of a game, to be shown before there is one. They come from tools/gallery_views.py.
import { middle as a } from "../gallery/views/AAAAA-3.json";
import { middle as b } from "../gallery/views/BBBBB-3.json";
import { middle as c } from "../gallery/views/CCCCC-3.json";
import { middle as d } from "../gallery/views/DDDDD-3.json";
import printedValues from "../gallery/views/printed.json";
import type { Printed } from "../builder/printed";
import type { BuilderView, Side } from "../views";

export const SAMPLES = { A: a, B: b, C: c, D: d } as unknown as Readonly<Record<Side, BuilderView>>;
export const printed: Printed = printedValues;
