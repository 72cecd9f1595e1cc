import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import {
  assertRoom,
  COLUMNS,
  compactCards,
  freeId,
  freePlace,
  inOrder,
  LEAST,
  MAXIMUM_DASHBOARDS,
  MOST_HIGH,
  moveCard,
  overlaps,
  shiftCard,
  sizeCard,
} from "./rules";
import { Card, cardsOf, starterCards } from "./schema";

type Box = { id: string; x: number; y: number; w: number; h: number };
const box = (id: string, x: number, y: number, w: number, h: number): Box => ({ id, x, y, w, h });
const at = (cards: readonly Box[], id: string) => {
  const { x, y, w, h } = cards.find((one) => one.id === id) as Box;
  return [x, y, w, h];
};

const boxes = fc
  .array(
    fc.record({
      w: fc.integer({ min: LEAST.w, max: COLUMNS }),
      h: fc.integer({ min: LEAST.h, max: MOST_HIGH }),
      x: fc.integer({ min: 0, max: COLUMNS - LEAST.w }),
      y: fc.integer({ min: 0, max: 60 }),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map((one, index) => ({ ...one, id: `c${index}` })));

/** Every card is on the grid, overlaps no other, and cannot move further up. */
function expectSettled(cards: readonly Box[]) {
  for (const card of cards) {
    expect(card.x).toBeGreaterThanOrEqual(0);
    expect(card.x + card.w).toBeLessThanOrEqual(COLUMNS);
    const others = cards.filter(({ id }) => id !== card.id);
    expect(others.some((other) => overlaps(card, other))).toBe(false);
    expect(card.y === 0 || others.some((other) => overlaps({ ...card, y: card.y - 1 }, other))).toBe(true);
  }
}

describe("settle", () => {
  it("leaves no overlap and no gap, keeps sizes and order of the list, and changes nothing more", () => {
    fc.assert(
      fc.property(boxes, (cards) => {
        const settled = compactCards(cards);
        expectSettled(settled);
        expect(settled.map(({ id, w, h }) => [id, w, h])).toEqual(cards.map(({ id, w, h }) => [id, w, h]));
        expect(compactCards(settled)).toEqual(settled);
      }),
    );
  });

  it("pushes others out of the way of the one named first", () => {
    const cards = [box("a", 0, 0, 6, 2), box("b", 3, 0, 6, 2)];
    expect(at(compactCards(cards, "b"), "b")).toEqual([3, 0, 6, 2]);
    expect(at(compactCards(cards, "a"), "b")).toEqual([3, 2, 6, 2]);
  });
});

describe("arranging", () => {
  it("keeps the cards settled whatever is done", () => {
    const actions = fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 11 }),
        fc.constantFrom("left", "right", "up", "down", "wider", "lower", "sooner", "later"),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(boxes, actions, (cards, steps) => {
        let now: Box[] = compactCards(cards);
        for (const [index, action] of steps) {
          const id = `c${index}`;
          if (action === "wider") now = sizeCard(now, id, { w: 1, h: 0 });
          else if (action === "lower") now = sizeCard(now, id, { w: 0, h: -1 });
          else if (action === "sooner") now = shiftCard(now, id, -1);
          else if (action === "later") now = shiftCard(now, id, 1);
          else now = moveCard(now, id, action);
          expectSettled(now);
        }
        expect(now).toHaveLength(cards.length);
      }),
    );
  });

  const board = [box("a", 0, 0, 12, 2), box("b", 0, 2, 6, 4), box("c", 6, 2, 6, 3)];

  it("moves down by changing places with what stands below, and up again", () => {
    const down = moveCard(board, "a", "down");
    expect(at(down, "b")).toEqual([0, 0, 6, 4]);
    expect(at(down, "a")).toEqual([0, 4, 12, 2]);
    expect(at(moveCard(down, "a", "up"), "a")).toEqual([0, 0, 12, 2]);
  });

  it("stays within the grid", () => {
    expect(at(moveCard(board, "a", "right"), "a")).toEqual([0, 0, 12, 2]);
    expect(at(moveCard(board, "a", "up"), "a")).toEqual([0, 0, 12, 2]);
    expect(at(sizeCard(board, "c", { w: 1, h: 0 }), "c")).toEqual([6, 2, 6, 3]);
    expect(at(sizeCard(board, "a", { w: 0, h: -1 }), "a")).toEqual([0, 0, 12, LEAST.h]);
  });

  it("shifts a card by one place in the order of reading", () => {
    expect(inOrder(shiftCard(board, "b", -1)).map(({ id }) => id)).toEqual(["b", "c", "a"]);
    expect(shiftCard(board, "a", -1)).toEqual(board);
  });

  it("finds room and an id for a new card", () => {
    expect(freePlace(board, { w: 6, h: 2 })).toEqual({ x: 6, y: 5, w: 6, h: 2 });
    expect(freePlace([box("a", 0, 0, 6, 2), box("b", 0, 2, 12, 2)], { w: 6, h: 2 })).toEqual({
      x: 6,
      y: 0,
      w: 6,
      h: 2,
    });
    expect(freeId([{ id: "c3" }, { id: "c1" }])).toBe("c4");
  });
});

describe("what is stored", () => {
  it("starts with cards that the schema takes and that are settled", () => {
    const cards = starterCards();
    for (const card of cards) expect(Card.safeParse(card).success).toBe(true);
    expectSettled(cards);
  });

  it("loses a card that does not fit, and no other", () => {
    const [good, other] = starterCards();
    const broken = { ...other, show: { kind: "weather" } };
    expect(cardsOf({ cards: [broken, good, { ...good }] }).map(({ id }) => id)).toEqual([good?.id]);
    expect(cardsOf(null)).toEqual([]);
  });

  it.each([
    ["beyond the grid", { x: 8, w: 6 }],
    ["too small", { w: 1 }],
    ["too high", { h: MOST_HIGH + 1 }],
    ["without carriers", { show: { kind: "chart", carrierIds: [], measure: "temperature" } }],
    ["with other hours", { show: { kind: "chart", carrierIds: [1], measure: "temperature", hours: 5 } }],
  ])("takes no card %s", (_, change) => {
    expect(Card.safeParse({ ...starterCards()[1], ...change }).success).toBe(false);
  });

  it("refuses one too many", () => {
    expect(() => assertRoom(MAXIMUM_DASHBOARDS - 1)).not.toThrow();
    expect(() => assertRoom(MAXIMUM_DASHBOARDS)).toThrow(AppError);
  });
});
