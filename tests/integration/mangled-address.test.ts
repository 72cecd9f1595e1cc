import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { menuResource, parameter } from "@/db/schema";
import { loadSwitchLogScreen } from "@/features/alarm/switch-log/operations";
import { loadCarrierScreen } from "@/features/carrier/list.operations";
import { loadMonitoringScreen } from "@/features/carrier/monitoring/monitoring.operations";
import { loadBoardScreen } from "@/features/device/board/operations";
import { loadDeviceList } from "@/features/device/calibration/due.service";
import { loadExceptionScreen } from "@/features/exception/exception.operations";
import { loadPlatform } from "@/features/forward/state/operations";
import { loadGeofenceScreen } from "@/features/geofence/geofence.operations";
import { loadHome } from "@/features/home/home.operations";
import { updateMenuEntry } from "@/features/menu/menu.operations";
import { loadNoticeLogScreen } from "@/features/notice/log/operations";
import { updateParameterById } from "@/features/parameter/parameter.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { refusal } from "../support/refusal";

let admin: OperationContext;
let root: OperationContext;
beforeAll(async () => {
  const owner = await makeCustomer(db());
  await makeFridge(db(), owner);
  admin = await accountContext(db(), await makeUser(db(), owner.id));
  root = await accountContext(db(), { id: 1 });
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const page = (search: PageContext["search"]): PageContext => {
  if (admin.actor.type !== "user") throw new Error("no account");
  return { ...admin, principal: admin.actor.principal, search };
};

describe("an address that makes no sense", () => {
  const BAD: PageContext["search"][] = [
    { sort: "passwordHash" },
    { dir: "sideways" },
    { iDisplayLength: "100000" },
    { iDisplayStart: "-1" },
    { iDisplayStart: "x", sort: "", dir: ["asc", "desc"] },
    { q: "\0" },
    { q: "\ud800" },
    { from: "0000-01-01T00:00:00Z", to: "9999-12-31T23:59:59-14:00" },
  ];
  it.each(BAD)("shows the list with its defaults: %j", async (search) => {
    expect((await loadMonitoringScreen(page(search))).order).toMatchObject({ sort: "worst", dir: "asc", start: 0 });
    expect((await loadBoardScreen(page(search))).order).toMatchObject({ sort: "worst", dir: "asc", start: 0 });
    expect(await loadHome(page(search))).toBeDefined();
  });
});

describe("a page that is opened by an address that makes no sense", () => {
  /** What PostgreSQL cannot store, and years before the first that it knows. */
  const BAD: [string, PageContext["search"]][] = [
    ["nothing", {}],
    ["no text", { q: "\0" }],
    ["half a character", { q: "\ud800" }],
    ["the year 0000", { from: "0000-01-01T00:00:00Z", to: "0000-12-31T23:59:59Z" }],
    ["a day of the year 0000", { from: "0000-01-01", to: "0000-12-31" }],
    ["nonsense", { id: "\0", sort: "passwordHash", iDisplayStart: "-1", customerId: "x" }],
  ];
  const PAGES: [string, (ctx: PageContext) => Promise<unknown>][] = [
    ["/device/relay", (ctx) => loadDeviceList(ctx, "relay")],
    ["/device/sensor", (ctx) => loadDeviceList(ctx, "sensor")],
    ["/carrier/store", (ctx) => loadCarrierScreen(ctx, "store")],
    ["/databoard/geofence", async (ctx) => (await loadGeofenceScreen(ctx)).view],
    ["/noti/alarmLog", loadSwitchLogScreen],
    ["/noti/notification", loadNoticeLogScreen],
    ["/abnormal/dataex", (ctx) => loadExceptionScreen(ctx, async () => true)],
  ];
  describe.each(PAGES)("%s", (_, load) => {
    it.each(BAD)("shows its list: %s", async (__, search) => {
      expect(await load(page(search))).toMatchObject({ page: { items: expect.any(Array), total: expect.any(Number) } });
    });
  });

  it.each([{}, { id: "" }, { id: "\0" }, { id: "x" }, { id: "0" }, { id: "1e9" }, { id: ["1", "2"] }])(
    "/platInfer names no platform, for which the page is a 404: %j",
    async (search) => {
      // Both become one (`definePage`); anything else would be an error page.
      expect(["INVALID", "NOT_FOUND"]).toContain((await refusal(loadPlatform(page(search)))).code);
    },
  );
});

describe("a change that names nothing", () => {
  it("is refused by its rule", async () => {
    const [entry] = await db().select({ id: menuResource.id }).from(menuResource).limit(1);
    const [own] = await db()
      .insert(parameter)
      .values({ code: "mangled", name: "mangled", type: "text", content: "x", description: "" })
      .returning();
    const nothing = { code: "INVALID", issues: [{ rule: "nothingChosen" }] };
    expect(await refusal(updateMenuEntry.call(root, { id: entry?.id as number }))).toMatchObject(nothing);
    expect(await refusal(updateParameterById.call(root, { id: own?.id as number }))).toMatchObject(nothing);
  });
});
