// How somebody likes to play at this device: kept here, and told to nobody.

export const CONFIRMS = ["guided", "direct", "lasting"] as const;
/** guided: a first click shows, a second one does it; direct: a click does it; lasting: only what stays is asked about. */
export type Confirm = (typeof CONFIRMS)[number];

export const SPEEDS = ["off", "quick", "normal", "slow"] as const;
/** Of what moves on the table. */
export type Speed = (typeof SPEEDS)[number];

const KEY = "imhotep.table";

interface Kept {
  confirm: Confirm;
  told: boolean;
  speed: Speed;
  suns: boolean;
  notify: boolean;
}

class TableSettings {
  #confirm = $state<Confirm>("guided");
  #told = $state(false);
  #speed = $state<Speed>("normal");
  #suns = $state(true);
  #notify = $state(false);

  constructor() {
    const kept = read();
    this.#confirm = CONFIRMS.find((one) => one === kept.confirm) ?? "guided";
    this.#told = kept.told ?? false;
    this.#speed = SPEEDS.find((one) => one === kept.speed) ?? "normal";
    this.#suns = kept.suns ?? true;
    this.#notify = kept.notify ?? false;
  }

  get confirm(): Confirm {
    return this.#confirm;
  }
  set confirm(value: Confirm) {
    this.#confirm = value;
    this.#write();
  }

  /** Whether somebody has read how a move is made. */
  get told(): boolean {
    return this.#told;
  }
  set told(value: boolean) {
    this.#told = value;
    this.#write();
  }

  get speed(): Speed {
    return this.#speed;
  }
  set speed(value: Speed) {
    this.#speed = value;
    this.#write();
  }

  /** Whether the rounds stand above the table. */
  get suns(): boolean {
    return this.#suns;
  }
  set suns(value: boolean) {
    this.#suns = value;
    this.#write();
  }

  /** Whether the browser tells of a turn while the page is hidden. */
  get notify(): boolean {
    return this.#notify;
  }
  set notify(value: boolean) {
    this.#notify = value;
    this.#write();
  }

  #write(): void {
    const kept: Kept = {
      confirm: this.#confirm,
      told: this.#told,
      speed: this.#speed,
      suns: this.#suns,
      notify: this.#notify,
    };
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Without a store it holds as long as the page.
    }
  }
}

function read(): Partial<Kept> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}

export const settings = new TableSettings();
