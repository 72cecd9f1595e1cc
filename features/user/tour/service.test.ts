import { expect, it } from "vitest";
import type { Permission } from "@/lib/auth/permissions";
import type { Principal } from "@/lib/auth/principal";
import type { OperationContext } from "@/lib/operation/context";
import { loadTour } from "./service";

const holder = (isGuideOn: boolean, ...codes: Permission[]) =>
  ({ user: { isGuideOn }, permissions: new Set(codes) }) as unknown as Principal;

it("is none where it is switched off, and for who may open home alone, without asking the database", async () => {
  const ctx = {} as OperationContext;
  expect(await loadTour(ctx, holder(false, "viewEx"))).toBeNull();
  expect(await loadTour(ctx, holder(true, "viewHistory"))).toBeNull();
});
