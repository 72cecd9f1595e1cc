import { expect, it } from "vitest";
import type { Permission } from "@/lib/auth/permissions";
import type { Principal } from "@/lib/auth/principal";
import type { OperationContext } from "@/lib/operation/context";
import { loadTour } from "./service";

const holder = (isGuideOn: boolean, ...codes: Permission[]) =>
  ({ sessionId: "session-1", user: { isGuideOn }, permissions: new Set(codes) }) as unknown as Principal;

const ctx = {} as OperationContext;

it("has stops for who holds a code, and a mark that is not the session", async () => {
  const tour = await loadTour(ctx, holder(true, "viewEx"));
  expect(tour?.stops).toEqual([{ topic: "alarmSwitch", path: "/home" }]);
  expect(tour?.mark).toMatch(/^[0-9a-f]{16}$/);
  expect((await loadTour(ctx, holder(true, "viewEx")))?.mark).toBe(tour?.mark);
  expect((await loadTour(ctx, { ...holder(true, "viewEx"), sessionId: "session-2" }))?.mark).not.toBe(tour?.mark);
});

it("is none where it is switched off, and for who may open home alone", async () => {
  expect(await loadTour(ctx, holder(false, "viewEx"))).toBeNull();
  expect(await loadTour(ctx, holder(true, "viewHistory"))).toBeNull();
});
