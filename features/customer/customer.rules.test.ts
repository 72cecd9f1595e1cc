import { describe, expect, it } from "vitest";
import type { Permission } from "@/lib/auth/permissions";
import type { AppError } from "@/lib/errors";
import {
  assertHoldsPeople,
  assertMay,
  assertMayBe,
  assertMayEdit,
  barOf,
  type Deputy,
  isCustomerCode,
  isTimeZone,
  type People,
} from "./customer.rules";

const platform = { id: 1, name: "Platform", type: "platform", status: "active" } as const;
const branch = { id: 5, name: "Branch", type: "platform", status: "active" } as const;
const active = { id: 7, name: "Hospital", type: "customer", status: "active" } as const;
const cancelled = { ...active, id: 8, name: "Old", status: "cancelled" } as const;

const manager: Deputy = { scopeType: 3, ownCustomerId: 1 };
const user: Deputy = { scopeType: 2, ownCustomerId: 1 };
const ofBranch: Deputy = { scopeType: 3, ownCustomerId: 5 };

const refusal = (work: () => void): AppError => {
  try {
    work();
  } catch (error) {
    return error as AppError;
  }
  throw new Error("it was allowed");
};

describe("what bars an action", () => {
  it.each([
    ["cancel", active, manager, null],
    ["cancel", cancelled, manager, "cancelledAlready"],
    ["cancel", platform, manager, "platformCustomer"],
    ["cancel", platform, null, "platformCustomer"],
    ["cancel", branch, ofBranch, "ownCustomer"],
    ["cancel", branch, manager, null],
    ["activate", cancelled, manager, null],
    ["activate", active, manager, "activeAlready"],
    ["remove", active, manager, null],
    ["remove", cancelled, null, null],
    ["remove", platform, manager, "platformCustomer"],
    ["remove", branch, ofBranch, "ownCustomer"],
    ["edit", platform, manager, null],
  ] as const)("%s %o", (action, customer, deputy, bar) => expect(barOf(action, customer, deputy)).toBe(bar));
});

describe("a batch", () => {
  const targets = [active, cancelled, platform].map((customer, index) => ({ path: `ids.${index}`, customer }));

  it("names every customer that refuses", () => {
    const { code, details } = refusal(() => assertMay("cancel", targets, manager));
    expect(code).toBe("CONFLICT");
    expect(details.issues?.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      "ids.1 cancelledAlready",
      "ids.2 platformCustomer",
    ]);
    expect(details.issues?.[0]?.message).toContain("Old");
  });

  it("with a customer of the platform is for its management alone", () => {
    expect(refusal(() => assertMay("cancel", targets, user)).code).toBe("FORBIDDEN");
    expect(() => assertMay("cancel", [{ path: "id", customer: active }], user)).not.toThrow();
  });
});

describe("editing", () => {
  const next = (fields: object) => ({ type: "customer" as const, status: "active" as const, ...fields });

  it("keeps the platform's own customer what it is", () => {
    const asPlatform = next({ type: "platform" });
    expect(() => assertMayEdit(platform, asPlatform, manager)).not.toThrow();
    expect(refusal(() => assertMayEdit(platform, asPlatform, user)).code).toBe("FORBIDDEN");
    expect(refusal(() => assertMayEdit(platform, next({}), manager)).details.issues).toMatchObject([
      { path: "type", rule: "platformCustomer" },
    ]);
    expect(
      refusal(() => assertMayEdit(platform, { ...asPlatform, status: "cancelled" }, manager)).details.issues,
    ).toMatchObject([{ path: "status", rule: "platformCustomer" }]);
  });

  it("lifts nobody to the platform but by its management", () => {
    expect(refusal(() => assertMayEdit(active, next({ type: "platform" }), user)).code).toBe("FORBIDDEN");
    expect(refusal(() => assertMayBe({ type: "platform" }, user)).code).toBe("FORBIDDEN");
    expect(() => assertMayBe({ type: "platform" }, manager)).not.toThrow();
    expect(() => assertMayEdit(active, next({ type: "platform" }), manager)).not.toThrow();
  });

  it("may switch the status, both ways", () => {
    expect(() => assertMayEdit(active, next({ status: "cancelled" }), user)).not.toThrow();
    expect(() => assertMayEdit(cancelled, next({}), user)).not.toThrow();
    expect(() => assertMayEdit(cancelled, next({ status: "cancelled" }), user)).not.toThrow();
  });
});

describe("formats", () => {
  it.each([
    ["A1", true],
    ["x".repeat(20), true],
    ["x".repeat(21), false],
    ["a b", false],
    ["a_b", false],
    ["客户", false],
    ["", false],
  ])("code %j: %s", (code, isRight) => expect(isCustomerCode(code)).toBe(isRight));

  it.each([
    ["Asia/Shanghai", true],
    ["UTC", true],
    ["America/Argentina/Buenos_Aires", true],
    ["Etc/GMT+8", true],
    ["+08:00", false],
    ["Mars/Olympus", false],
    ["", false],
    ["Asia/Shanghai'; drop table customer; --", false],
  ])("time zone %j: %s", (zone, isRight) => expect(isTimeZone(zone)).toBe(isRight));
});

describe("the accounts that go with a customer", () => {
  const everywhere = { customerIds: "all", sceneIds: "all" } as const;
  const grantor = (level: 2 | 3 | 4, ...codes: Permission[]) => ({
    userId: 9,
    roleId: 9,
    isRoot: false,
    level,
    permissions: new Set(codes),
    scope: everywhere,
  });
  const people = (scopeType: 1 | 3, ...codes: Permission[]): People => ({
    customerId: active.id,
    isRoot: false,
    role: { customerId: active.id, scopeType, codes, customerIds: [], sceneIds: [] },
    own: { customerIds: [], sceneIds: [] },
  });
  const judge = (by: ReturnType<typeof grantor>, ...held: People[]) =>
    assertHoldsPeople("cancel", [{ path: "ids.0", customer: active }], held, by);

  it("may hold what the actor holds", () => {
    judge(grantor(2, "editCustomer"));
    judge(grantor(2, "editCustomer", "viewEx"), people(1, "viewEx"));
    judge(grantor(2, "editCustomer"), { ...people(1, "viewEx"), customerId: 99 });
  });

  it.each([
    ["a code more", grantor(2, "editCustomer"), people(1, "viewEx")],
    ["a higher scope type", grantor(2, "editCustomer", "viewEx"), people(3, "viewEx")],
    ["Root", grantor(4, "editCustomer"), { ...people(1), isRoot: true }],
  ])("may not hold %s", (_, by, held) =>
    expect(refusal(() => judge(by, held))).toMatchObject({
      code: "FORBIDDEN",
      details: { issues: [{ path: "ids.0", rule: "higherPeople" }] },
    }),
  );
});
