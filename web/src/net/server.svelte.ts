// What this server says of itself: whether it is being maintained, and which pages there are of whoever runs it.
import { get } from "./http";
import { live as pageLive, type Live } from "./live";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type ServerInfo = Schemas["ServerInfo"];
export type Maintenance = Schemas["Maintenance"];
export type PageName = ServerInfo["pages"][number];

export class ThisServer {
  pages = $state.raw<readonly PageName[]>([]);
  maintenance = $state.raw<Maintenance>({ notice: {}, read_only: false });

  constructor(live: Live = pageLive) {
    live.hear({
      // What was announced while there was no connection.
      state: (state) => state === "open" && void this.ask().catch(() => undefined),
      message: (message) => {
        if (message.type === "announcement") this.maintenance = message.maintenance;
      },
    });
  }

  async ask(): Promise<void> {
    const info = await get("/api/server");
    this.pages = info.pages;
    this.maintenance = info.maintenance;
  }
}

export const server = new ThisServer();
