import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { seedReference } from "@/db/seed/reference";
import { readCards } from "@/features/home/content.operations";
import {
  createDashboard,
  getOneDashboard,
  listDashboards,
  putDashboardFirst,
  removeDashboard,
  saveDashboard,
  shareDashboard,
} from "@/features/home/dashboard/operations";
import { MAXIMUM_CARDS, MAXIMUM_DASHBOARDS } from "@/features/home/dashboard/rules";
import type { Card } from "@/features/home/dashboard/schema";
import { starterCards } from "@/features/home/dashboard/schema";
import { getHomeOverview } from "@/features/home/home.operations";
import { getHomeStatistics } from "@/features/home/statistics.operations";
import { getStatistics } from "@/features/telemetry/history/statistics.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { ERRORS } from "@/lib/errors";
import { transaction } from "@/lib/operation/transaction";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeException } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;

beforeAll(async () => {
  await seedReference(db(), { rootPassword: "Frost2026" });
  own = await makeCustomer(db());
  other = await makeCustomer(db());
});
afterAll(() => db().$client.end({ timeout: 5 }));

const somebody = async (options: UserOptions = {}, customer = own) => {
  const user = await makeUser(db(), customer.id, options);
  return accountContext(db(), user);
};
const codeOf = async (call: Promise<unknown>) => ERRORS[(await refusal(call)).code].status;
const value = (id: string, carrierId: number, y = 0): Card => ({
  id,
  title: "",
  x: 0,
  y,
  w: 3,
  h: 2,
  show: { kind: "value", carrierId, measure: "temperature" },
});

describe("a dashboard", () => {
  it("is made, saved settled, put first and deleted, with its rows in the trail", async () => {
    const ctx = await somebody();
    const first = await createDashboard.call(ctx, { name: "Day", cards: starterCards() });
    const second = await createDashboard.call(ctx, { name: "Night" });
    const gap = { ...value("a", 1), y: 9 };
    const saved = await saveDashboard.call(ctx, { id: second.id, version: 1, name: "Late", cards: [gap] });
    expect(saved).toMatchObject({ name: "Late", version: 2, cards: [{ id: "a", y: 0 }] });
    await putDashboardFirst.call(ctx, { id: second.id });
    const { items } = await listDashboards.call(ctx, {});
    expect(items.map(({ name }) => name)).toEqual(["Late", "Day"]);
    await removeDashboard.call(ctx, { id: first.id });
    expect(await codeOf(getOneDashboard.call(ctx, { id: first.id }))).toBe(404);
    const trail = await trailOf(db(), own.id, "dashboard", second.id);
    expect(trail.map(({ operation }) => operation)).toEqual([
      "dashboard.create",
      "dashboard.update",
      "dashboard.first",
    ]);
    expect(trail[1]).toMatchObject({
      oldValues: { name: "Night", cards: [] },
      newValues: { name: "Late", cards: ["value"] },
    });
  });

  it("is refused where it was saved elsewhere, has another's name, too many cards, or is one too many", async () => {
    const ctx = await somebody();
    const made = await createDashboard.call(ctx, { name: "Day" });
    const change = { id: made.id, version: made.version, name: "Day", cards: [] };
    await saveDashboard.call(ctx, change);
    expect(await codeOf(saveDashboard.call(ctx, change))).toBe(409);
    expect(await codeOf(createDashboard.call(ctx, { name: "day" }))).toBe(409);
    const cards = Array.from({ length: MAXIMUM_CARDS + 1 }, (_, index) => value(`c${index}`, 1, index * 2));
    expect(await codeOf(createDashboard.call(ctx, { name: "Full", cards }))).toBe(422);
    expect(await codeOf(createDashboard.call(ctx, { name: "Twice", cards: [value("a", 1), value("a", 1)] }))).toBe(422);
    for (let count = 1; count < MAXIMUM_DASHBOARDS; count += 1)
      await createDashboard.call(ctx, { name: `Board ${count}` });
    expect(await codeOf(createDashboard.call(ctx, { name: "One more" }))).toBe(422);
  });

  it("is nobody else's until it is shared, and then only to look at, within the customer", async () => {
    const owner = await somebody();
    const [colleague, stranger] = [
      await somebody({ scopeType: 0, sceneIds: [own.sceneId] }),
      await somebody({}, other),
    ];
    const { id } = await createDashboard.call(owner, { name: "Ours" });
    expect(await codeOf(getOneDashboard.call(colleague, { id }))).toBe(404);
    await shareDashboard.call(owner, { id, shared: true });
    expect(await getOneDashboard.call(colleague, { id })).toMatchObject({ name: "Ours", isOwn: false, isShared: true });
    expect(await codeOf(getOneDashboard.call(stranger, { id }))).toBe(404);
    expect((await listDashboards.call(stranger, {})).items).toEqual([]);
    const change = { id, version: 1, name: "Mine", cards: [] };
    for (const call of [
      () => saveDashboard.call(colleague, change),
      () => removeDashboard.call(colleague, { id }),
      () => putDashboardFirst.call(colleague, { id }),
    ])
      expect(await codeOf(call())).toBe(404);
    expect(await codeOf(shareDashboard.call(colleague, { id, shared: false }))).toBe(403);
    expect(await getOneDashboard.call(owner, { id })).toMatchObject({ name: "Ours", isShared: true });
  });
});

describe("what cards show", () => {
  it("is read at once, within the reader's own scope; what is gone costs the others nothing", async () => {
    const fridge = await makeFridge(db(), own);
    const strange = await makeFridge(db(), other);
    const ctx = await somebody();
    const { cards } = await readCards.call(ctx, {
      cards: [
        { id: "a", show: { kind: "value", carrierId: fridge.carrier.id, measure: "temperature" } },
        { id: "b", show: { kind: "value", carrierId: strange.carrier.id, measure: "temperature" } },
        {
          id: "c",
          show: { kind: "chart", carrierIds: [strange.carrier.id, fridge.carrier.id], measure: "temperature" },
        },
        { id: "d", show: { kind: "list", sceneId: other.sceneId } },
        { id: "e", show: { kind: "plan", sceneId: own.sceneId } },
        { id: "f", show: { kind: "exceptions", sceneId: null } },
        { id: "g", show: { kind: "statistics" } },
        { id: "h", show: { kind: "list", sceneId: own.sceneId } },
        { id: "i", show: { kind: "value", carrierId: fridge.carrier.id, measure: "co2" } },
      ],
    });
    const states = Object.entries(cards).map(([id, { state }]) => `${id} ${state}`);
    expect(states).toEqual(["a ok", "b gone", "c ok", "d gone", "e gone", "f ok", "g ok", "h ok", "i gone"]);
    expect(JSON.stringify(cards)).not.toContain(strange.carrier.name);
    expect(cards.c).toMatchObject({ probes: [{ carrierId: fridge.carrier.id }] });
  });

  it("brings the exceptions of a chart, one that still runs included", async () => {
    const customer = await makeCustomer(db());
    const fridge = await makeFridge(db(), customer);
    const running = await makeException(db(), fridge);
    const ctx = await somebody({}, customer);
    const show = { kind: "chart" as const, carrierIds: [fridge.carrier.id], measure: "temperature" as const };
    const { cards } = await readCards.call(ctx, { cards: [{ id: "a", show }] });
    expect(cards.a).toMatchObject({ excursions: [{ id: running.id, endedAt: null, side: "above" }] });
  });

  it("is denied where the reader may not see such things", async () => {
    const ctx = await somebody({ permissions: ["viewMonitorPointRealTime"] });
    const { cards } = await readCards.call(ctx, {
      cards: [
        { id: "a", show: { kind: "exceptions", sceneId: null } },
        { id: "b", show: { kind: "list", sceneId: null } },
      ],
    });
    expect([cards.a?.state, cards.b?.state]).toEqual(["denied", "ok"]);
  });
});

describe("home", () => {
  it("says of carriers no less than the exceptions beside it, even if one begins meanwhile", async () => {
    const customer = await makeCustomer(db());
    const fridge = await makeFridge(db(), customer);
    const at = Date.now() - 30_000;
    await ingest(deviceContext(customer.id), [{ device: fridge.sensor.serialNumber, at, values: { temperature: 5 } }]);
    const ctx = { ...(await somebody({}, customer)), now: new Date() };
    expect((await getHomeOverview.call(ctx, {})).carriers?.all).toMatchObject({ total: 1, abnormal: 0, offline: 0 });
    const { asked } = await transaction(db(), async (tx) => {
      await tx.$client`lock table exception in access exclusive mode`;
      const asked = getHomeOverview.call(ctx, {});
      // Whatever does not wait for the exceptions is read by then.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await makeException(tx, fridge);
      return { asked };
    });
    expect(await asked).toMatchObject({ carriers: { all: { abnormal: 1 } }, exceptions: { open: 1 } });
  });

  it("counts, names the worst and adds up the hours within range, in the scope alone", async () => {
    const customer = await makeCustomer(db());
    const { carrier, probes, sensor } = await makeFridge(db(), customer);
    await makeFridge(db(), other);
    const probe = probes.temperature as number;
    const now = Date.now();
    const hour = Math.floor(now / 3_600_000) * 3_600_000;
    await db().$client`update mounting set mounted_at = now() - interval '2 days' where probe_id = ${probe}`;
    // Three hours every five minutes, of which half are out of range, a gap before and one in between.
    const minutes = [...Array.from({ length: 20 }, (_, index) => -180 + 5 * index), ...[-45, -40, -35, -30, -25, -20]];
    const values = minutes.map((minute, index) => ({
      ...{ device: sensor.serialNumber, at: hour + minute * 60_000 },
      values: { temperature: index % 2 === 0 ? 5 : 11 },
    }));
    expect(await ingest(deviceContext(customer.id), values)).toMatchObject({ accepted: values.length });
    const ctx = await somebody({}, customer);
    const overview = await getHomeOverview.call(ctx, {});
    expect(overview.carriers).toMatchObject({
      all: { total: 1 },
      worst: [{ id: carrier.id, customerName: null }],
      customers: null,
    });
    expect(overview.at).toBeGreaterThanOrEqual(now - 60_000);
    const { pass, exceptions, dayKeys } = await getHomeStatistics.call(ctx, { days: 7 });
    const range = {
      probeIds: String(probe),
      from: new Date(now - 6 * 86_400_000).toISOString(),
      to: new Date(ctx.now).toISOString(),
    };
    const [history] = (await getStatistics.call(ctx, range)).probes;
    const observedHours = pass.days.reduce((sum, day) => sum + day.observedHours, 0);
    expect(history?.observedSeconds).toBeGreaterThan(2 * 3600 - 1);
    expect(observedHours).toBeCloseTo((history?.observedSeconds ?? 0) / 3600, 9);
    expect(pass.rate).toBeCloseTo(history?.passRate ?? 0, 9);
    expect(pass.rate).toBeGreaterThan(0.4);
    expect(pass.rate).toBeLessThan(0.6);
    expect(exceptions).toMatchObject({ total: minutes.length / 2, before: 0 });
    expect(dayKeys).toHaveLength(7);
  });

  it("tells nothing of what its reader may not see", async () => {
    const ctx = await somebody({ permissions: ["viewHistory"] });
    expect(await getHomeOverview.call(ctx, {})).toMatchObject({ carriers: null, exceptions: null, plans: [] });
  });
});
