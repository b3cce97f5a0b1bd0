import type { Speed } from "../settings.svelte";

export type { Speed };

/** How much of the table's time passes in one of ours. */
export const RATE: Readonly<Record<Exclude<Speed, "off">, number>> = { quick: 2, normal: 1, slow: 0.5 };
