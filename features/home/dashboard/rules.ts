import { AppError, type Issue } from "@/lib/errors";

export type Box = { x: number; y: number; w: number; h: number };

/** The grid: so many columns, and so many rows at most. */
export const COLUMNS = 12;
export const ROWS = 200;
/** A card is at least so wide and high, and at most so high. */
export const LEAST = { w: 2, h: 2 } as const;
export const MOST_HIGH = 12;
/** So many cards stand on a dashboard, and so many dashboards somebody has. */
export const MAXIMUM_CARDS = 24;
export const MAXIMUM_DASHBOARDS = 20;
/** So many carriers are drawn in one chart. */
export const MAXIMUM_CARRIERS = 4;
/** The hours that a chart shows. */
export const CHART_HOURS = [6, 24, 168] as const;
/** So many lines a card lists. */
export const LISTED = 20;

/** Whether two cards cover a common field of the grid. */
export const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** In the order in which they are read: by rows, from the left. */
export const inOrder = <C extends Box>(cards: readonly C[]): C[] => cards.toSorted((a, b) => a.y - b.y || a.x - b.x);

/**
 * The cards without overlaps and without empty rows above them: each goes up as far as it can, those that stand higher
 * first. A card named by `first` goes before others of its row, so that it pushes them and not they it.
 */
export function compactCards<C extends Box & { id: string }>(cards: readonly C[], first?: string): C[] {
  const placed: C[] = [];
  const queue = cards.toSorted((a, b) => a.y - b.y || Number(b.id === first) - Number(a.id === first) || a.x - b.x);
  for (const card of queue) {
    let next = { ...card, x: Math.min(card.x, COLUMNS - card.w) };
    const hit = (box: Box) => placed.find((other) => overlaps(other, box));
    for (let other = hit(next); other; other = hit(next)) next = { ...next, y: other.y + other.h };
    while (next.y > 0 && !hit({ ...next, y: next.y - 1 })) next = { ...next, y: next.y - 1 };
    placed.push(next);
  }
  const byId = new Map(placed.map((card) => [card.id, card]));
  return cards.map((card) => byId.get(card.id) ?? card);
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The direction that an arrow key names. */
export type Direction = "left" | "right" | "up" | "down";

/**
 * Moves a card by one field to a side; up and down it changes places with what stands there, for by one row it would
 * only fall back. What is in its way makes room.
 */
export function moveCard<C extends Box & { id: string }>(cards: readonly C[], id: string, to: Direction): C[] {
  const card = cards.find((one) => one.id === id);
  if (!card) return [...cards];
  const put = (places: ReadonlyMap<string, Partial<Box>>) => cards.map((one) => ({ ...one, ...places.get(one.id) }));
  if (to === "left" || to === "right") {
    const x = clamp(card.x + (to === "left" ? -1 : 1), 0, COLUMNS - card.w);
    return compactCards(put(new Map([[id, { x }]])), id);
  }
  const column = cards.filter((one) => one.id !== id && one.x < card.x + card.w && card.x < one.x + one.w);
  if (to === "up") {
    const above = column.filter(({ y, h }) => y + h === card.y);
    const y = Math.min(card.y, ...above.map((one) => one.y));
    return compactCards(put(new Map([[id, { y }]])), id);
  }
  const below = column.filter(({ y }) => y === card.y + card.h);
  const y = card.y + Math.max(0, ...below.map(({ h }) => h));
  return compactCards(
    put(new Map([[id, { y }], ...below.map((one) => [one.id, { y: card.y }] as const)])),
    below[0]?.id,
  );
}

/** Makes a card larger or smaller by whole fields, within the grid and the least size. */
export function sizeCard<C extends Box & { id: string }>(
  cards: readonly C[],
  id: string,
  by: { w: number; h: number },
): C[] {
  return compactCards(
    cards.map((one) =>
      one.id === id
        ? { ...one, w: clamp(one.w + by.w, LEAST.w, COLUMNS - one.x), h: clamp(one.h + by.h, LEAST.h, MOST_HIGH) }
        : one,
    ),
    id,
  );
}

/** Puts a card one place earlier (-1) or later (1) in the order of reading: it changes places with its neighbour. */
export function shiftCard<C extends Box & { id: string }>(cards: readonly C[], id: string, by: -1 | 1): C[] {
  const order = inOrder(cards);
  const at = order.findIndex((one) => one.id === id);
  const [card, other] = [order[at], order[at + by]];
  if (!card || !other) return [...cards];
  const [upper, lower] = by < 0 ? [other, card] : [card, other];
  const places = new Map([
    [lower.id, { x: Math.min(upper.x, COLUMNS - lower.w), y: upper.y }],
    [
      upper.id,
      { x: Math.min(lower.x, COLUMNS - upper.w), y: Math.max(lower.y, upper.y + (lower.x === upper.x ? lower.h : 0)) },
    ],
  ]);
  return compactCards(
    cards.map((one) => ({ ...one, ...places.get(one.id) })),
    lower.id,
  );
}

/** Where a new card of this size stands: the first free place, in the order of reading. */
export function freePlace(cards: readonly Box[], { w, h }: Pick<Box, "w" | "h">): Box {
  const bottom = Math.max(0, ...cards.map((card) => card.y + card.h));
  for (let y = 0; y < bottom; y += 1)
    for (let x = 0; x + w <= COLUMNS; x += 1)
      if (!cards.some((card) => overlaps(card, { x, y, w, h }))) return { x, y, w, h };
  return { x: 0, y: bottom, w, h };
}

/** An id that none of the cards has. */
export function freeId(cards: readonly { id: string }[]): string {
  let number = cards.length + 1;
  while (cards.some(({ id }) => id === `c${number}`)) number += 1;
  return `c${number}`;
}

/** Refuses one dashboard more than somebody may have. */
export function assertRoom(count: number): void {
  if (count < MAXIMUM_DASHBOARDS) return;
  const message = `at most ${MAXIMUM_DASHBOARDS} dashboards`;
  const issue: Issue = { path: "name", rule: "too_big", message, limit: MAXIMUM_DASHBOARDS, unit: "items" };
  throw new AppError("INVALID", message, { issues: [issue] });
}

/** Refuses to save over what was saved meanwhile, as in another window. */
export function assertRevision(stored: number, known: number): void {
  if (stored === known) return;
  throw new AppError("CONFLICT", "the dashboard was saved elsewhere meanwhile");
}
