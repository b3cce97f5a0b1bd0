// What is wrong with the page as it lies here: cut off, too wide, too small for a finger, one over the other.
// Called with {touch: boolean}; answers with a list of sentences.
({ touch }) => {
  const found = [];
  const say = (what, element, more = "") => found.push(`${what}: ${nameOf(element)}${more && ` (${more})`}`);
  const round = (value) => Math.round(value * 10) / 10;
  const width = document.documentElement.clientWidth;

  function nameOf(element) {
    const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ");
    const kind = typeof element.className === "string" ? element.className : (element.className?.baseVal ?? "");
    const classes = kind.split(/\s+/).filter((name) => name && !name.startsWith("svelte-"));
    return `${element.tagName.toLowerCase()}${classes.map((name) => `.${name}`).join("")} "${words.slice(0, 50)}"`;
  }
  function isSeen(element) {
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false;
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && !element.closest(".skip") && !above(element, isOnlyRead);
  }
  // for screen readers alone
  function isOnlyRead(element) {
    if (element.ownerSVGElement) return false;
    const { width, height } = element.getBoundingClientRect();
    const { clipPath, overflow } = getComputedStyle(element);
    return clipPath === "inset(50%)" || (width <= 1 && height <= 1 && overflow === "hidden");
  }
  const above = (element, test) => {
    for (let at = element; at; at = at.parentElement) if (test(at)) return at;
    return null;
  };
  const floating = (element) =>
    above(element, (at) => ["fixed", "sticky"].includes(getComputedStyle(at).position) || at.tagName === "DIALOG");
  const modal = document.querySelector("dialog[open]");
  const inPlay = (element) => !modal || modal.contains(element);
  // what lies in a box that scrolls can be reached; what a box cuts off can't
  const scrolls = (element) =>
    above(element.parentElement, (at) => ["auto", "scroll"].includes(getComputedStyle(at).overflowX));

  function isMostlyBeyond(words, box) {
    const w = Math.min(words.right, box.right) - Math.max(words.left, box.left);
    const h = Math.min(words.bottom, box.bottom) - Math.max(words.top, box.top);
    return w < 0.25 * (words.right - words.left) || h < 0.25 * (words.bottom - words.top);
  }

  // --- wider than the page
  if (document.documentElement.scrollWidth > width + 1)
    found.push(`the page is ${document.documentElement.scrollWidth} px wide on a screen of ${width}`);
  for (const element of document.body.querySelectorAll("*")) {
    if (element.ownerSVGElement || !isSeen(element) || scrolls(element)) continue;
    const box = element.getBoundingClientRect();
    if (box.right <= width + 1 && box.left >= -1) continue;
    const cutter = above(element.parentElement, (at) => ["hidden", "clip"].includes(getComputedStyle(at).overflowX));
    const drawing = element.closest("svg, [aria-hidden='true']");
    if (!(cutter && drawing)) say("beyond the screen", element, `${round(box.left)} to ${round(box.right)}`);
  }

  // --- words that are cut off, or lie beyond their button
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("option, script, style") || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (!boxes.length) continue;
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    const top = Math.min(...boxes.map((box) => box.top));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    const svg = element.closest("svg");
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (svg && at !== svg && svg.contains(at)) continue;
      // of a drawing a part may be shown: what lies wholly beyond it is not meant to be read
      if (svg && isMostlyBeyond({ left, right, top, bottom }, svg.getBoundingClientRect())) break;
      const style = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      const cutsX = ["hidden", "clip"].includes(style.overflowX);
      const cutsY = ["hidden", "clip"].includes(style.overflowY);
      if (cutsX && (left < box.left - 1.5 || right > box.right + 1.5))
        say("words cut off", element, `${round(Math.max(box.left - left, right - box.right))} px by ${nameOf(at).split(" ")[0]}`);
      else if (cutsY && (top < box.top - 3 || bottom > box.bottom + 3))
        say("words cut off", element, `${round(Math.max(box.top - top, bottom - box.bottom))} px high by ${nameOf(at).split(" ")[0]}`);
      else if (!svg && at.matches("button, a.button, .button, .tabs label, summary") && !cutsX)
        if (left < box.left - 1 || right > box.right + 1 || top < box.top - 3 || bottom > box.bottom + 3)
          say("words beyond their button", at, `${round(right - left)} px in ${round(box.width)}`);
      if (["auto", "scroll"].includes(style.overflowX) || ["auto", "scroll"].includes(style.overflowY)) break;
    }
    if (!svg && inPlay(element)) lines.push({ element, boxes, floats: floating(element) });
  }

  // --- words over words
  for (let a = 0; a < lines.length; a++) {
    for (let b = a + 1; b < lines.length; b++) {
      const [one, other] = [lines[a], lines[b]];
      if (one.floats !== other.floats) continue;
      if (scrolls(one.element) !== scrolls(other.element)) continue;
      const over = one.boxes.some((x) =>
        other.boxes.some((y) => {
          const w = Math.min(x.right, y.right) - Math.max(x.left, y.left);
          const h = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
          return w > 2 && h > Math.min(x.height, y.height) * 0.35;
        }),
      );
      if (over) say("words over words", one.element, nameOf(other.element));
    }
  }

  // --- what can be pressed: large enough, and not below something else
  const ACTIVE = "a[href], button, input, select, textarea, summary, [role='button']";
  const targets = [];
  for (const element of document.querySelectorAll(ACTIVE)) {
    if (element.disabled || element.closest("[aria-hidden='true'], [inert]") || !inPlay(element)) continue;
    const label = element.matches("input[type='radio'], input[type='checkbox']") ? element.closest("label") : null;
    const shown = label ?? element;
    if (!isSeen(shown)) continue;
    targets.push(shown);
  }
  const inText = (element) =>
    element.tagName === "A" &&
    getComputedStyle(element).display === "inline" &&
    [...(element.parentElement?.childNodes ?? [])].some((node) => node !== element && node.textContent?.trim());
  for (const element of targets) {
    const { width, height } = element.getBoundingClientRect();
    if (touch && !inText(element) && (width < 43.5 || height < 43.5))
      say("too small for a finger", element, `${round(width)} x ${round(height)}`);
  }
  for (let a = 0; a < targets.length; a++) {
    for (let b = a + 1; b < targets.length; b++) {
      const [one, other] = [targets[a], targets[b]];
      if (one.contains(other) || other.contains(one) || floating(one) !== floating(other)) continue;
      if (one.closest(".layer") && other.closest(".layer")) continue; // drawn things lie on each other; see below
      if (scrolls(one) !== scrolls(other)) continue;
      const [x, y] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const w = Math.min(x.right, y.right) - Math.max(x.left, y.left);
      const h = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
      if (w > 2 && h > 2) say("pressed together", one, `${round(w)} x ${round(h)} of ${nameOf(other)}`);
    }
  }
  for (const element of targets) {
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const boxes = [...element.getClientRects()].filter(({ width, height }) => width && height);
    const hit = boxes.some((box) =>
      [0.5, 0.25, 0.75, 0.1, 0.9].some((part) =>
        [0.5, 0.25, 0.75].some((down) => {
          const at = document.elementFromPoint(box.x + box.width * part, box.y + box.height * down);
          return at && (element.contains(at) || at.contains(element));
        }),
      ),
    );
    if (!hit) say("can't be pressed, something lies over it", element);
  }
  scrollTo(0, 0);
  return [...new Set(found)];
}
