// How a game ended, as it is told to whoever sits here: who won and by how much, or what else ended it.
import { nameOf } from "../../../table/you";
import { names, num, t, type TextId } from "../../../app/text/text";
import type { TableInfo } from "../../../net/http";
import type { components } from "../../../net/schema";
import type { GameView } from "../../../net/views";
import { sourceName } from "../../../table/words";

export type Story = components["schemas"]["Story"];
export type Standing = components["schemas"]["Standing"];
export type Moment = components["schemas"]["Moment"];

/** How somebody left. */
type Left = "resigned" | "time" | "absent";

export interface Column {
  id: string;
  name: string;
  values: readonly number[];
}

export interface Ending {
  headline: string;
  lines: readonly string[];
  winners: readonly number[];
  won: boolean; // whoever sits here, or looks on
  margin: number;
}

const CLOSE = 5; // points that are nearly nothing

/** How a seat left; where no clock runs, only absence makes anybody run out of time. */
export function leftHow(room: TableInfo | null, seat: number): Left | null {
  const how = room?.result?.left[String(seat)];
  if (how === undefined) return null;
  if (how === "resigns") return "resigned";
  return (room?.offer.pace?.kind ?? "none") === "none" ? "absent" : "time";
}

export function endingOf(
  view: GameView,
  room: TableInfo | null,
  columns: readonly Column[],
  story: Story | null,
): Ending {
  const scores = view.seats.map(({ score }) => score);
  const top = Math.max(...scores);
  const winners = room?.result?.winners ?? scores.flatMap((score, seat) => (score === top ? [seat] : []));
  const [first = 0] = winners;
  const me = view.seat;
  const won = me === null || winners.includes(me);
  const others = scores.filter((_, seat) => !winners.includes(seat));
  const margin = (scores[first] ?? 0) - Math.max(0, ...others);
  const told = { winners, won, margin };
  const gone = view.seats.flatMap((_, seat) => (leftHow(room, seat) ? [seat] : []));
  const broken = gone.length >= view.seats.length - 1;

  if (me !== null && gone.includes(me)) {
    const how = leftHow(room, me)!;
    const lines = [t("ending.wins", { who: names(winners.map((seat) => nameOf(view, seat))) })];
    const lead = (scores[me] ?? 0) - Math.max(...scores.filter((_, seat) => seat !== me));
    if (broken) lines.push(lead > 0 ? t("ending.led", { n: lead }) : t("ending.built"));
    return { ...told, headline: t(`ending.${how}.you`), lines };
  }
  if (broken && gone.length === 1) {
    const [seat = 0] = gone;
    const win = first === me ? t("ending.you_win") : t("ending.wins", { who: nameOf(view, first) });
    const headline = t(`ending.${leftHow(room, seat)!}.other`, { who: nameOf(view, seat) });
    return { ...told, headline, lines: [win, t("ending.built")] };
  }
  if (broken) {
    const headline = first === me ? t("ending.alone.you") : t("ending.alone.other", { who: nameOf(view, first) });
    return { ...told, headline, lines: [t("ending.built")] };
  }
  return { ...told, headline: headlineOf(view, winners, margin), lines: linesOf(view, told, columns, story) };
}

function headlineOf(view: GameView, winners: readonly number[], margin: number): string {
  const [first = 0] = winners;
  if (winners.length > 1) return t("sheet.shared", { who: names(winners.map((seat) => nameOf(view, seat))) });
  const mine = first === view.seat;
  const who = nameOf(view, first);
  if (margin <= 0) return mine ? t("end.win.tied") : t("end.wins.tied", { who });
  return mine ? t("end.win", { n: margin }) : t("end.wins", { who, n: margin });
}

function linesOf(
  view: GameView,
  { winners, won, margin }: Pick<Ending, "winners" | "won" | "margin">,
  columns: readonly Column[],
  story: Story | null,
): string[] {
  const lines: string[] = [];
  const scores = view.seats.map(({ score }) => score);
  const [first = 0] = winners;
  const me = view.seat;
  const second = scores.reduce((best, score, seat) => {
    if (winners.includes(seat)) return best;
    return best < 0 || score > (scores[best] ?? 0) ? seat : best;
  }, -1);
  if (!won && me !== null) {
    const behind = (scores[first] ?? 0) - (scores[me] ?? 0);
    if (behind <= 0) lines.push(t("end.level"));
    else if (behind <= CLOSE) lines.push(t("end.close", { n: behind }));
  } else if (margin <= 0 && winners.length === 1) lines.push(t("end.level"));
  else if (second >= 0 && winners.length === 1) {
    const [a, b] = [scores[first] ?? 0, scores[second] ?? 0];
    if (me === first) lines.push(t("end.score", { a, b, who: nameOf(view, second) }));
    else lines.push(t("end.score.of", { who: nameOf(view, first), a, other: nameOf(view, second), b }));
  }
  const lead = story?.moments.find(({ kind }) => kind === "lead");
  if (lead) {
    const whose = lead.seat === me ? "you" : "other";
    const when = lead.source ? "count" : byTurns(story) ? "turn" : "round";
    const source = lead.source ? sourceName(lead.source) : "";
    lines.push(t(`end.lead.${whose}.${when}`, { n: lead.number, who: nameOf(view, lead.seat), source }));
  }
  const best = !won && me !== null ? finest(columns, me) : null;
  if (best && me !== null) lines.push(t("end.finest", { source: best.name, n: best.values[me] ?? 0 }));
  return lines;
}

/** Where a seat has done best: ahead of the others, or else most. */
export function finest(columns: readonly Column[], seat: number): Column | null {
  const rank = ({ values }: Column): number => {
    const own = values[seat] ?? 0;
    const others = values.filter((_, other) => other !== seat);
    return own + (own >= Math.max(...others) ? 1000 : 0);
  };
  const good = columns.filter(({ values }) => (values[seat] ?? 0) > 0);
  return good.reduce<Column | null>((best, column) => (!best || rank(column) > rank(best) ? column : best), null);
}

/** Whether the game has no rounds. */
export function byTurns(story: Story | null): boolean {
  return story?.standings.some(({ when }) => when === "turn") ?? false;
}

/** Three to look at, as they happened: what decided, one's own best turn, and the rest by what they brought. */
export function threeMoments(story: Story, seat: number | null, winner: number, most = 3): Moment[] {
  const whose = seat ?? winner;
  const weight = (moment: Moment): number => {
    if (moment.kind === "lead") return 3000;
    if (moment.kind === "turn" && moment.seat === whose) return 2000;
    return moment.points + (moment.kind === "count" ? 100 : 0);
  };
  const chosen = [...story.moments].sort((a, b) => weight(b) - weight(a)).slice(0, most);
  return story.moments.filter((moment) => chosen.includes(moment));
}

export function momentWords(view: GameView, moment: Moment, moveWords: string): { title: string; about: string } {
  const who = nameOf(view, moment.seat);
  const whose = moment.seat === view.seat ? "you" : "other";
  if (moment.kind === "lead") {
    const scores = moment.scores.map((score) => num(score)).join(" : ");
    return { title: t(`end.moment.lead.${whose}`, { who }), about: t("end.moment.lead.scores", { scores }) };
  }
  if (moment.kind === "count") {
    const source = sourceName(moment.source ?? "");
    return {
      title: t(`end.moment.count.${whose}`, { who, n: moment.points }),
      about: t("end.moment.count.most", { source }),
    };
  }
  const change = `+${num(moment.points)}`;
  return { title: moveWords, about: t(`end.moment.best.${whose}`, { who, change }) };
}

/** When that was. */
export function whenWords({ when, number, source }: Pick<Standing, "when" | "number" | "source">): string {
  if (when === "count") return t("end.count.of", { source: sourceName(source ?? "") });
  const id: Record<typeof when, TextId> = { start: "end.start", round: "end.round", turn: "end.turn", end: "end.now" };
  return t(id[when], { n: number });
}

/** The standings, with what belongs to one column of the count as one. */
export function raceOf(story: Story, column: (source: string) => string): Standing[] {
  const found: Standing[] = [];
  for (const standing of story.standings) {
    const last = found.at(-1);
    const same = last?.source && standing.source && column(last.source) === column(standing.source);
    if (same) found[found.length - 1] = standing;
    else found.push(standing);
  }
  return found;
}
