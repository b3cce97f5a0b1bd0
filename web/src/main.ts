import "./look/tokens.css";
import "./look/base.css";
import "./look/board.css";
import "./shell/shell.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { me } from "./net/me.svelte";
import { router } from "./shell/router.svelte";
import { speech } from "./text/language.svelte";

// Who sits here is asked while the words are fetched; without an answer the page works all the same.
me.ask().catch(() => undefined);
await speech.begin().catch(() => undefined);
router.begin();

export default mount(App, { target: document.body });
