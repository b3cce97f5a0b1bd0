// Runs before the client: notes what tests wait for. Nothing here changes what the client does.
(() => {
  const seen = { table: null, tables: [], sent: [], asking: 0, named: [], socket: null };
  Object.defineProperty(window, "__seen", { value: seen });
  document.addEventListener("securitypolicyviolation", (event) =>
    console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
  );
  const ask = window.fetch;
  window.fetch = (...given) => {
    seen.asking += 1;
    return ask(...given).finally(() => setTimeout(() => (seen.asking -= 1)));
  };
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  // The page is there, has what it asked for, and shows it.
  window.__settled = async () => {
    for (let calm = 0; calm < 3; ) {
      await frame();
      const there = document.querySelector("main:not([aria-busy='true']) h1");
      calm = there && !seen.asking && document.readyState === "complete" ? calm + 1 : 0;
    }
    await document.fonts.ready;
    await Promise.all(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < 5000).map(({ finished }) => finished.catch(() => 0)));
  };
  // Fails after so many milliseconds, and says what the page is waiting for.
  window.__late = (time) =>
    new Promise((_, late) =>
      setTimeout(() => {
        const there = document.querySelector("main")?.textContent.trim().slice(0, 80);
        const moves = document.getAnimations().map(({ effect }) => effect.target?.outerHTML.slice(0, 80));
        late(new Error(`never calm: ${JSON.stringify([there, seen.asking, document.readyState, moves])}`));
      }, time),
    );
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      seen.socket = this;
      this.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.type !== "table") return;
        seen.table = message;
        seen.tables.push(data);
      });
    }
    send(data) {
      seen.sent.push(data);
      super.send(data);
    }
  };

  const shown = (element) =>
    !element.disabled &&
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    element.getBoundingClientRect().width > 0;

  // What may be pressed to go on: what glows, the actions of a turn, the gold button.
  const KINDS = [
    ["curtain", ".curtain button.gold"],
    ["gold", "section.bar button.gold, .confirm button.gold"],
    ["glow", "main [data-key]:not([tabindex='-1'])"],
    ["word", "main [data-move]"],
    ["action", "section.bar button.act:not(.tool, .back)"],
    ["more", "section.bar button.plain"],
  ];
  window.__choices = () => {
    const found = new Map();
    for (const [kind, selector] of KINDS)
      for (const element of document.querySelectorAll(selector))
        if (!found.has(element) && shown(element)) found.set(element, { kind, element });
    return [...found.values()];
  };
  // A point of the element where it is on top.
  window.__spot = async (element) => {
    element.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
    await frame();
    const box = element.getBoundingClientRect();
    for (const down of [0.5, 0.3, 0.7, 0.1, 0.9])
      for (const along of [0.5, 0.3, 0.7, 0.1, 0.9, 0.02, 0.98]) {
        const [x, y] = [box.x + box.width * along, box.y + box.height * down];
        const hit = document.elementFromPoint(x, y);
        if (hit && element.contains(hit)) return { x, y };
      }
    return null;
  };
  window.__keyOf = (element) => element.dataset.key ?? element.dataset.move ?? "";
  const looks = ({ classList }) => [...classList].filter((name) => name !== "looked"); // the pointer or the focus is there
  const keyOf = ({ kind, element }) =>
    `${kind} ${element.dataset.key ?? element.dataset.move ?? ""} ${element.textContent} ${looks(element)} ${element.getAttribute("aria-pressed")}`;
  window.__state = () =>
    JSON.stringify([seen.table?.entries, seen.table?.over, ...window.__choices().map(keyOf), !!document.querySelector("dialog[open]")]);
  // What can be pressed has been the same for a few frames: nothing is about to take its place.
  window.__calm = async () => {
    let last = null;
    const until = performance.now() + 30_000;
    for (let same = 0; same < 3; ) {
      await frame();
      if (performance.now() > until) throw new Error("the page does not become calm");
      const now = window.__state();
      same = now === last && !document.querySelector("[aria-busy='true']") ? same + 1 : 0;
      last = now;
    }
    return last;
  };
  // Frame by frame until something holds; null if it never does.
  const until = async (holds, time) => {
    for (const end = performance.now() + time; performance.now() < end; await frame()) {
      const found = holds();
      if (found !== null) return found;
    }
    return null;
  };
  // There is something to press, or nothing any more since the game is over.
  window.__asked = async (time) => {
    const found = await until(() => (window.__over() ? 0 : window.__mine() && window.__choices().length ? 1 : null), time);
    if (found === null) throw new Error(`nobody is asked: ${document.querySelector("main")?.textContent.slice(0, 200)}`);
    return found;
  };
  // The page is not in that state any more, and goes on; how many entries the game has then.
  window.__gone = (before, time) =>
    until(
      () =>
        window.__state() !== before && (window.__over() || !window.__mine() || window.__choices().length > 0)
          ? seen.table.entries
          : null,
      time,
    );
  // Names only: a handle for each element would take longer than all else that a test does.
  window.__named = () => {
    const found = window.__choices();
    seen.named = found.map(({ element }) => element);
    return found.map(({ kind, element }) => `${kind} ${window.__keyOf(element)}`);
  };
  // The key that leads to an element, or chooses it.
  window.__keyTo = (element) => {
    const now = document.activeElement ?? document.body;
    if (now === element) return "Enter";
    return now.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING && now !== document.body ? "Shift+Tab" : "Tab";
  };
  window.__focusWrong = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (!element.matches(":focus-visible") || outlineStyle === "none" || outlineWidth === "0px") return "the focus does not show";
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return "it is out of sight";
    return (element.ariaLabel ?? element.textContent).trim() ? "" : "it has no name";
  };
  window.__over = () => seen.table?.over === true;
  window.__mine = () =>
    !!seen.table && !seen.table.over && seen.table.view.decider !== null && seen.table.seats.includes(seen.table.view.decider);
})();
