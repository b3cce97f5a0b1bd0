import "../src/app/theme/tokens.css";
import "../src/app/theme/fonts.css";
import "../src/app/theme/base.css";
import "../src/app/theme/board.css";
import "../src/app/shell/shell.css";

import { mount } from "svelte";

import Gallery from "./Gallery.svelte";

export default mount(Gallery, { target: document.body });
