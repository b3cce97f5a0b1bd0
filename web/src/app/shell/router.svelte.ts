// Where one is in the client, and how one goes elsewhere. Which page stands at which address is given.
import type { Component } from "svelte";

import type { TextId } from "../text/text";

export interface PageProps {
  params: Readonly<Record<string, string>>;
  /** What stands behind # in the address: an invitation, a token. */
  secret: string;
}

type Page = Component<PageProps>;
type Load = () => Promise<{ default: Component<PageProps> | Component<Record<string, never>> | Component }>;

export interface Route {
  path: string;
  title: TextId;
  load: Load;
  wide?: boolean; // without the bar of the shell: the page brings its own
}

export interface Routes {
  pages: readonly Route[];
  nowhere: Route; // for an address that is none of theirs
}

export function matched(routes: Routes, path: string): { route: Route; params: Record<string, string> } {
  const parts = split(path);
  for (const route of routes.pages) {
    const wanted = split(route.path);
    if (wanted.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((part, index) => {
      const given = parts[index] ?? "";
      if (!part.startsWith(":")) return part === given;
      params[part.slice(1)] = given;
      return given !== "";
    });
    if (fits) return { route, params };
  }
  return { route: routes.nowhere, params: {} };
}

function split(path: string): string[] {
  return path
    .replace(/\/+$/, "")
    .split("/")
    .slice(1)
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}

class Router {
  path = $state("/");
  secret = $state("");
  title = $state<TextId>("title.home");
  params = $state.raw<Record<string, string>>({});
  wide = $state(false);
  page = $state.raw<Page | null>(null);
  /** The page could not be fetched. */
  failed = $state(false);
  loading = $state(false);
  /** Counts arrivals, so that the page can take the focus. */
  arrivals = $state(0);

  #wanted = 0;
  #routes: Routes | null = null;

  begin(routes: Routes): void {
    this.#routes = routes;
    addEventListener("popstate", () => void this.#show());
    document.addEventListener("click", (event) => this.#clicked(event));
    void this.#show();
  }

  go(address: string, how: { replace?: boolean } = {}): void {
    if (how.replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    scrollTo(0, 0);
    void this.#show();
  }

  /** Secrets don't stay in the address once they were used. */
  forgetSecret(): void {
    this.secret = "";
    history.replaceState(null, "", location.pathname + location.search);
  }

  async #show(): Promise<void> {
    if (!this.#routes) return;
    const { route, params } = matched(this.#routes, location.pathname);
    const number = ++this.#wanted;
    this.loading = true;
    let page: Page | null = null;
    try {
      page = (await route.load()).default as Page; // what takes no props gets none that it knows
    } catch {
      // Offline, or a newer version was put up meanwhile.
    }
    if (number !== this.#wanted) return;
    this.loading = false;
    this.failed = page === null;
    this.page = page;
    this.path = location.pathname;
    this.secret = location.hash.slice(1);
    this.title = route.title;
    this.wide = route.wide ?? false;
    this.params = params;
    this.arrivals += 1;
  }

  #clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    if (link.pathname === location.pathname && link.hash) return; // a place on this page
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
