import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ZoneDto, ZoneInput as ZoneValues } from "@/features/zone/zone.schema";
import { ZoneInput, ZoneListQuery } from "@/features/zone/zone.schema";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import type { Principal } from "@/lib/auth/principal";
import { customerScope, noScope, type Scope, systemScope } from "@/lib/auth/scope";
import { crud, type Store } from "@/lib/resource/crud";
import type { Actor, Db, OperationContext } from "./context";
import { defineOperation, INGEST_TOKEN, PUBLIC, type Requirement, SIGNED_IN } from "./define-operation";

const run = async () => 1;
const input = z.object({});
declare const store: Store<ZoneDto, ZoneValues, ZoneListQuery>;

/** Compiled, never called: each line below an expectation must be a type error, else tsc fails. */
export const mustNotCompile = [
  // @ts-expect-error a permission is required
  () => defineOperation({ name: "x.list", kind: "query", input, run }),
  // @ts-expect-error the code is in nobody's catalogue
  () => defineOperation({ name: "x.list", kind: "query", permission: "veiwEx", input, run }),
  // @ts-expect-error an action that the subject does not have
  () => defineOperation({ name: "x.list", kind: "query", permission: "switchEx", input, run }),
  // @ts-expect-error a mutation must say what it audits
  () => defineOperation({ name: "x.create", kind: "mutation", permission: "handleEx", input, run }),
  // @ts-expect-error a query has no transaction to write in
  () => defineOperation({ name: "x.list", kind: "query", permission: "viewEx", input, run: async ({ tx }) => tx }),
  // @ts-expect-error the name is <entity>.<verb>
  () => defineOperation({ name: "list", kind: "query", permission: "viewEx", input, run }),
  // @ts-expect-error exceptions cannot be made or removed by hand, so they are no plain entity
  () => crud({ subject: "Ex", listQuery: ZoneListQuery, input: ZoneInput, store }),
  // @ts-expect-error nobody but lib/auth/scope.ts mints a scope
  (): Scope => ({ customerIds: "all", sceneIds: "all" }),
];

const principal = (permissions: readonly string[]): Principal => ({
  sessionId: "s",
  user: { id: 7, username: "u", name: "U", locale: null, avatarId: null, homeStyle: "list", isGuideOn: false },
  roleId: 1,
  isRoot: false,
  mustChangePassword: false,
  mustSetUpSecondFactor: false,
  ownCustomerId: 5,
  governedCustomerIds: [],
  scopeType: 1,
  permissions: new Set(ALL_PERMISSIONS.filter((code) => permissions.includes(code))),
  scope: customerScope(5),
  customer: { id: 5, name: "C", locale: "zh-CN", timeZone: "UTC", temperatureUnit: "celsius" },
});

const as = (actor: Actor): OperationContext => ({
  actor,
  scope: actor.type === "system" ? systemScope() : noScope(),
  // A refused query must not reach the database.
  db: undefined as unknown as Db,
  requestId: "r",
  address: "",
  userAgent: "",
  locale: "en-US",
  now: new Date(0),
});

const ACTORS: Record<string, OperationContext> = {
  anonymous: as({ type: "anonymous" }),
  "account without the permission": as({ type: "user", principal: principal(["viewHistory"]) }),
  "account with the permission": as({ type: "user", principal: principal(["viewEx"]) }),
  device: as({ type: "device", customerId: 5, gatewayId: null, name: "gw" }),
  system: as({ type: "system", job: "test" }),
};

const EXPECTED: [Requirement, Record<keyof typeof ACTORS, string>][] = [
  [
    PUBLIC,
    {
      anonymous: "ok",
      "account without the permission": "ok",
      "account with the permission": "ok",
      device: "ok",
      system: "ok",
    },
  ],
  [
    SIGNED_IN,
    {
      anonymous: "UNAUTHENTICATED",
      "account without the permission": "ok",
      "account with the permission": "ok",
      device: "UNAUTHENTICATED",
      system: "ok",
    },
  ],
  [
    INGEST_TOKEN,
    {
      anonymous: "UNAUTHENTICATED",
      "account without the permission": "UNAUTHENTICATED",
      "account with the permission": "UNAUTHENTICATED",
      device: "ok",
      system: "ok",
    },
  ],
  [
    "viewEx",
    {
      anonymous: "UNAUTHENTICATED",
      "account without the permission": "FORBIDDEN",
      "account with the permission": "ok",
      device: "UNAUTHENTICATED",
      system: "ok",
    },
  ],
];
const CELLS = EXPECTED.flatMap(([permission, row]) =>
  Object.entries(row).map(([actor, outcome]) => [permission, actor, outcome] as const),
);

const outcomeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: { code?: string; name: string }) => error.code ?? error.name);

describe("the permission of an operation", () => {
  it.each(CELLS)("%s lets %s: %s", async (permission, actor, outcome) => {
    const operation = defineOperation({ name: "x.look", kind: "query", permission, input, run: async () => "ok" });
    const ctx = ACTORS[actor] as OperationContext;
    expect(await outcomeOf(operation.call(ctx, {}))).toBe(outcome);
    expect(await outcomeOf((async () => operation.permit(ctx))())).toBe(outcome === "ok" ? undefined : outcome);
  });

  it("is asked before the input is looked at, and the input before the work", async () => {
    const steps: string[] = [];
    const operation = defineOperation({
      name: "x.look",
      kind: "query",
      permission: "viewEx",
      input: z.object({ n: z.number() }).refine(() => steps.push("parse") > 0),
      run: async () => steps.push("run"),
    });
    const call = (who: string, n: unknown) =>
      outcomeOf(operation.call(ACTORS[who] as OperationContext, { n } as never));
    expect(await call("anonymous", "x")).toBe("UNAUTHENTICATED");
    expect(await call("account without the permission", 1)).toBe("FORBIDDEN");
    expect(steps).toEqual([]);
    expect(await call("account with the permission", "x")).toBe("ZodError");
    expect(steps).not.toContain("run");
    await call("account with the permission", 1);
    expect(steps).toEqual(["parse", "run"]);
  });
});

describe("an intake", () => {
  const intake = defineOperation({
    name: "x.take",
    kind: "intake",
    permission: INGEST_TOKEN,
    input: z.looseObject({ readings: z.array(z.unknown()) }),
    run: async (_ctx, { readings }) => readings.length,
  });

  it("takes a body of the right shape and calls any other malformed", async () => {
    const device = ACTORS.device as OperationContext;
    expect(await intake.call(device, { readings: [1, 2] })).toBe(2);
    for (const raw of [{}, { readings: 5 }, { readings: null }, { readings: { 0: 1 } }]) {
      await expect(intake.call(device, raw as never)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
  });
});
