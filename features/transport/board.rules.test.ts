import { describe, expect, it } from "vitest";
import { concernsOf, toneOfRow, withPositions, worstFirst } from "./board.rules";
import type { BoardDto, BoardRowDto, ProgressDto } from "./transport.schema";

const CALM: ProgressDto = {
  position: { at: 1000, longitude: 113, latitude: 23, speedKmh: 50 },
  temperature: { value: 5, at: 1000, minimum: 2, maximum: 8, state: "normal" },
  openExceptions: null,
  breach: null,
  nextStop: 1,
  metresLeft: 1000,
  etaAt: 5000,
  delayMinutes: 0,
};

const row = (number: string, progress: Partial<ProgressDto> = {}, values: Partial<BoardRowDto> = {}): BoardRowDto =>
  ({
    ...{ id: Number(number), number, state: "underway", carrier: { id: Number(number), name: number } },
    ...{ stops: [{ plannedArriveAt: null }, { plannedArriveAt: 9000 }], ...values },
    progress: { ...CALM, ...progress },
  }) as BoardRowDto;

const warm = { value: 9, at: 1000, minimum: 2, maximum: 8, state: "above" };
const minor = { count: 1, worstSeverity: "minor", firstId: 1 } as const;

describe("the concerns of a transport", () => {
  it.each<[string, Partial<ProgressDto>, string[], string]>([
    ["nothing", {}, [], "normal"],
    ["out of range", { temperature: warm, breach: { minutes: 0, side: "above" } }, ["outside"], "above"],
    ["soon out of range", { breach: { minutes: 20, side: "below" } }, ["breach"], "warning"],
    ["an exception", { openExceptions: minor }, ["exceptions"], "warning"],
    ["a critical one", { openExceptions: { ...minor, worstSeverity: "critical" } }, ["exceptions"], "critical"],
    ["no temperature", { temperature: null }, ["silent"], "offline"],
    ["an old temperature", { temperature: { ...warm, state: "stale" } }, ["silent"], "offline"],
    ["hardly late", { delayMinutes: 15 }, [], "normal"],
    ["late", { delayMinutes: 16 }, ["late"], "warning"],
    ["early", { delayMinutes: -60 }, [], "normal"],
    ["no plan", { delayMinutes: null }, [], "normal"],
  ])("with %s", (_, progress, concerns, tone) => {
    expect([...concernsOf(row("1", progress))]).toEqual(concerns);
    expect(toneOfRow(row("1", progress))).toBe(tone);
  });

  it("no longer include being late once it has arrived", () => {
    expect([...concernsOf(row("1", { delayMinutes: 60 }, { state: "arrived" }))]).toEqual([]);
  });
});

describe("the order of the board", () => {
  it("puts the worst first, and among equals the most urgent", () => {
    const rows = [
      row("1"),
      row("2", { etaAt: 4000 }),
      row("3", { delayMinutes: 30 }),
      row("4", { delayMinutes: 90 }),
      row("5", { temperature: null }),
      row("6", { openExceptions: minor }),
      row("7", { breach: { minutes: 40, side: "above" } }),
      row("8", { breach: { minutes: 10, side: "above" } }),
      row("9", { temperature: warm }),
      row("10", { openExceptions: { ...minor, worstSeverity: "critical" } }),
      row("11", { etaAt: null }),
    ];
    const order = worstFirst(rows).map(({ number }) => number);
    expect(order).toEqual(["10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "11"]);
    expect(worstFirst(rows.toReversed()).map(({ number }) => number)).toEqual(order);
  });
});

describe("newer positions", () => {
  const board: BoardDto = { items: [row("1"), row("2")], total: 2, now: 2000 };
  const moved = { carrierId: 1, at: 1500, longitude: 114, latitude: 24, speedKmh: 60, course: 90 };

  it("move their transport, and leave the others as they are", () => {
    const next = withPositions(board, [{ ...moved, at: 1200 }, moved]);
    expect(next.items[0]?.progress.position).toEqual({ at: 1500, longitude: 114, latitude: 24, speedKmh: 60 });
    expect(next.items[1]).toBe(board.items[1]);
  });

  it("change nothing when they are older or of another carrier, unless they are restated", () => {
    expect(
      withPositions(board, [
        { ...moved, at: 900 },
        { ...moved, carrierId: 3 },
      ]),
    ).toBe(board);
    expect(withPositions(board, [{ ...moved, at: 900, isRestated: true }]).items[0]?.progress.position?.at).toBe(900);
  });
});
