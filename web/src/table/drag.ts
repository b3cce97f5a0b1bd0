// Dragging with a mouse or pen: from something that may be moved to one of the targets. Fingers tap instead.

export interface Drag {
  begin: () => void; // once it moves
  over: (key: string | null, x: number, y: number) => void;
  drop: (key: string | null) => void;
}

const SLACK = 8; // pixels

export function drag(event: PointerEvent, { begin, over, drop }: Drag): void {
  if (event.pointerType === "touch" || event.button !== 0) return;
  const { clientX: x, clientY: y } = event;
  let moving = false;

  const keyAt = (at: PointerEvent) =>
    document
      .elementsFromPoint(at.clientX, at.clientY)
      .map((element) => element.closest<HTMLElement>("[data-key]")?.dataset["key"])
      .find((key) => key) ?? null;
  const move = (to: PointerEvent) => {
    if (!moving && Math.hypot(to.clientX - x, to.clientY - y) < SLACK) return;
    if (!moving) {
      moving = true;
      begin();
    }
    over(keyAt(to), to.clientX, to.clientY);
  };
  const end = (to: PointerEvent) => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", end);
    if (!moving) return;
    // the click that follows belongs to the drag
    const swallow = (click: Event) => click.stopPropagation();
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
    drop(to.type === "pointerup" ? keyAt(to) : null);
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
}
