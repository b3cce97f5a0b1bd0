// What is wrong with the page as it lies here: cut off, too wide, too small for a finger, one over the other.
// Called with {touch: boolean}; answers with a list of sentences.
({ touch }) => {
  const FINGER = 44; // pixels
  const LED = 33; // pixels, of a piece whose neighbours are reached from its card
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
  // Of a large page the same is asked thousands of times.
  const once = (ask) => {
    const known = new Map();
    return (element) => {
      if (!known.has(element)) known.set(element, ask(element));
      return known.get(element);
    };
  };
  const styleOf = once((element) => getComputedStyle(element));
  const boxOf = once((element) => element.getBoundingClientRect());
  const nearest = (test) => {
    const ask = once((element) => (!element ? null : test(element) ? element : ask(element.parentElement)));
    return ask;
  };

  // for screen readers alone
  const onlyRead = nearest((element) => {
    if (element.ownerSVGElement) return false;
    const { width, height } = boxOf(element);
    const { clipPath, overflow } = styleOf(element);
    return clipPath === "inset(50%)" || (width <= 1 && height <= 1 && overflow === "hidden");
  });
  const isSeen = once((element) => {
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false;
    const { width, height } = boxOf(element);
    return width > 0 && height > 0 && !element.closest(".skip") && !onlyRead(element);
  });
  const floating = nearest(
    (element) => ["fixed", "sticky"].includes(styleOf(element).position) || element.tagName === "DIALOG",
  );
  // what lies open over the page
  const modal = document.querySelector("dialog[open], #menu:not([hidden]), .room > .panel, .confirm");
  const inPlay = (element) => !modal || modal.contains(element);
  // what lies in a box that scrolls can be reached; what a box cuts off can't
  const scroller = nearest((element) => ["auto", "scroll"].includes(styleOf(element).overflowX));
  const scrolls = (element) => scroller(element.parentElement);
  const cutter = nearest((element) => ["hidden", "clip"].includes(styleOf(element).overflowX));

  /** A word that goes on in the next line, though nothing says so. */
  function brokenWord(node) {
    return [...node.data.matchAll(/[^\s\u00ad-]{3,}/g)].find(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top));
      return new Set(tops).size > 1;
    })?.[0];
  }
  function isMostlyBeyond(words, box) {
    const w = Math.min(words.right, box.right) - Math.max(words.left, box.left);
    const h = Math.min(words.bottom, box.bottom) - Math.max(words.top, box.top);
    return w < 0.25 * (words.right - words.left) || h < 0.25 * (words.bottom - words.top);
  }
  const hull = (boxes) => ({
    left: Math.min(...boxes.map((box) => box.left)),
    right: Math.max(...boxes.map((box) => box.right)),
    top: Math.min(...boxes.map((box) => box.top)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  });
  /** Calls with each pair whose hulls overlap, sorted from top to bottom so that few have to be compared. */
  function pairs(things, met) {
    const sorted = things.toSorted((one, other) => one.hull.top - other.hull.top);
    sorted.forEach((one, index) => {
      for (let next = index + 1; next < sorted.length; next++) {
        const other = sorted[next];
        if (other.hull.top >= one.hull.bottom) break;
        if (one.hull.left < other.hull.right && other.hull.left < one.hull.right) met(one, other);
      }
    });
  }

  // --- wider than the page
  if (document.documentElement.scrollWidth > width + 1)
    found.push(`the page is ${document.documentElement.scrollWidth} px wide on a screen of ${width}`);
  for (const element of document.body.querySelectorAll("*")) {
    if (element.ownerSVGElement || !isSeen(element) || scrolls(element)) continue;
    const box = boxOf(element);
    if (box.right <= width + 1 && box.left >= -1) continue;
    const drawing = element.closest("svg, [aria-hidden='true']");
    if (!(cutter(element.parentElement) && drawing))
      say("beyond the screen", element, `${round(box.left)} to ${round(box.right)}`);
  }

  // --- words that are cut off, or lie beyond their button
  const lines = [];
  const drawn = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("option, script, style") || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const svg = element.closest("svg");
    // of drawn words that were made narrower a range does not know
    const all = svg ? [boxOf(element)] : [...range.getClientRects()];
    const boxes = all.filter(({ width, height }) => width > 1 && height > 1);
    if (!boxes.length) continue;
    const words = hull(boxes);
    const { left, right, top, bottom } = words;
    const button = element.closest("button, a.button");
    if (button && brokenWord(node)) say("a word is broken", button, brokenWord(node));
    const card = element.closest("g.card")?.querySelector(".paper");
    if (card && (left < boxOf(card).left || right > boxOf(card).right)) say("words beyond their card", element);
    if (svg && left < boxOf(svg).right && right > boxOf(svg).left) drawn.push({ element, hull: words });
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (svg && at !== svg && svg.contains(at)) continue;
      // of a drawing a part may be shown: what lies wholly beyond it is not meant to be read
      if (svg && isMostlyBeyond(words, boxOf(svg))) break;
      const style = styleOf(at);
      const box = boxOf(at);
      const cutsX = ["hidden", "clip"].includes(style.overflowX);
      const cutsY = ["hidden", "clip"].includes(style.overflowY);
      const by = () => nameOf(at).split(" ")[0];
      if (cutsX && (left < box.left - 1.5 || right > box.right + 1.5))
        say("words cut off", element, `${round(Math.max(box.left - left, right - box.right))} px by ${by()}`);
      else if (cutsY && (top < box.top - 3 || bottom > box.bottom + 3))
        say("words cut off", element, `${round(Math.max(box.top - top, bottom - box.bottom))} px high by ${by()}`);
      else if (!svg && at.matches("button, a.button, .button, .tabs label, summary") && !cutsX)
        if (left < box.left - 1 || right > box.right + 1 || top < box.top - 3 || bottom > box.bottom + 3)
          say("words beyond their button", at, `${round(right - left)} px in ${round(box.width)}`);
      if (["auto", "scroll"].includes(style.overflowX) || ["auto", "scroll"].includes(style.overflowY)) break;
    }
    if (!svg && inPlay(element)) lines.push({ element, boxes, hull: words });
  }

  // --- words over words, and in a drawing beside it; a piece with a number may cover the same number
  pairs(drawn, ({ element: one, hull: x }, { element: other, hull: y }) => {
    const svg = one.ownerSVGElement;
    if (svg !== other.ownerSVGElement || one.textContent === other.textContent) return;
    const w = Math.min(x.right, y.right) - Math.max(x.left, y.left);
    const h = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
    const large = boxOf(svg).width / 1132; // of the table at its own size
    if (w > 4 * large && h > 0.4 * Math.min(x.bottom - x.top, y.bottom - y.top))
      say("drawn words over words", one, nameOf(other));
  });
  pairs(lines, (one, other) => {
    if (floating(one.element) !== floating(other.element) || scrolls(one.element) !== scrolls(other.element)) return;
    const over = one.boxes.some((x) =>
      other.boxes.some((y) => {
        const w = Math.min(x.right, y.right) - Math.max(x.left, y.left);
        const h = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
        return w > 2 && h > Math.min(x.height, y.height) * 0.35;
      }),
    );
    if (over) say("words over words", one.element, nameOf(other.element));
  });

  // --- what can be pressed
  const ACTIVE = "a[href], button, input, select, textarea, summary, [role='button']";
  const targets = [];
  for (const element of document.querySelectorAll(ACTIVE)) {
    if (element.disabled || element.closest("[aria-hidden='true'], [inert]") || !inPlay(element)) continue;
    const label = element.matches("input[type='radio'], input[type='checkbox']") ? element.closest("label") : null;
    const shown = label ?? element;
    if (isSeen(shown)) targets.push({ element: shown, hull: boxOf(shown) });
  }
  pairs(targets, ({ element: one, hull: x }, { element: other, hull: y }) => {
    if (one.contains(other) || other.contains(one) || floating(one) !== floating(other)) return;
    if (one.closest(".layer") && other.closest(".layer")) return; // drawn things lie on each other; see below
    if (scrolls(one) !== scrolls(other)) return;
    const w = Math.min(x.right, y.right) - Math.max(x.left, y.left);
    const h = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
    if (w > 2 && h > 2) say("pressed together", one, `${round(w)} x ${round(h)} of ${nameOf(other)}`);
  });

  // --- not below something else, and large enough: as far as a finger finds it, seen or not
  const inText = (element) =>
    element.tagName === "A" &&
    styleOf(element).display === "inline" &&
    [...(element.parentElement?.childNodes ?? [])].some((node) => node !== element && node.textContent?.trim());
  const finds = (element, x, y) => {
    const at = document.elementFromPoint(x, y);
    return at && (element.contains(at) || at.contains(element));
  };
  const extent = (element, x, y, dx, dy) => {
    let far = 0;
    while (far < FINGER && element.contains(document.elementFromPoint(x + dx * (far + 1), y + dy * (far + 1)))) far++;
    return far;
  };
  const large = (selector) =>
    [...document.querySelectorAll(selector)].some(
      (element) => isSeen(element) && boxOf(element).width >= FINGER - 0.5 && boxOf(element).height >= FINGER - 0.5,
    );
  // from top to bottom, so that few have to be scrolled to
  for (const { element } of targets.toSorted((one, other) => one.hull.top - other.hull.top)) {
    const small = touch && !inText(element) && (boxOf(element).width < FINGER - 0.5 || boxOf(element).height < FINGER - 0.5);
    let boxes = [...element.getClientRects()].filter(({ width, height }) => width && height);
    const hit = () =>
      boxes.some((box) =>
        [0.5, 0.25, 0.75, 0.1, 0.9].some((part) =>
          [0.5, 0.25, 0.75].some((down) => finds(element, box.x + box.width * part, box.y + box.height * down)),
        ),
      );
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const inSight = top >= 60 && bottom <= innerHeight - 60 && left >= 0 && right <= width;
    if (small || !inSight || !hit()) {
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      boxes = [...element.getClientRects()].filter(({ width, height }) => width && height);
      if (!hit()) {
        say("can't be pressed, something lies over it", element);
        continue;
      }
    }
    if (!small) continue;
    const box = boxes[0];
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const across = Math.max(box.width, extent(element, x, y, -1, 0) + 1 + extent(element, x, y, 1, 0));
    const down = Math.max(box.height, extent(element, x, y, 0, -1) + 1 + extent(element, x, y, 0, 1));
    // where drawn things lie closer, the bar leads from one to the next, or to one kind alone: see test_web_touch.py
    const led = element.matches(".layer .target") && large("button.next, [data-action][aria-pressed='false']");
    // pieces lie on the drawing as close as they are drawn: the arrows of the large card lead from one to the next; but
    // each has an area of its own in which a fingertip finds it
    const enough = element.matches(".layer .opener.piece") ? LED : FINGER - 1.5;
    if (led) continue;
    if (across < enough || down < enough) say("too small for a finger", element, `${round(across)} x ${round(down)}`);
  }
  scrollTo(0, 0);
  return [...new Set(found)];
}
