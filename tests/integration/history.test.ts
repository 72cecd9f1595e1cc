import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import type { ScopeType } from "@/db/enums";
import { carrierZone, exception, mounting, scene, zone } from "@/db/schema";
import { exportReadings } from "@/features/telemetry/history/export.operations";
import { getHistory, getView, listExcursions, listReadings } from "@/features/telemetry/history/history.operations";
import { bucketStarts } from "@/features/telemetry/history/history.rules";
import { getStatistics } from "@/features/telemetry/history/statistics.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { listChoices } from "@/features/telemetry/ingest/probe.operations";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import type { Principal } from "@/lib/auth/principal";
import { accountScope } from "@/lib/auth/scope";
import { RawReply } from "@/lib/http/reply";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { arrheniusTerm, meanKineticTemperatureOf } from "@/lib/units/kinetic";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext, systemContext } from "../support/contexts";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Fridge = Awaited<ReturnType<typeof makeFridge>>;
type Reading = { at: number; value: number };

const MADRID = "Europe/Madrid";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Across the change to winter time and a change of month. */
const START = Date.UTC(2025, 9, 22, 7, 13, 20);
const END = START + 12 * DAY_MS;
const NOW = new Date(END + DAY_MS);

let owner: Customer;
let fridge: Fridge;
let probeId: number;
let humidityId: number;
let readings: Reading[];

const iso = (at: number) => new Date(at).toISOString();

/** As an account of the customer that may see everything there, or the nodes named. */
function accountContext(
  customer: Customer,
  options: { sceneIds?: number[]; scopeType?: ScopeType } = {},
): OperationContext {
  const scopeType = options.scopeType ?? (options.sceneIds ? 0 : 1);
  const scope = accountScope({
    scopeType,
    customerId: customer.id,
    proxyCustomerId: null,
    governedCustomerIds: [],
    sceneIds: options.sceneIds ?? [],
  });
  const principal: Principal = {
    sessionId: "test",
    user: { id: 1, username: "test", name: "Test", locale: null, avatarId: null, homeStyle: "list", isGuideOn: false },
    roleId: 1,
    isRoot: false,
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
    ownCustomerId: customer.id,
    governedCustomerIds: [],
    scopeType,
    permissions: new Set(ALL_PERMISSIONS),
    scope,
    customer: {
      id: customer.id,
      name: customer.name,
      locale: "zh-CN",
      timeZone: customer.timeZone,
      temperatureUnit: "celsius",
    },
  };
  return { ...systemContext(NOW), actor: { type: "user", principal }, scope };
}

/** Every five minutes give or take, to the millisecond, with a silent hour, a silent night and some excursions. */
function makeReadings(): Reading[] {
  const made: Reading[] = [];
  let seed = 42;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  for (let at = START; at < END; at += Math.round(5 * MINUTE_MS * (0.8 + 0.4 * random()))) {
    const hours = (at - START) / HOUR_MS;
    if ((hours > 30.2 && hours < 31.3) || (hours > 70 && hours < 79)) continue;
    const excursion = hours > 100 && hours < 103 ? 6 : 0;
    made.push({ at, value: 5 + 2 * Math.sin(hours / 3) + random() + excursion });
  }
  return made;
}

async function send(device: string, all: readonly Reading[], measure = "temperature") {
  const raw = all.map(({ at, value }) => ({ device, at, values: { [measure]: value } }));
  const result = await ingest(deviceContext(owner.id), raw);
  expect(result).toMatchObject({ accepted: all.length, rejected: [] });
}

async function limit(target: Fridge, customerId: number, minimum: number, maximum: number) {
  const values = { customerId, name: `zone ${target.carrier.id}`, measure: "temperature" as const, minimum, maximum };
  const [row] = await db().insert(zone).values(values).returning();
  if (row)
    await db().insert(carrierZone).values({ carrierId: target.carrier.id, measure: "temperature", zoneId: row.id });
}

beforeAll(async () => {
  owner = await makeCustomer(db(), { timeZone: MADRID });
  fridge = await makeFridge(db(), owner, { measures: ["temperature", "humidity"] });
  probeId = fridge.probes.temperature as number;
  humidityId = fridge.probes.humidity as number;
  await limit(fridge, owner.id, 2, 8);
  readings = makeReadings();
  await send(fridge.sensor.serialNumber, readings);
});

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const ask = (from: number, to: number, more: Record<string, unknown> = {}) => ({
  probeIds: String(probeId),
  from: iso(from),
  to: iso(to),
  ...more,
});
const inside = (from: number, to: number) => readings.filter(({ at }) => at >= from && at < to);

describe("the series", () => {
  it("is every stored reading bit by bit where there are few", async () => {
    const [from, to] = [START + 3 * HOUR_MS, START + 40 * HOUR_MS];
    const { series, bucketSeconds } = await getHistory.call(accountContext(owner), ask(from, to));
    const stored = inside(from, to);
    const values = stored.map(({ value }) => value);
    expect(stored.length).toBeGreaterThan(300);
    expect(bucketSeconds).toBe(0);
    expect(series).toEqual([{ probeId, at: stored.map(({ at }) => at), min: values, mean: values, max: values }]);
  });

  it("takes in its first instant and not its last", async () => {
    const [first, second] = [readings[10] as Reading, readings[11] as Reading];
    const { series } = await getHistory.call(accountContext(owner), ask(first.at, second.at));
    expect(series[0]?.at).toEqual([first.at]);
    const none = await getHistory.call(accountContext(owner), ask(first.at + 1, second.at));
    expect(none).toEqual({ series: [{ probeId, at: [], min: [], mean: [], max: [] }], bucketSeconds: 0 });
  });

  it.each([
    ["ten minutes", 0, 12, 1729, 600],
    ["half hours", 1.37, 12, 600, 1800],
    ["hours", 0, 12, 300, 3600],
    ["three hours across the clock change", 0.21, 11.3, 100, 10_800],
    ["half days", 0.5, 12, 25, 43_200],
    ["days", 0.8, 12, 14, 86_400],
    ["two days", 0, 12, 10, 172_800],
  ])("equals brute force in %s", async (_name, fromDay, toDay, points, seconds) => {
    const range = { from: START + Math.round(fromDay * DAY_MS), to: START + Math.round(toDay * DAY_MS) };
    const answer = await getHistory.call(accountContext(owner), ask(range.from, range.to, { points: String(points) }));
    expect(answer.bucketSeconds).toBe(seconds);
    const starts = bucketStarts(range, seconds, MADRID);
    expect(starts.length).toBeLessThanOrEqual(points);
    const expected = starts
      .map((start, index) => ({
        start,
        values: inside(start, starts[index + 1] ?? range.to).map(({ value }) => value),
      }))
      .filter(({ values }) => values.length > 0);
    const [series] = answer.series;
    expect(series?.at).toEqual(expected.map(({ start }) => start));
    expect(series?.min).toEqual(expected.map(({ values }) => Math.min(...values)));
    expect(series?.max).toEqual(expected.map(({ values }) => Math.max(...values)));
    expected.forEach(({ values }, index) => {
      expect(series?.mean[index]).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 9);
    });
  });

  it("answers several probes in the order asked, each once", async () => {
    const asked = ask(START, END, { probeIds: `${humidityId},${probeId},${humidityId}` });
    const { series } = await getHistory.call(accountContext(owner), asked);
    expect(series.map((one) => [one.probeId, one.at.length > 0])).toEqual([
      [humidityId, false],
      [probeId, true],
    ]);
  });

  it("takes epoch milliseconds, and carriers instead of probes", async () => {
    const asked = { carrierIds: String(fridge.carrier.id), from: String(START), to: String(START + HOUR_MS) };
    const { series } = await getHistory.call(accountContext(owner), asked);
    expect(series.map((one) => one.probeId)).toEqual([probeId, humidityId]);
    expect(series[0]?.at).toEqual(inside(START, START + HOUR_MS).map(({ at }) => at));
  });
});

describe("statistics", () => {
  const bruteForce = (from: number, to: number) => {
    const own = inside(from, to);
    const values = own.map(({ value }) => value);
    const byReadings = values.reduce((sum, value) => sum + value, 0) / values.length;
    const [minimum, maximum] = [Math.min(...values), Math.max(...values)];
    let [observed, within, silent, gaps, area, arrhenius] = [0, 0, 0, 0, 0, 0];
    readings.forEach(({ at, value }, index) => {
      const next = readings[index + 1]?.at ?? NOW.getTime();
      const part = Math.min(next, to) - Math.max(at, from);
      if (part <= 0) return;
      if (next - at > 10 * MINUTE_MS) {
        silent += part;
        gaps += 1;
        return;
      }
      observed += part;
      area += part * value;
      arrhenius += part * arrheniusTerm(value);
      if (value >= 2 && value <= 8) within += part;
    });
    return {
      count: values.length,
      minimum,
      minimumAt: own.find(({ value }) => value === minimum)?.at,
      maximum,
      maximumAt: own.find(({ value }) => value === maximum)?.at,
      mean: area / observed,
      deviation: Math.sqrt(values.reduce((sum, value) => sum + (value - byReadings) ** 2, 0) / (values.length - 1)),
      kinetic: meanKineticTemperatureOf(arrhenius, observed),
      observed: observed / 1000,
      within: within / 1000,
      silent: silent / 1000,
      gaps,
    };
  };

  it.each([
    ["whole days", 0, 12],
    ["odd edges", 1.234, 9.877],
    ["inside a gap", 2.95, 4.31],
    ["less than an hour", 5.01, 5.03],
  ])("equal brute force: %s", async (_name, fromDay, toDay) => {
    const [from, to] = [START + Math.round(fromDay * DAY_MS), START + Math.round(toDay * DAY_MS)];
    const { probes, isExamined } = await getStatistics.call(accountContext(owner), ask(from, to));
    const [found] = probes;
    const expected = bruteForce(from, to);
    expect(isExamined).toBe(true);
    expect(found).toMatchObject({
      probeId,
      count: expected.count,
      minimum: expected.minimum,
      minimumAt: expected.minimumAt,
      maximum: expected.maximum,
      maximumAt: expected.maximumAt,
      gapCount: expected.gaps,
    });
    expect(found?.mean).toBeCloseTo(expected.mean, 9);
    expect(found?.standardDeviation).toBeCloseTo(expected.deviation, 9);
    const isRefused = expected.observed * 1000 < 0.9 * (to - from);
    expect([found?.meanKineticTemperature, found?.kineticRefusal]).toEqual(
      isRefused ? [null, "incomplete"] : [expect.closeTo(expected.kinetic as number, 9), null],
    );
    expect(found?.observedSeconds).toBeCloseTo(expected.observed, 3);
    expect(found?.withinSeconds).toBeCloseTo(expected.within, 3);
    expect(found?.gapSeconds).toBeCloseTo(expected.silent, 3);
    expect(found?.passRate).toBeCloseTo(expected.within / expected.observed, 9);
  });

  it("name the gaps", async () => {
    const { probes } = await getStatistics.call(accountContext(owner), ask(START, END));
    const before = readings.findLast(({ at }) => at <= START + 30.2 * HOUR_MS)?.at;
    // The third lasts from the last reading on.
    expect(probes[0]?.gaps).toHaveLength(3);
    expect(probes[0]?.gaps[2]).toEqual({ from: readings.at(-1)?.at, to: END });
    expect(probes[0]?.gaps[0]).toEqual({ from: before, to: readings.find(({ at }) => at > (before as number))?.at });
  });

  it("judge a probe by the pace at which it was recorded, and a switch by its changes", async () => {
    const slow = await makeFridge(db(), owner, {
      measures: ["temperature", "door"],
      device: { reportIntervalSeconds: 60 },
    });
    await limit(slow, owner.id, 2, 8);
    const minutes = [0, 10, 20, 30, 32, 34, 36, 46, 56, 66, 106, 116, 126, 127, 128, 129, 139, 140, 141];
    const at = (minute: number) => START + minute * MINUTE_MS;
    await send(
      slow.sensor.serialNumber,
      minutes.map((minute) => ({ at: at(minute), value: 5 })),
    );
    await send(
      slow.sensor.serialNumber,
      [0, 50, 51, 110, 141].map((minute) => ({ at: at(minute), value: minute % 2 })),
      "door",
    );
    const ids = `${slow.probes.temperature},${slow.probes.door}`;
    const { probes } = await getStatistics.call(accountContext(owner), ask(START, at(141), { probeIds: ids }));
    const gap = (from: number, to: number) => ({ from: at(from), to: at(to) });
    expect(probes[0]).toMatchObject({
      observedSeconds: 91 * 60,
      withinSeconds: 91 * 60,
      passRate: 1,
      gapSeconds: 50 * 60,
    });
    expect(probes[0]?.gaps).toEqual([gap(66, 106), gap(129, 139)]);
    expect(probes[0]?.onSeconds).toBeNull();
    expect(probes[1]).toMatchObject({ observedSeconds: 141 * 60, onSeconds: 59 * 60, gapCount: 0, passRate: null });
    // A range inside one step is judged by the readings around it.
    const inner = await getStatistics.call(accountContext(owner), ask(at(13), at(17), { probeIds: ids }));
    expect(inner.probes[0]).toMatchObject({ count: 0, observedSeconds: 4 * 60, withinSeconds: 4 * 60, gapCount: 0 });
    const silent = await getStatistics.call(accountContext(owner), ask(at(70), at(100), { probeIds: ids }));
    expect(silent.probes[0]?.gaps).toEqual([gap(70, 100)]);
  });

  it("have no rate without limits and no figures without readings", async () => {
    const asked = ask(START, END, { probeIds: String(humidityId) });
    const { probes } = await getStatistics.call(accountContext(owner), asked);
    expect(probes[0]).toMatchObject({
      count: 0,
      mean: null,
      standardDeviation: null,
      passRate: null,
      withinSeconds: null,
    });
    expect(probes[0]?.gaps).toEqual([{ from: START, to: END }]);
  });
});

describe("the list", () => {
  it.each(["newest", "oldest"] as const)("pages by cursor through every reading, %s first", async (order) => {
    const [from, to] = [START, START + 20 * HOUR_MS];
    const pages: Reading[] = [];
    let cursor: string | null = null;
    do {
      const more: Record<string, unknown> = { order, length: "50", ...(cursor && { cursor }) };
      const page = await listReadings.call(accountContext(owner), ask(from, to, more) as never);
      expect(page.items.length).toBeLessThanOrEqual(50);
      pages.push(...page.items);
      cursor = page.next;
    } while (cursor);
    const expected = inside(from, to).map((reading) => ({ ...reading, probeId }));
    expect(pages).toEqual(order === "newest" ? expected.toReversed() : expected);
  });

  it("loses and repeats nothing where probes were read at the same instant", async () => {
    const other = await makeFridge(db(), owner, { measures: ["temperature", "co2"] });
    const values = Array.from({ length: 40 }, (_, index) => ({ at: START + index * MINUTE_MS, value: index }));
    await send(other.sensor.serialNumber, values);
    await send(other.sensor.serialNumber, values, "co2");
    const ids = `${other.probes.temperature},${other.probes.co2}`;
    const seen = new Set<string>();
    let cursor: string | null = null;
    do {
      const more: Record<string, unknown> = { probeIds: ids, length: "15", ...(cursor && { cursor }) };
      const page = await listReadings.call(accountContext(owner), ask(START, END, more) as never);
      for (const { at, probeId: id } of page.items) {
        expect(seen.has(`${at} ${id}`)).toBe(false);
        seen.add(`${at} ${id}`);
      }
      cursor = page.next;
    } while (cursor);
    expect(seen.size).toBe(80);
  });

  it("comes as a file with a byte order mark, times with their offset and text no spreadsheet runs", async () => {
    const other = await makeFridge(db(), owner, { carrier: { name: '=1+1, "cold"' } });
    const values = [
      { at: Date.UTC(2025, 9, 26, 0, 30), value: -0.1 },
      { at: Date.UTC(2025, 9, 26, 1, 30, 0, 5), value: 4.25 },
    ];
    await send(other.sensor.serialNumber, values);
    const reply = await exportReadings.call(
      accountContext(owner),
      ask(START, END, { probeIds: String(other.probes.temperature) }),
    );
    expect(reply).toBeInstanceOf(RawReply);
    expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename="GM_\d{14}\.csv"$/);
    const bytes = new Uint8Array(await new Response(reply.body).arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).split("\r\n");
    const fixed = `"'=1+1, ""cold""",${other.sensor.name} (${other.sensor.serialNumber}),Temperature,°C`;
    expect(lines.slice(1)).toEqual([
      `2025-10-26T02:30:00.000+02:00,${fixed},-0.1`,
      `2025-10-26T02:30:00.005+01:00,${fixed},4.25`,
      "",
    ]);
    expect(lines[0]?.split(",")).toHaveLength(6);
  });
});

describe("excursions", () => {
  it("are the exceptions that touch the range and were not withdrawn", async () => {
    const own = await makeFridge(db(), owner);
    const id = own.probes.temperature as number;
    const row = (hour: number, endHour: number | null, withdrawn = false) => ({
      customerId: owner.id,
      carrierId: own.carrier.id,
      deviceId: own.sensor.id,
      probeId: id,
      kind: "range" as const,
      measure: "temperature" as const,
      side: "above" as const,
      severity: "major" as const,
      startedAt: new Date(START + hour * HOUR_MS),
      raisedAt: new Date(START + hour * HOUR_MS),
      endedAt: endHour === null ? null : new Date(START + endHour * HOUR_MS),
      withdrawnAt: withdrawn ? NOW : null,
    });
    await db()
      .insert(exception)
      .values([row(0, 1), row(1, 3), row(4, 5, true), row(6, 7), row(8, 9), row(5, null)]);
    const asked = ask(START + 2 * HOUR_MS, START + 8 * HOUR_MS, { probeIds: String(id) });
    const { items } = await listExcursions.call(accountContext(owner), asked);
    const hours = items.map(({ startedAt, endedAt }) => [startedAt, endedAt].map((at) => at && (at - START) / HOUR_MS));
    expect(hours).toEqual([
      [6, 7],
      [5, null],
      [1, 3],
    ]);
    expect(items[0]).toMatchObject({ probeId: id, side: "above", severity: "major" });
  });
});

describe("scope", () => {
  it("hides another customer's probes and carriers in every call", async () => {
    const stranger = accountContext(await makeCustomer(db()));
    const asked = ask(START, END);
    const missing = { code: "NOT_FOUND" };
    for (const call of [getHistory, getStatistics, listReadings, listExcursions, exportReadings]) {
      await expect(call.call(stranger, asked)).rejects.toMatchObject(missing);
      const byCarrier = { ...asked, probeIds: undefined, carrierIds: String(fridge.carrier.id) };
      await expect(call.call(stranger, byCarrier)).rejects.toMatchObject(missing);
    }
    await expect(getView.call(stranger, { probeIds: String(probeId) })).rejects.toMatchObject(missing);
    expect(await listChoices.call(stranger, {})).toEqual({ items: [], hasMore: false });
    const mine = await getHistory.call(accountContext(owner), asked);
    expect(mine.series[0]?.at.length).toBeGreaterThan(0);
  });

  it("needs the permission", async () => {
    const ctx = accountContext(owner);
    const actor = ctx.actor.type === "user" ? { ...ctx.actor.principal, permissions: new Set<never>() } : null;
    const denied = { ...ctx, actor: { type: "user" as const, principal: actor as never } };
    await expect(getHistory.call(denied, ask(START, END))).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("shows an account bound to nodes the mounted period alone", async () => {
    const nodes = ["north", "south"].map((name) => ({ customerId: owner.id, code: `${name}-${probeId}`, name }));
    const [north, south] = await db().insert(scene).values(nodes).returning();
    const [northId, southId] = [north?.id as number, south?.id as number];
    const moved = await makeFridge(db(), owner, { carrier: { sceneId: northId } });
    const target = await makeFridge(db(), owner, { carrier: { sceneId: southId } });
    const id = moved.probes.temperature as number;
    const change = START + 5 * HOUR_MS;
    const values = Array.from({ length: 120 }, (_, index) => ({
      at: START + index * 5 * MINUTE_MS,
      value: index / 10,
    }));
    await send(moved.sensor.serialNumber, values);
    await db().$client`update mounting set unmounted_at = ${iso(change)} where probe_id = ${id}`;
    await db()
      .insert(mounting)
      .values({ customerId: owner.id, probeId: id, carrierId: target.carrier.id, mountedAt: new Date(change) });

    const asked = ask(START, START + DAY_MS, { probeIds: String(id) });
    const bound = (sceneId: number) => accountContext(owner, { sceneIds: [sceneId] });
    const ats = async (ctx: OperationContext, query: typeof asked) => (await getHistory.call(ctx, query)).series[0]?.at;
    const before = values.filter(({ at }) => at < change).map(({ at }) => at);
    const after = values.filter(({ at }) => at >= change).map(({ at }) => at);
    expect(await ats(bound(northId), asked)).toEqual(before);
    expect(await ats(bound(southId), asked)).toEqual(after);
    expect(await ats(accountContext(owner), asked)).toEqual([...before, ...after]);
    await expect(getHistory.call(bound(owner.sceneId), asked)).rejects.toMatchObject({ code: "NOT_FOUND" });

    const northern = await getStatistics.call(bound(northId), asked);
    expect(northern.probes[0]).toMatchObject({ count: before.length, observedSeconds: 5 * 3600, gapCount: 0 });
    const rows = await listReadings.call(bound(southId), { ...asked, length: "100" } as never);
    expect(rows.items.map(({ at }) => at)).toEqual(after.toReversed().slice(0, 100));
    const csv = await exportReadings.call(bound(northId), asked);
    expect((await new Response(csv.body).text()).trim().split("\r\n")).toHaveLength(before.length + 1);
    expect((await listChoices.call(bound(southId), {})).items.map(({ carrierId }) => carrierId)).toEqual([
      target.carrier.id,
    ]);

    // A carrier's history is its own, whichever device measured it.
    const byCarrier = { ...asked, probeIds: undefined, carrierIds: String(moved.carrier.id) };
    expect(await ats(accountContext(owner), byCarrier as never)).toEqual(before);
  });
});

describe("input", () => {
  it.each([
    ["neither probes nor carriers", { probeIds: undefined }, "probeIds", "invalid_type"],
    ["ids that are none", { probeIds: "1,x" }, "probeIds", "invalid_format"],
    [
      "too many probes",
      { probeIds: Array.from({ length: 21 }, (_, index) => index + 1).join(",") },
      "probeIds",
      "custom",
    ],
    ["no start", { from: undefined }, "from", "invalid_type"],
    ["a start without an offset", { from: "2025-10-22T07:00:00" }, "from", "invalid_format"],
    ["an end that is none", { to: "yesterday" }, "to", "invalid_format"],
    ["an end before the start", { to: iso(START - 1) }, "to", "custom"],
    ["an empty range", { to: iso(START) }, "to", "custom"],
    ["more than five years", { to: iso(START + 1831 * DAY_MS) }, "to", "custom"],
    ["too few points", { points: "9" }, "points", "too_small"],
    ["too many points", { points: "5001" }, "points", "too_big"],
    ["half a point", { points: "10.5" }, "points", "invalid_type"],
  ])("refuses %s", async (_name, change, path, rule) => {
    const call = getHistory.call(accountContext(owner), { ...ask(START, END), ...change } as never);
    const error = await call.then(
      () => null,
      (thrown: { issues?: { path: string[]; code: string }[] }) => thrown,
    );
    expect(error?.issues?.map((issue) => [issue.path.join("."), issue.code])).toEqual([[path, rule]]);
  });

  it.each([
    ["a page size that is not offered", { length: "16" }, "length", "invalid_value"],
    ["a foreign cursor", { cursor: "1;drop" }, "cursor", "invalid_format"],
    ["an unknown order", { order: "random" }, "order", "invalid_value"],
  ])("refuses %s in the list", async (_name, change, path, rule) => {
    const call = listReadings.call(accountContext(owner), { ...ask(START, END), ...change } as never);
    const error = await call.then(
      () => null,
      (thrown: { issues?: { path: string[]; code: string }[] }) => thrown,
    );
    expect(error?.issues?.map((issue) => [issue.path.join("."), issue.code])).toEqual([[path, rule]]);
  });

  it("takes a plus sign that arrived as a space", async () => {
    const asked = ask(START, END, { from: "2025-10-22T09:13:20.000 02:00" });
    expect((await getHistory.call(accountContext(owner), asked)).series[0]?.at[0]).toBe(START);
  });
});

describe("the window", () => {
  it("opens a carrier with everything its first paint needs", async () => {
    const view = await getView.call(accountContext(owner), {
      carrierIds: String(fridge.carrier.id),
      from: iso(START),
      to: iso(END),
    });
    expect(view.probes.map(({ probeId: id, minimum, maximum }) => [id, minimum, maximum])).toEqual([
      [probeId, 2, 8],
      [humidityId, null, null],
    ]);
    expect(view).toMatchObject({ timeZone: MADRID, range: { from: START, to: END }, hiddenProbes: 0, choices: null });
    expect(view.customerNames).toEqual([owner.name]);
    expect(view.table.items).toHaveLength(15);
    expect(view.statistics.probes[0]?.count).toBe(readings.length);
    // Past 8 °C for three hours: the alarm that the readings raised is shaded.
    expect(view.excursions.some(({ side, probeId: id }) => side === "above" && id === probeId)).toBe(true);
    expect(JSON.stringify(view)).not.toContain("periods");
  });

  it("says when the newest reading was, where the last day has none", async () => {
    const view = await getView.call(accountContext(owner), { probeIds: String(probeId), from: "nonsense" });
    expect(view.range).toEqual({ from: NOW.getTime() - DAY_MS, to: NOW.getTime() });
    expect(view.statistics.probes[0]?.count).toBe(0);
    expect(view.lastReadingAt).toBe(readings.at(-1)?.at);
  });

  it("offers carriers to choose from, and finds them by name and serial number", async () => {
    const view = await getView.call(accountContext(owner), {});
    expect(view.probes).toEqual([]);
    expect(view.choices?.items.length).toBeGreaterThan(1);
    const found = await listChoices.call(accountContext(owner), { q: fridge.sensor.serialNumber.toLowerCase() });
    expect(found).toEqual({
      items: [
        {
          carrierId: fridge.carrier.id,
          name: fridge.carrier.name,
          type: "refrigerator",
          probes: [
            {
              probeId,
              measure: "temperature",
              channel: "",
              serialNumber: fridge.sensor.serialNumber,
              minimum: 2,
              maximum: 8,
            },
            {
              probeId: humidityId,
              measure: "humidity",
              channel: "",
              serialNumber: fridge.sensor.serialNumber,
              minimum: null,
              maximum: null,
            },
          ],
        },
      ],
      hasMore: false,
    });
    expect((await listChoices.call(accountContext(owner), { q: "%" })).items).toEqual([]);
  });
});
