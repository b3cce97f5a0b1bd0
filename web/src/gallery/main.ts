import "../look/tokens.css";
import "../look/base.css";
import "../look/board.css";
import "../shell/shell.css";

import { mount } from "svelte";

import Gallery from "./Gallery.svelte";

export default mount(Gallery, { target: document.body });
