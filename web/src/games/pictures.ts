// Each game in the middle of one, as a picture: whole tables, which only one page needs.
import type { Component } from "svelte";

import type { GameId } from "../net/views";
import Builder from "./builder/Sample.svelte";
import Duel from "./duel/Sample.svelte";

export const PICTURES: Readonly<Record<GameId, Component>> = { builder: Builder, duel: Duel };
