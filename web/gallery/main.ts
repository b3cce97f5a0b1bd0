import "../src/look/tokens.css";
import "../src/look/base.css";
import "../src/look/board.css";
import "../src/shell/shell.css";

import { mount } from "svelte";

import Gallery from "./Gallery.svelte";

export default mount(Gallery, { target: document.body });
