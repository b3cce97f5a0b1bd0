// The browser tells of a turn while nobody looks at the page: only if somebody has asked for it.

export function mayNotify(): boolean {
  return typeof Notification === "function";
}

/** Asks the browser; only ever after a click. */
export async function askToNotify(): Promise<boolean> {
  if (!mayNotify()) return false;
  if (Notification.permission === "granted") return true;
  return (await Notification.requestPermission()) === "granted";
}

/** One notice a table, which the next one replaces; a click on it leads here. */
export function notify(table: string, text: string): () => void {
  if (!mayNotify() || Notification.permission !== "granted") return () => undefined;
  try {
    const notice = new Notification(text, { tag: `imhotep ${table}`, icon: "/icon.svg" });
    notice.onclick = () => {
      focus();
      notice.close();
    };
    return () => notice.close();
  } catch {
    return () => undefined; // phones want another way for that, which needs more than a page
  }
}
