// The addresses of the client. Pages are fetched when they are first needed.
import type { Route, Routes } from "../app/shell/router.svelte";

const PAGES: readonly Route[] = [
  { path: "/", title: "title.home", load: () => import("./Home.svelte") },
  { path: "/new", title: "title.new", load: () => import("./NewTable.svelte") },
  { path: "/tables/:table", title: "title.table", load: () => import("./OneTable.svelte"), wide: true },
  { path: "/tables/:table/replay", title: "title.replay", load: () => import("./Replay.svelte") },
  { path: "/games", title: "title.games", load: () => import("./Games.svelte") },
  { path: "/learn", title: "title.learn", load: () => import("./Learn.svelte") },
  { path: "/learn/:game", title: "title.learn", load: () => import("./Learn.svelte") },
  { path: "/rules", title: "title.rules", load: () => import("./Rules.svelte") },
  { path: "/rules/:game", title: "title.rules", load: () => import("./Rules.svelte") },
  { path: "/people/:person", title: "title.person", load: () => import("./Person.svelte") },
  { path: "/ratings", title: "title.ratings", load: () => import("./Ratings.svelte") },
  { path: "/account", title: "title.account", load: () => import("./Account.svelte") },
  { path: "/confirm", title: "title.confirm", load: () => import("./Confirm.svelte") },
  { path: "/unsubscribe", title: "title.unsubscribe", load: () => import("./Unsubscribe.svelte") },
  { path: "/privacy", title: "title.privacy", load: () => import("./OperatorPage.svelte") },
  { path: "/contact", title: "title.contact", load: () => import("./OperatorPage.svelte") },
  { path: "/reset", title: "title.reset", load: () => import("./Reset.svelte") },
];

const NOWHERE: Route = { path: "", title: "title.nowhere", load: () => import("./Nowhere.svelte") };

export const ROUTES: Routes = { pages: PAGES, nowhere: NOWHERE };
