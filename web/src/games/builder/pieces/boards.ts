// What the board of a site calls itself: with side D of the temple, the Arena.
import { known, t } from "../../../app/text/text";
import type { BuilderView, Site } from "../view";

export function boardName(view: BuilderView, site: Site): string {
  return t(known(`side.${site}.${view[site].side}`) ?? `site.${site}`);
}

/** For what goes there: to the Arena. */
export function toBoard(view: BuilderView, site: Site): string {
  const id = known(`to.${site}.${view[site].side}`);
  return id ? t(id) : boardName(view, site);
}
