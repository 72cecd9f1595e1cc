import { describe, expect, it } from "vitest";
import type { FieldChange } from "@/lib/errors";
import { conflictOf, resolved, standing } from "./conflict";

const change = (field: string, value: unknown): FieldChange => ({
  field,
  value,
  by: "Ada",
  at: "2026-11-20T10:42:00Z",
});
const record = { version: 1, name: "Fridge 1", description: "", group: { id: 3 }, minimum: 2 };
const fields = (conflict: { changes: readonly FieldChange[] }) => conflict.changes.map(({ field }) => field);

describe("a save of an older version", () => {
  const mine = { name: "Fridge one", description: "", groupId: 3, minimum: 2 };

  it("takes what only the others changed, and leaves what both changed to the user", () => {
    const changes = [change("name", "Fridge A"), change("description", "by the door"), change("groupId", 7)];
    const conflict = conflictOf({ version: 3, changes }, mine, record, null);
    expect(fields(conflict)).toEqual(["name", "description", "groupId"]);
    expect([...conflict.taken]).toEqual(["description", "groupId"]);
    expect(resolved(mine, conflict)).toEqual({
      name: "Fridge one",
      description: "by the door",
      groupId: 7,
      minimum: 2,
    });
  });

  it("takes a list whose rows the form did not change, whatever else the record says of them", () => {
    const zones = [{ measure: "temperature", zoneId: 3 }];
    const opened = { version: 1, zones: [{ measure: "temperature", zoneId: 3, name: "2 to 8" }] };
    const theirs = [change("zones", [{ measure: "temperature", zoneId: 4 }])];
    expect([...conflictOf({ version: 2, changes: theirs }, { zones }, opened, null).taken]).toEqual(["zones"]);
    const edited = conflictOf({ version: 2, changes: theirs }, { zones: [] }, opened, null);
    expect([...edited.taken]).toEqual([]);
  });

  it("takes a list whose rows have different fields, too", () => {
    const conditions = [
      { kind: "range", maximum: 8 },
      { kind: "no-data", severity: null },
    ];
    const opened = {
      version: 1,
      conditions: conditions.map((one) => ({ maximum: null, severity: null, delaySeconds: 0, ...one })),
    };
    const theirs = [change("conditions", [{ kind: "range", maximum: 9 }])];
    expect([...conflictOf({ version: 2, changes: theirs }, { conditions }, opened, null).taken]).toEqual([
      "conditions",
    ]);
  });

  it("knows the present values, by which those of one field are written", () => {
    const opened = { version: 1, measure: "temperature", minimum: 2, maximum: 8 };
    const values = { measure: "humidity", minimum: 30, maximum: 60 };
    const first = conflictOf({ version: 2, changes: [change("maximum", 9)] }, values, opened, null);
    expect(first.theirs).toMatchObject({ measure: "temperature", minimum: 2, maximum: 9 });
    const second = conflictOf({ version: 3, changes: [change("minimum", 1)] }, values, opened, first);
    expect(second.theirs).toMatchObject({ measure: "temperature", minimum: 1, maximum: 9 });
  });

  it("is about the fields of the form only, and not about those with the same value", () => {
    const changes = [change("name", "Fridge one"), change("status", "retired"), change("minimum", 1)];
    expect(fields(conflictOf({ version: 2, changes }, mine, record, null))).toEqual(["minimum"]);
  });

  it("keeps the decisions of an earlier one, unless the field has changed again", () => {
    const first = conflictOf(
      { version: 2, changes: [change("name", "A"), change("description", "B")] },
      mine,
      record,
      null,
    );
    const decided = { ...first, taken: new Set(["name", "description"]) };
    const saved = resolved(mine, decided) as typeof mine;
    const second = conflictOf({ version: 3, changes: [change("name", "C")] }, saved, record, decided);
    expect(second.version).toBe(3);
    expect(second.changes.map(({ field, value }) => [field, value])).toEqual([
      ["description", "B"],
      ["name", "C"],
    ]);
    expect([...second.taken]).toEqual(["description"]);
  });
});

it("leaves to the user what was typed after a decision", () => {
  const taken = new Set(["name", "maximum"]);
  const changes = [
    { field: "name", value: "theirs", by: "Ada", at: "2026-11-29T00:00:00.000Z" },
    { field: "maximum", value: 9, by: "Ada", at: "2026-11-29T00:00:00.000Z" },
  ];
  const theirs = { name: "theirs", maximum: 9 };
  const before = { name: "mine", maximum: "7" };
  const now = { name: "mine", maximum: "8" };
  const decided = standing({ version: 2, changes, mine: { name: "mine", maximum: 7 }, theirs, taken }, now, before);
  expect(resolved(now, decided)).toEqual({ name: "theirs", maximum: "8" });
});
