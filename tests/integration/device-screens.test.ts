import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { loadDeviceList } from "@/features/device/calibration/due.service";
import { loadPlacedWindow } from "@/features/device/placement.service";
import type { Permission } from "@/lib/auth/permissions";
import type { PageContext } from "@/lib/page/define-page";
import { accountContext, makeRole, makeUser } from "../factories/account";
import { makeDevice } from "../factories/device";
import { makeCustomer } from "../factories/world";

/** 21 November in Shanghai already. */
const NOW = new Date("2026-11-20T20:00:00Z");
let own: Awaited<ReturnType<typeof makeCustomer>>;

async function visitor(permissions: Permission[], search: PageContext["search"] = {}): Promise<PageContext> {
  const role = await makeRole(db(), own.id, { permissions });
  const ctx = await accountContext(db(), await makeUser(db(), own.id, { roleId: role.id }), { now: NOW });
  return { ...ctx, principal: ctx.actor.principal, search };
}

beforeAll(async () => {
  own = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
  for (const calibrationDueOn of [null, "2026-11-19", "2026-11-20", "2026-11-21", "2026-12-21", "2026-12-22"])
    await makeDevice(db(), own, "sensor", { calibrationDueOn });
  await makeDevice(db(), own, "gas", { calibrationDueOn: "2026-11-20" });
  const stranger = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
  await makeDevice(db(), stranger, "sensor", { calibrationDueOn: "2026-11-20" });
});
afterAll(() => db().$client.end({ timeout: 5 }));

it("counts in a list what has expired and what is about to, of its kind and customer, by the customer's day", async () => {
  const ctx = await visitor(["viewSensor", "viewGas", "viewGateway", "viewCalibration"]);
  expect((await loadDeviceList(ctx, "sensor")).due).toEqual({ expired: 2, dueSoon: 2 });
  expect((await loadDeviceList(ctx, "gas")).due).toEqual({ expired: 1, dueSoon: 0 });
  expect((await loadDeviceList(ctx, "gateway")).due).toBeNull();
  expect((await loadDeviceList(await visitor(["viewSensor"]), "sensor")).due).toBeNull();
});

it("offers in a window what may be done about the place of a device, by the codes for both", async () => {
  const sensor = await makeDevice(db(), own, "sensor", {});
  const base = await makeDevice(db(), own, "base", {});
  const rightsOf = async (permissions: Permission[], kind: "sensor" | "base") => {
    const id = String((kind === "sensor" ? sensor : base).id);
    return (await loadPlacedWindow(await visitor(permissions, { id }), kind)).placement;
  };
  const nothing = { put: false, embed: false, takeOff: false, replace: false, open: false };
  const places = ["viewRefrigerator", "editRefrigerator"] as const;
  expect(await rightsOf(["viewSensor", "editSensor"], "sensor")).toEqual(nothing);
  expect(await rightsOf(["viewSensor", ...places], "sensor")).toEqual({ ...nothing, open: true });
  expect(await rightsOf(["viewSensor", "editSensor", ...places], "sensor")).toEqual({
    ...nothing,
    put: true,
    takeOff: true,
    replace: true,
    open: true,
  });
  expect(await rightsOf(["viewPlinth", "editPlinth", ...places], "base")).toEqual({
    ...nothing,
    replace: true,
    open: true,
  });
  const bindings = ["viewPlinthBinding", "newPlinthBinding", "editPlinthBinding", "removePlinthBinding"] as const;
  expect(await rightsOf(["viewPlinth", "editPlinth", ...places, ...bindings], "base")).toEqual({
    put: true,
    embed: true,
    takeOff: true,
    replace: true,
    open: true,
  });
});
