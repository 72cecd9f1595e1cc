import { AppError, type Issue } from "@/lib/errors";

export type Box = { x: number; y: number; w: number; h: number };

/** Columns of the grid, and maximum rows. */
export const COLUMNS = 12;
export const ROWS = 200;
/** Minimum width and height of a card, and maximum height. */
export const LEAST = { w: 2, h: 2 } as const;
export const MOST_HIGH = 12;
/** Maximum cards per dashboard, and dashboards per account. */
export const MAXIMUM_CARDS = 24;
export const MAXIMUM_DASHBOARDS = 20;
/** Maximum carriers per chart. */
export const MAXIMUM_CARRIERS = 4;
/** Chart spans offered, in hours. */
export const CHART_HOURS = [6, 24, 168] as const;
/** Maximum rows per list card. */
export const LISTED = 20;

/** Whether two cards overlap. */
export const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** The cards in reading order: by rows, from the left. */
export const inOrder = <C extends Box>(cards: readonly C[]): C[] => cards.toSorted((a, b) => a.y - b.y || a.x - b.x);

/**
 * Compacts the grid: removes overlaps and empty rows by moving each card up as far as possible, topmost first. The card
 * `first` precedes others of its row, so that it displaces them.
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

/** The directions of the arrow keys. */
export type Direction = "left" | "right" | "up" | "down";

/**
 * Moves a card by one cell sideways. Up and down, it swaps with its neighbours, because a move by one row would be
 * undone by compaction. Overlapping cards are displaced.
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

/** Resizes a card by whole cells, within the grid and the minimum size. */
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

/** Moves a card one position earlier (-1) or later (1) in reading order by swapping it with its neighbour. */
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

/** The position of a new card of this size: the first free one in reading order. */
export function freePlace(cards: readonly Box[], { w, h }: Pick<Box, "w" | "h">): Box {
  const bottom = Math.max(0, ...cards.map((card) => card.y + card.h));
  for (let y = 0; y < bottom; y += 1)
    for (let x = 0; x + w <= COLUMNS; x += 1)
      if (!cards.some((card) => overlaps(card, { x, y, w, h }))) return { x, y, w, h };
  return { x: 0, y: bottom, w, h };
}

/** An unused card id. */
export function freeId(cards: readonly { id: string }[]): string {
  let number = cards.length + 1;
  while (cards.some(({ id }) => id === `c${number}`)) number += 1;
  return `c${number}`;
}

/** Throws INVALID if the account already has the maximum number of dashboards. */
export function assertRoom(count: number): void {
  if (count < MAXIMUM_DASHBOARDS) return;
  const message = `at most ${MAXIMUM_DASHBOARDS} dashboards`;
  const issue: Issue = { path: "name", rule: "too_big", message, limit: MAXIMUM_DASHBOARDS, unit: "items" };
  throw new AppError("INVALID", message, { issues: [issue] });
}
