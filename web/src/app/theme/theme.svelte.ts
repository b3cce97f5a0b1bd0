// Day, night, or as the system has it.
export type Theme = "light" | "dark" | "system";

const KEY = "imhotep.theme";

function stored(): Theme {
  const value = localStorage.getItem(KEY);
  return value === "light" || value === "dark" ? value : "system";
}

class Look {
  theme = $state<Theme>(stored());

  constructor() {
    this.#show();
  }

  set(theme: Theme): void {
    this.theme = theme;
    if (theme === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
    this.#show();
  }

  /** From what is seen now to the other one. */
  toggle(): void {
    const dark =
      this.theme === "dark" || (this.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
    this.set(dark ? "light" : "dark");
  }

  #show(): void {
    if (this.theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = this.theme;
  }
}

export const look = new Look();
