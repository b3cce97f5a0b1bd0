// Plain text of whoever runs the server: what its parts are, and what in them is an address.

export interface Part {
  heading: boolean;
  text: string;
}

export interface Piece {
  text: string;
  href?: string;
}

const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]|[^\s<>"(),;:@]+@[^\s<>"(),;:@]+\.[^\s<>"(),;:@.!?]+/g;

/** Paragraphs, and lines that begin with #. */
export function parts(text: string): Part[] {
  const found: Part[] = [];
  for (const block of text.replace(/\r\n?/g, "\n").split(/\n\s*\n/)) {
    let lines: string[] = [];
    const end = () => {
      if (lines.join("").trim()) found.push({ heading: false, text: lines.join("\n").trim() });
      lines = [];
    };
    for (const line of block.split("\n")) {
      const heading = /^#+\s+(.*\S)\s*$/.exec(line);
      if (heading) {
        end();
        found.push({ heading: true, text: heading[1]! });
      } else lines.push(line);
    }
    end();
  }
  return found;
}

/** Web and mail addresses become links; everything else stays text. */
export function linked(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(ADDRESS)) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index) });
    const address = found[0];
    pieces.push({ text: address, href: /^https?:/.test(address) ? address : `mailto:${address}` });
    from = found.index + address.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}
