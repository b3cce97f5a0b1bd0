// Who sits at the table: names in this language, and what stands below them.
import { clock, known, t } from "../../app/text/text";
import type { TableInfo } from "../../net/http";
import type { TableStore } from "../../net/table.svelte";
import type { SeatNote } from "../../table/playing";

export const LOW = 30_000; // milliseconds on a clock that should be noticed
const DAY = 86_400_000;

export function notesOf(table: TableStore): SeatNote[] {
  const all = timeOf(table);
  return (table.view?.seats ?? []).map((_, index) => {
    const there = table.room?.seats[index];
    const left = table.left(index);
    const decides = table.state?.clock?.running === index || left === 0;
    return {
      note: noteOf(there) ?? presenceNote(table, index),
      clock: left === null ? null : clock(left),
      part: left === null || all === null ? null : Math.min(1, left / all),
      low: decides && left !== null && left < LOW,
      away: there?.left != null,
    };
  });
}

/** What a clock shows at first, in ms. */
function timeOf(table: TableStore): number | null {
  const pace = table.room?.offer.pace;
  if (pace?.kind === "clock") return (pace.seconds ?? 900) * 1000;
  return pace?.kind === "days" ? (pace.days ?? 3) * DAY : null;
}

/** Whether who sits there looks at the table: null for bots and oneself, and while it is not known. */
export function isHere(table: TableStore, seat: number): boolean | null {
  const there = table.room?.seats[seat];
  if (!table.presence || !there?.person || there.bot || there.left || table.seats.includes(seat)) return null;
  return table.presence.here.includes(seat);
}

export function presenceNote(table: TableStore, seat: number): string | undefined {
  const here = table.state?.over ? null : isHere(table, seat);
  return here === null ? undefined : t(here ? "seat.here" : "seat.away");
}

/** How many look on, in words; null if nobody does. */
export function onlookersNote(table: TableStore): string | null {
  const onlookers = table.presence?.onlookers ?? 0;
  return onlookers ? t("table.onlookers", { n: onlookers }) : null;
}

function noteOf(there: TableInfo["seats"][number] | undefined): string | undefined {
  if (!there) return undefined;
  if (there.left) return t(there.bot ? "seat.stands_in" : "seat.left");
  if (!there.bot) return there.is_bot ? t("seat.bot") : undefined;
  const level = known(`level.${there.bot}`);
  return level ? `${t("seat.bot")} · ${t(level)}` : t("seat.bot");
}
