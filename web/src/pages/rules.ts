// What the rules page lists, and how it is searched.

export interface Entry {
  id: string; // also its address
  name: string;
  summary: string;
  text: string;
  rules: readonly string[]; // ids
  note?: string; // beside the name
  side?: string;
  house?: boolean; // carries values of our own
}

/** Whether all words that are looked for stand in it, in any case and without accents; an id counts as a whole. */
export function found(entry: Entry, sought: string): boolean {
  const words = plain(sought).split(/\s+/).filter(Boolean);
  if (!words.length) return true;
  const text = plain([entry.id, entry.name, entry.summary, entry.text, entry.note ?? "", ...entry.rules].join(" "));
  return words.every((word) => (/^[a-z]\d+$/.test(word) ? text.split(/[^\w.]+/).includes(word) : text.includes(word)));
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
