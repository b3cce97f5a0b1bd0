// Cards: taken, drawn, played, laid out and put away; and the coins that pay for a pair.
import { center, shifted, type Box } from "../../../app/drawing/geometry";
import { atBox, type Pose, changed, without } from "../../../table/motion/script";
import { SLAB_AT, TABLE } from "../board/table";
import { cardColor } from "../pieces/cards";
import { onMarket, onSeat } from "./patches";
import type { Tale } from "./tale";

const CARD = 420; // ms
const MIDDLE: Pose = { x: TABLE.w / 2, y: 399, scale: 1.5 };

export function getCard(tale: Tale, seat: number, card: string | null, place: number | null): void {
  const { w } = tale;
  const red = card !== null && cardColor(card) === "red";
  const box = place === null ? tale.pile("draw_pile") : tale.market(place);
  const start = w.begin("card", 160);
  const from = atBox(box, cardWidth(box));
  if (place !== null) w.patch(start, onMarket(place, null));
  else if (tale.events[tale.index]?.kind === "card_drawn")
    w.patch(start, (view) => ({ ...view, draw_pile: Math.max(0, view.draw_pile - 1) }));
  const wide = box.w > box.h;
  w.mark(box);
  if (red) {
    flyCard(tale, card, start, CARD, [from, MIDDLE], wide);
    layCard(tale, card, start + CARD);
    w.step(start, start + CARD + 250);
    return;
  }
  const to = tale.seat(seat, 0.34);
  flyCard(tale, card, start, CARD, [from, { ...to, alpha: 0.6 }], wide);
  w.patch(
    start + CARD,
    onSeat(seat, (own) =>
      card === null || liesFaceDown(tale, seat, card)
        ? { ...own, face_down: own.face_down + 1 }
        : { ...own, hand: [...own.hand, card] },
    ),
  );
  w.step(start, start + CARD);
}

// Everybody sees what is taken, but nobody what lies before another player afterwards (N18).
function liesFaceDown({ view }: Tale, seat: number, card: string): boolean {
  return view.face_down && seat !== view.seat && card !== "cargo_sled";
}

export function drawToLook(tale: Tale, seat: number, count: number): void {
  const { w } = tale;
  const from = atBox(tale.pile("draw_pile"), 66);
  for (let number = 0; number < count; number += 1) {
    const start = w.begin("look", 90);
    flyCard(tale, null, start, CARD, [from, { ...tale.seat(seat, 0.34), alpha: 0.5 }]);
    w.patch(start, (view) => ({ ...view, draw_pile: Math.max(0, view.draw_pile - 1) }));
    w.step(start, start + CARD);
  }
  if (!count) w.silent();
  w.mark(tale.pile("draw_pile"));
}

export function playCard(tale: Tale, seat: number, card: string | null): void {
  const { w } = tale;
  w.close();
  const start = w.begin("play", 0);
  const name = card ?? "";
  w.patch(
    start,
    onSeat(seat, (own) =>
      own.hand.includes(name)
        ? { ...own, hand: without(own.hand, name) }
        : { ...own, face_down: Math.max(0, own.face_down - 1) },
    ),
  );
  flyCard(tale, card, start, CARD, [tale.seat(seat, 0.34), MIDDLE]);
  // others need time to read it
  const read = seat === tale.view.seat ? 150 : 700;
  w.step(start, start + CARD + read);
  if (card) layCard(tale, card, start + CARD);
  w.mark({ x: MIDDLE.x - 50, y: MIDDLE.y - 75, w: 100, h: 150 });
}

export function showCard(tale: Tale, seat: number, card: string | null): void {
  const { w } = tale;
  const start = w.begin("shown", 160);
  const from = tale.seat(seat, 0.34);
  const to = { ...MIDDLE, x: MIDDLE.x - 300 + 200 * seat, scale: 0.9 };
  flyCard(tale, card, start, 700, [from, to, to, { ...to, alpha: 0 }]);
  w.step(start, start + 420);
}

/** It lies in the middle until what it does is done. */
function layCard(tale: Tale, card: string, since: number): void {
  dropCard(tale);
  tale.card = { card, since };
}

export function dropCard(tale: Tale): void {
  if (!tale.card) return;
  const { card, since } = tale.card;
  const until = Math.max(since + 260, tale.w.free);
  flyCard(tale, card, since, until - since, [{ ...MIDDLE }, { ...MIDDLE }]);
  tale.w.fly({
    piece: { is: "card", card },
    start: until,
    time: 220,
    way: [MIDDLE, { ...MIDDLE, scale: 1.6, alpha: 0 }],
    ease: "out",
    extra: true,
  });
  tale.card = null;
}

export function discardCard(tale: Tale, card: string | null, place: number | null): void {
  const { w } = tale;
  const box = place === null ? null : tale.market(place);
  const held = !box && tale.card?.card === card ? tale.card : null;
  if (held) tale.card = null;
  const start = w.begin("discard", 80);
  const from = box ? atBox(box, cardWidth(box)) : MIDDLE;
  if (held && start > held.since) flyCard(tale, card, held.since, start - held.since, [from, from]);
  if (place !== null) w.patch(start, onMarket(place, null));
  const pile = tale.pile("discard_pile");
  const faded = held || box ? from : { ...from, alpha: 0.2 };
  flyCard(
    tale,
    card,
    start,
    380,
    [faded, { ...center(pile), scale: pile.w / 66, turn: 5 }],
    Boolean(box && box.w > box.h),
  );
  if (card) w.patch(start + 380, (view) => ({ ...view, discard_pile: [...view.discard_pile, card] }));
  w.step(start, start + 380);
}

export function dealCard(tale: Tale, card: string | null, place: number): void {
  const { w } = tale;
  const start = w.begin("deal", 110);
  const box = tale.market(place);
  const from = atBox(tale.pile("draw_pile"), 66);
  const to = atBox(box, cardWidth(box));
  const half = 190;
  w.patch(start, (view) => ({ ...view, draw_pile: Math.max(0, view.draw_pile - 1) }));
  if (card === null) flyCard(tale, null, start, 2 * half, [from, atBox(box, 66)]);
  else {
    // turned over on the way
    const between = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 18, scale: (from.scale + to.scale) / 2 };
    const edge = { ...between, wide: 0.04 };
    w.fly({ piece: { is: "card", card: null }, start, time: half, way: [from, edge], ease: "linear" });
    const piece = { is: "card", card, wide: box.w > box.h } as const;
    w.fly({ piece, start: start + half, time: half, way: [edge, to], ease: "out" });
  }
  w.patch(start + 2 * half, onMarket(place, card ?? "down"));
  w.step(start, start + 2 * half);
  w.mark(box);
}

export function shufflePile(tale: Tale, count: number): void {
  const { w } = tale;
  w.close();
  const [from, to] = [atBox(tale.pile("discard_pile"), 66), atBox(tale.pile("draw_pile"), 66)];
  let end = 0;
  for (let card = 0; card < 4; card += 1) {
    const start = w.begin("shuffle", 70);
    end = start + 360;
    flyCard(tale, null, start, 360, [from, to]);
    if (card === 0) w.patch(start, (view) => ({ ...view, discard_pile: [] }));
    w.step(start, end);
  }
  w.patch(end, (view) => ({ ...view, draw_pile: count }));
}

export function payCoin(tale: Tale, seat: number): void {
  const { w } = tale;
  const { market } = tale.view;
  const start = w.begin("pay", 120);
  const coins = market.coins[seat] ?? 1;
  const step = Math.min(27, 54 / Math.max(1, ...market.coins));
  const row = Math.min(37, 148 / Math.max(1, market.coins.length));
  const at = shifted({ x: 253 + (coins - 1) * step, y: 83 + seat * row }, SLAB_AT.market);
  const stall = { x: SLAB_AT.market.x + 108, y: SLAB_AT.market.y + 139 };
  w.patch(start, (view) => ({
    ...view,
    market: { ...view.market, coins: changed(view.market.coins, seat, (left) => Math.max(0, left - 1)) },
  }));
  w.fly({
    piece: { is: "copper" },
    start,
    time: 460,
    way: [
      { ...at, scale: 0.75 },
      { ...stall, scale: 1 },
      { ...stall, scale: 0.6, alpha: 0 },
    ],
    ease: "out",
    arc: 24,
  });
  w.step(start, start + 380);
}

function flyCard(
  tale: Tale,
  card: string | null,
  start: number,
  time: number,
  way: Pose[],
  wide = false,
  extra = false,
): void {
  tale.w.fly({ piece: { is: "card", card, wide }, start, time, way, ease: "in-out", arc: 26, extra });
}

function cardWidth(card: Box): number {
  return card.w > card.h ? 78 : 66;
}
