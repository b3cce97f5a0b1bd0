// An analysis in words: why a move is better, and numbers as people read them.
import { known, names, num, t, type TextId } from "../app/text/text";
import type { Explanation } from "./course";

const MOST = 3; // parts that are told one by one
const SMALL = 0.1; // points that nobody wants to hear of
const LITTLE = 0.15; // share of the whole difference that may remain untold
const MINOR = 0.4; // share of the weightiest part from which on a part is always told

/** 35% or 35 %, in the language's own form. */
export function percent(chance: number): string {
  return t("percent", { n: Math.round(chance * 100) });
}

export function signedPercent(change: number): string {
  const whole = Math.round(Math.abs(change) * 100);
  return whole === 0 ? t("percent.none") : (change < 0 ? "−" : "+") + percent(whole / 100);
}

/** One decimal, always. */
export function points(value: number): string {
  const text = Math.abs(value).toFixed(1);
  const [whole, part] = text.split(".");
  const comma = num(0.5).replace(/[\d]/g, "") || ".";
  return (value <= -0.05 ? "−" : "") + num(Number(whole)) + comma + part;
}

export function signedPoints(value: number): string {
  return Math.abs(value) < 0.05 ? `±${points(0)}` : (value > 0 ? "+" : "") + points(value);
}

/** The parts that are worth telling, the weightiest first, until what remains is small. */
export function weighty(why: Explanation): { told: Explanation["parts"]; rest: number } {
  const told: Explanation["parts"] = [];
  let rest = why.lead;
  for (const part of why.parts.slice(0, MOST)) {
    const minor = Math.abs(part.counts) < MINOR * Math.abs(why.parts[0]!.counts);
    if (Math.abs(part.counts) < SMALL || (minor && Math.abs(rest) <= LITTLE * Math.abs(why.lead))) break;
    told.push(part);
    rest -= part.counts;
  }
  return { told, rest };
}

/** What the better move does that the other does not: the decider's own points, then those of the others. */
export function whyWords(why: Explanation, who: readonly string[]): string {
  const { told, rest } = weighty(why);
  const own = told
    .filter(({ seat }) => seat === why.seat)
    .map((part) =>
      t(part.points > 0 ? "why.more" : "why.less", {
        points: points(Math.abs(part.points)),
        where: where(part.source),
      }),
    );
  const others = who.flatMap((name, seat) => {
    if (seat === why.seat) return [];
    return told
      .filter((part) => part.seat === seat)
      .map((part) =>
        t(part.points < 0 ? "why.takes" : "why.gives", {
          points: points(Math.abs(part.points)),
          who: name,
          where: where(part.source),
        }),
      );
  });
  const clauses = [...(own.length ? [names(own)] : []), ...(others.length ? [names(others)] : [])];
  if (!clauses.length) {
    if (Math.abs(rest) < SMALL) return t("why.same");
    return t(rest > 0 ? "why.more" : "why.less", { points: points(Math.abs(rest)), where: t("why.in_all") });
  }
  if (Math.abs(rest) >= SMALL) clauses.push(t("why.rest", { points: signedPoints(rest) }));
  return clauses.join("; ");
}

function where(source: string): string {
  const id = known(`where.${source}`);
  return id ? t(id) : source;
}

/** Changes of chances, the largest first: Ada +12%, you −12%. */
export function bySeat(changes: readonly number[], who: readonly string[]): string {
  const told = changes
    .map((change, seat) => ({ change, name: who[seat] ?? "" }))
    .filter(({ change }) => Math.abs(change) >= 0.005)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .map(({ change, name }) => `${name} ${signedPercent(change)}`);
  return told.length ? told.join(", ") : t("luck.none");
}

export function gradeName(grade: string): string {
  const id: TextId | null = known(`grade.${grade}`);
  return id ? t(id) : grade;
}
