// What can be said about a record before the server has seen it.
import { t } from "../app/text/text";

const MOST = 1_000_000; // characters

/** Why it can't be one; null if it may. */
export function recordProblem(text: string): string | null {
  if (!text.trim()) return t("bring.empty");
  if (text.length > MOST) return t("bring.large");
  if (text.includes("\u0000")) return t("bring.binary");
  return null;
}
