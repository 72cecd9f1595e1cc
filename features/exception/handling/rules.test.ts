import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REASON_CODES } from "@/db/seed/reasons";
import { AppError } from "@/lib/errors";
import { type Action, assertMay, barOf, type Life, refusal, SUGGESTED_CAUSES } from "./rules";
import { AcknowledgeBatchInput, AcknowledgeInput, HandleInput } from "./schema";

const AT = "2026-11-20T08:00:00.000Z";
const OPEN: Life = {
  endedAt: null,
  acknowledgedAt: null,
  withdrawnAt: null,
  removedAt: null,
  status: "unprocessed",
  isClosed: false,
};
const CLEARED: Life = { ...OPEN, endedAt: AT };

const STATES: Record<string, Life> = {
  open: OPEN,
  "open, acknowledged": { ...OPEN, acknowledgedAt: AT },
  "open, processed": { ...OPEN, status: "processed" },
  cleared: CLEARED,
  "cleared, processed": { ...CLEARED, status: "processed" },
  closed: { ...CLEARED, acknowledgedAt: AT, status: "processed", isClosed: true },
  deleted: { ...CLEARED, removedAt: AT },
  "deleted, processed": { ...CLEARED, status: "processed", removedAt: AT },
  "withdrawn while open": { ...OPEN, withdrawnAt: AT },
  "withdrawn after the end": { ...CLEARED, withdrawnAt: AT, status: "processed" },
};

const ACTIONS: Action[] = ["acknowledge", "handle", "reopen", "close", "remove"];

describe("the life of an exception", () => {
  it.each([
    ["open", [null, null, "unprocessed", "ongoing", "ongoing"]],
    ["open, acknowledged", ["acknowledged", null, "unprocessed", "ongoing", "ongoing"]],
    ["open, processed", [null, "processed", null, "ongoing", "ongoing"]],
    ["cleared", [null, null, "unprocessed", "unprocessed", null]],
    ["cleared, processed", [null, "processed", null, null, null]],
    ["closed", ["acknowledged", "closed", null, "closed", null]],
    ["deleted", ["removed", "removed", "removed", "removed", "removed"]],
    ["deleted, processed", ["removed", "removed", "removed", "removed", "removed"]],
    ["withdrawn while open", ["withdrawn", "withdrawn", "withdrawn", "withdrawn", null]],
    ["withdrawn after the end", ["withdrawn", "withdrawn", "withdrawn", "withdrawn", null]],
  ])("%s: acknowledge, handle, reopen, close, remove are barred by %j", (name, bars) => {
    expect(ACTIONS.map((action) => barOf(action, STATES[name] as Life))).toEqual(bars);
  });

  const life = fc.record<Life>({
    endedAt: fc.constantFrom(null, AT),
    acknowledgedAt: fc.constantFrom(null, AT),
    withdrawnAt: fc.constantFrom(null, AT),
    removedAt: fc.constantFrom(null, AT),
    status: fc.constantFrom("unprocessed", "processed"),
    isClosed: fc.boolean(),
  });

  it("lets nobody touch what was withdrawn, nor close or remove what goes on", () => {
    fc.assert(
      fc.property(life, (state) => {
        if (state.withdrawnAt !== null)
          for (const action of ACTIONS.slice(0, 4)) expect(barOf(action, state)).not.toBeNull();
        if (state.endedAt === null) expect(barOf("close", state)).not.toBeNull();
        if (state.endedAt === null && state.withdrawnAt === null) expect(barOf("remove", state)).toBe("ongoing");
      }),
    );
  });

  it("never allows handling and going back at once", () => {
    fc.assert(
      fc.property(life, (state) => {
        expect(barOf("handle", state) === null && barOf("reopen", state) === null).toBe(false);
      }),
    );
  });
});

describe("refusals", () => {
  it("names the row, the field and the rule", () => {
    const row = { ...OPEN, acknowledgedAt: AT, id: 7, label: "Fridge 3" };
    expect(thrownBy(() => assertMay("acknowledge", [{ path: "id", row }]))).toMatchObject({
      code: "CONFLICT",
      message: "id: exception 7 (Fridge 3): the exception is already acknowledged",
      details: { issues: [{ path: "id", rule: "acknowledged" }] },
    });
  });

  it("names every refused row of a batch at its place", () => {
    const rows = [OPEN, { ...OPEN, withdrawnAt: AT }, { ...OPEN, acknowledgedAt: AT }];
    const targets = rows.map((life, index) => ({ path: `ids.${index}`, row: { ...life, id: index, label: "A" } }));
    expect(thrownBy(() => assertMay("acknowledge", targets)).details.issues).toMatchObject([
      { path: "ids.1", rule: "withdrawn" },
      { path: "ids.2", rule: "acknowledged" },
    ]);
  });

  it("says nothing to what is allowed", () => {
    const row = { ...CLEARED, status: "processed" as const, id: 7, label: "A" };
    expect(() => assertMay("close", [{ path: "id", row }])).not.toThrow();
  });

  it.each([
    [refusal.recordNotFound(9), "NOT_FOUND", "id: exception record 9 not found"],
    [refusal.deviceNotFound(9), "NOT_FOUND", "deviceId: associated device 9 not found"],
    [refusal.carrierNotFound(9), "NOT_FOUND", "carrierId: carrier 9 not found"],
    [refusal.reasonNotFound(9), "INVALID", "reasonId: reason 9 not found"],
    [refusal.illegalHandler(), "FORBIDDEN", "handler: illegal handler"],
  ])("%s", (error, code, text) => {
    expect(error.code).toBe(code);
    expect(error.message).toContain(text);
  });
});

describe("inputs", () => {
  it.each([
    ["a plain comment", "checked, door was open", true],
    ["250 characters", "x".repeat(250), true],
    ["251 characters", "x".repeat(251), false],
    ["line breaks and tabs", "one\n\ttwo\r\nthree", true],
    ["nothing but blanks", " \n ", false],
    ["a bell", "ring\u0007", false],
    ["a C1 control", "a\u0085b", false],
    ["Chinese", "已检查,门未关好", true],
  ])("takes %s: %#", (_name, comment, accepted) => {
    expect(AcknowledgeInput.safeParse({ id: 1, comment }).success).toBe(accepted);
  });

  it("takes the id from a path and leaves measures and remark empty", () => {
    expect(HandleInput.parse({ id: "3", reasonId: "4", analysisResult: "suspected" })).toEqual({
      id: 3,
      reasonId: 4,
      measures: "",
      remark: "",
      analysisResult: "suspected",
    });
  });

  it.each([
    ["none", []],
    ["the same twice", [1, 1]],
    ["more than a page", Array.from({ length: 101 }, (_, index) => index + 1)],
    ["no number", ["a"]],
  ])("refuses a batch of %s", (_name, ids) => {
    expect(AcknowledgeBatchInput.safeParse({ ids, comment: "seen" }).success).toBe(false);
  });
});

function thrownBy(work: () => void): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("nothing was refused");
}

it("names shipped reasons by common comments", () => {
  expect(SUGGESTED_CAUSES).toEqual({ doorClosed: "door-left-open" });
  for (const code of Object.values(SUGGESTED_CAUSES)) expect(REASON_CODES).toContain(code);
});
