// Why something failed, in words. Codes that we know have a text; the others say what the server said.
import { Problem } from "../../net/http";
import { known, t } from "../text/text";

export function wordsOf(error: unknown): string {
  if (!(error instanceof Problem)) return t("problem.broken");
  const id = known(`problem.${error.code}`);
  return id ? t(id) : error.message || t("problem.broken");
}
