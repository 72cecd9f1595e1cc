import { describe, expect, it } from "vitest";
import type { unit, zone } from "@/db/schema";
import type { UnitDto, UnitInput, UnitListQuery } from "@/features/unit/schema";
import type { ZoneDto, ZoneInput, ZoneListQuery } from "@/features/zone/zone.schema";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { catalogueStore } from "./catalogue-store";
import { resolveWriteTarget, tableStore } from "./table-store";

/** Compiled, never called: each line below an expectation must be a type error, else tsc fails. */
export const mustNotCompile = [
  // @ts-expect-error what a customer owns is read inside a scope alone
  () => catalogueStore<typeof unit & Pick<typeof zone, "customerId">, UnitDto, UnitInput, UnitListQuery>,
  // @ts-expect-error what belongs to no customer has no scope to keep to
  () => tableStore<typeof unit, ZoneDto, ZoneInput, ZoneListQuery>,
];

const REACH = [5, 6];
const contextOf = (type: "user" | "system", sceneIds: "all" | number[] = "all") =>
  ({
    actor: type === "user" ? { type, principal: { customer: { id: 5 } } } : { type, job: "test" },
    scope: { customerIds: REACH, sceneIds },
  }) as unknown as OperationContext;

const refusalOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

describe("where a write lands", () => {
  it.each([
    ["with the customer that one works for", "user", {}, { customerId: 5 }],
    ["with the customer that is named", "user", { customerId: 6 }, { customerId: 6 }],
    ["at a node", "user", { sceneId: 3 }, { customerId: 5, sceneId: 3 }],
    ["outside the scope", "user", { customerId: 7 }, "NOT_FOUND"],
    ["with nobody", "system", {}, "INVALID"],
  ] as const)("%s", (_name, actor, values, expected) => {
    expect(refusalOf(() => resolveWriteTarget(contextOf(actor), values))).toEqual(expected);
  });

  it("is a node of the account's own, where it is bound to nodes", () => {
    const bound = contextOf("user", [3]);
    expect(refusalOf(() => resolveWriteTarget(bound, { sceneId: 3 }))).toEqual({ customerId: 5, sceneId: 3 });
    expect(refusalOf(() => resolveWriteTarget(bound, { sceneId: 4 }))).toBe("NOT_FOUND");
    expect(refusalOf(() => resolveWriteTarget(bound, {}))).toBe("NOT_FOUND");
  });
});
