import "./app/theme/tokens.css";
import "./app/theme/fonts.css";
import "./app/theme/base.css";
import "./app/theme/board.css";
import "./app/shell/shell.css";

import { mount } from "svelte";

import App from "./app/App.svelte";
import { router } from "./app/shell/router.svelte";
import { speech } from "./app/text/language.svelte";
import { me } from "./net/me.svelte";
import { server } from "./net/server.svelte";
import { ROUTES } from "./pages/routes";

// Who sits here is asked while the words are fetched; without an answer the page works all the same.
me.ask().catch(() => undefined);
server.ask().catch(() => undefined);
await speech.begin().catch(() => undefined);
router.begin(ROUTES);

export default mount(App, { target: document.body });
