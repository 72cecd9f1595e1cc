import { expect, it } from "vitest";
import type { Permission } from "@/lib/auth/permissions";
import type { Principal } from "@/lib/auth/principal";
import { loadTour } from "./service";

const holder = (isGuideOn: boolean, ...codes: Permission[]) =>
  ({ sessionId: "session-1", user: { isGuideOn }, permissions: new Set(codes) }) as unknown as Principal;

it("has stops for who holds a code, and a mark that is not the session", () => {
  const tour = loadTour(holder(true, "viewEx"));
  expect(tour?.stops).toEqual([{ topic: "alarmSwitch", path: "/home" }]);
  expect(tour?.mark).toMatch(/^[0-9a-f]{16}$/);
  expect(loadTour(holder(true, "viewEx"))?.mark).toBe(tour?.mark);
  expect(loadTour({ ...holder(true, "viewEx"), sessionId: "session-2" })?.mark).not.toBe(tour?.mark);
});

it("is none where it is switched off, and for who may open home alone", () => {
  expect(loadTour(holder(false, "viewEx"))).toBeNull();
  expect(loadTour(holder(true, "viewHistory"))).toBeNull();
});
