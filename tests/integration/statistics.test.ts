import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { guidanceText, statisticsDefinition } from "@/db/schema";
import { listExceptions } from "@/features/exception/exception.operations";
import { sumHours } from "@/features/observation/observation.jobs";
import { definitions } from "@/features/statistics/definition/definition.operations";
import { listDetail, loadDetailScreen } from "@/features/statistics/detail/detail.operations";
import { exportDetail } from "@/features/statistics/detail/export.operations";
import { exportStatistics } from "@/features/statistics/export.operations";
import { exportGuidance, getGuidance, saveGuidanceText } from "@/features/statistics/guidance/guidance.operations";
import {
  compareStatistics,
  countDoors,
  getHeatMap,
  getTrend,
  listStatistics,
} from "@/features/statistics/statistic.operations";
import { getStatistics } from "@/features/telemetry/history/statistics.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import type { RawReply } from "@/lib/http/reply";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeReason } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows, trailOf } from "../support/audit";
import { deviceContext, systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 2, 2);
const NOW = new Date(START + 4 * DAY_MS);
const iso = (at: number) => new Date(at).toISOString();

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Fridge = Awaited<ReturnType<typeof makeFridge>>;
let own: Customer;
let other: Customer;
let fridge: Fridge;
let spare: Fridge;
let admin: OperationContext;

const contextOf = async (options: UserOptions = {}, customer = own): Promise<OperationContext> => ({
  ...(await accountContext(db(), await makeUser(db(), customer.id, options))),
  now: NOW,
});
const textOf = async (reply: Promise<RawReply>) => new Response((await reply).body as BodyInit).text();

/** Three days of readings every ten minutes: 5 °C, and 10 °C for two hours of the second day; the door opens twice. */
beforeAll(async () => {
  own = await makeCustomer(db(), { timeZone: "UTC" });
  other = await makeCustomer(db());
  const device = { reportIntervalSeconds: 600 };
  fridge = await makeFridge(db(), own, { device, measures: ["temperature", "door"] });
  spare = await makeFridge(db(), own, { device });
  const readings = Array.from({ length: 3 * 144 }, (_, index) => {
    const at = START + index * 10 * MINUTE_MS;
    const isWarm = at >= START + DAY_MS + 10 * HOUR_MS && at < START + DAY_MS + 12 * HOUR_MS;
    const isOpen = [12, 40].includes(index);
    return [
      { device: fridge.sensor.serialNumber, at, values: { temperature: isWarm ? 10 : 5, door: isOpen ? 1 : 0 } },
      { device: spare.sensor.serialNumber, at, values: { temperature: 4 } },
    ];
  }).flat();
  await ingest({ ...deviceContext(own.id), now: NOW }, readings);
  await sumHours.run({}, { db: db(), now: NOW, attempt: 1, maximumAttempts: 1, signal: new AbortController().signal });
  admin = await contextOf();
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const range = { from: iso(START), to: iso(START + 2 * DAY_MS) };

describe("the statistics", () => {
  it("are those of the history, for each carrier and for all", async () => {
    const { items, total, all } = await listStatistics.call(admin, range);
    expect(total).toBe(2);
    // The lowest pass rate first.
    const [first, second] = items;
    expect(first).toMatchObject({
      carrierId: fridge.carrier.id,
      minimum: 5,
      maximum: 10,
      excursions: 1,
      completeness: 1,
    });
    expect(second).toMatchObject({ carrierId: spare.carrier.id, passRate: 1, outsideSeconds: 0, excursions: 0 });
    const probeIds = String(fridge.probes.temperature);
    const [history] = (await getStatistics.call(admin, { probeIds, ...range })).probes;
    expect(first?.mean).toBeCloseTo(history?.mean as number, 9);
    expect(first?.meanKineticTemperature).toBeCloseTo(history?.meanKineticTemperature as number, 9);
    expect(first?.passRate).toBeCloseTo(history?.passRate as number, 9);
    expect(first?.outsideSeconds).toBeCloseTo(2 * 3600, 6);
    expect(first?.degreeMinutes).toBeCloseTo(2 * 120, 6);
    expect(all.passRate).toBeCloseTo(94 / 96, 9);
    expect(all.excursions).toBe(1);
  });

  it("group, filter, sort and page", async () => {
    expect((await listStatistics.call(admin, { ...range, by: "place" })).items).toMatchObject([
      { sceneId: own.sceneId, carriers: 2, probes: 2, carrierId: null },
    ]);
    expect((await listStatistics.call(admin, { ...range, by: "type" })).items).toMatchObject([
      { type: "refrigerator" },
    ]);
    const probes = await listStatistics.call(admin, { ...range, by: "probe", carrierId: fridge.carrier.id });
    expect(probes.items).toMatchObject([{ probeId: fridge.probes.temperature }]);
    const paged = { ...range, sort: "mean", dir: "desc", iDisplayStart: 1, iDisplayLength: 1 } as const;
    expect((await listStatistics.call(admin, paged)).items).toMatchObject([{ carrierId: spare.carrier.id }]);
    expect((await listStatistics.call(admin, { ...range, measure: "humidity" })).total).toBe(0);
    expect((await listStatistics.call(admin, { ...range, carrierType: "vehicle" })).total).toBe(0);
  });

  it("compare with the period before", async () => {
    const second = { from: iso(START + DAY_MS), to: iso(START + 2 * DAY_MS) };
    const before = await compareStatistics.call(admin, second);
    expect(before.range).toEqual({ from: START, to: START + DAY_MS });
    expect(before.rows[`carrier:${fridge.carrier.id}`]).toMatchObject({ passRate: 1, excursions: 0, mean: 5 });
    expect(before.rows.all).toMatchObject({ passRate: 1 });
  });

  it("have a course by day, and a map of hours by days, that add up to them", async () => {
    const trend = await getTrend.call(admin, range);
    expect(trend.unit).toBe("day");
    expect(trend.parts).toMatchObject([
      { at: START, passRate: 1, outsideSeconds: 0 },
      { at: START + DAY_MS, maximum: 10, outsideSeconds: 7200 },
    ]);
    expect(trend.lowest[0]).toMatchObject({ name: fridge.carrier.name });
    const heat = await getHeatMap.call(admin, range);
    expect(heat.days).toEqual(["2026-03-02", "2026-03-03"]);
    expect(heat.seconds.flat().reduce((sum: number, seconds) => sum + (seconds ?? 0), 0)).toBeCloseTo(7200, 6);
    expect([heat.seconds[1]?.[10], heat.seconds[1]?.[11], heat.seconds[1]?.[12]]).toEqual([3600, 3600, 0]);
    expect(heat.deviation[0]?.[0]).toBeCloseTo(-0.5, 9);
  });

  it("count how often doors opened", async () => {
    expect(await countDoors.call(admin, range)).toEqual({ rows: { [`carrier:${fridge.carrier.id}`]: 2 } });
    const morning = { from: iso(START), to: iso(START + 3 * HOUR_MS) };
    expect(await countDoors.call(admin, morning)).toEqual({ rows: { [`carrier:${fridge.carrier.id}`]: 1 } });
  });

  it("are saved as a file", async () => {
    const text = await textOf(exportStatistics.call(admin, range));
    expect(text.split("\r\n")).toHaveLength(4);
    expect(text).toContain(fridge.carrier.name);
    expect(text).toContain("0.9583");
  });

  it("refuse a range that is empty, half or too long, and name the field", async () => {
    const issue = async (asked: object) => (await refusal(listStatistics.call(admin, asked))).issues?.[0];
    expect(await issue({ from: range.from, to: range.from })).toMatchObject({ path: "to", rule: "emptyRange" });
    expect(await issue({ from: range.from })).toMatchObject({ path: "to", rule: "required" });
    expect(await issue({ from: iso(0), to: iso(START) })).toMatchObject({ path: "to", rule: "selectionDays" });
  });

  it("are denied without the permission, and leave out what is outside the scope", async () => {
    const nobody = await contextOf({ permissions: ["viewEx"] });
    for (const operation of [listStatistics, compareStatistics, getTrend, getHeatMap, countDoors, exportStatistics])
      expect(await refusal((operation.call as (...all: unknown[]) => Promise<unknown>)(nobody, range))).toMatchObject({
        code: "FORBIDDEN",
      });
    const stranger = await contextOf({}, other);
    expect((await listStatistics.call(stranger, range)).total).toBe(0);
    expect((await listStatistics.call(stranger, { ...range, carrierId: fridge.carrier.id })).total).toBe(0);
    expect((await getTrend.call(stranger, range)).lowest).toEqual([]);
  });
});

describe("a saved definition", () => {
  const values = (name: string) =>
    ({ name, owner: "own", by: "place", measure: "temperature", range: "week" }) as const;
  const stored = async (id: number) =>
    (await db().select().from(statisticsDefinition).where(eq(statisticsDefinition.id, id)))[0];

  it("is made, changed and removed, with its trail", async () => {
    const made = await definitions.create.call(admin, values("weekly"));
    expect(made).toMatchObject({ name: "weekly", owner: "own", by: "place", range: "week", sceneId: null });
    const changed = await definitions.update.call(admin, {
      id: made.id,
      ...values("monthly"),
      range: "month",
      owner: "customer",
    });
    expect(changed).toMatchObject({ name: "monthly", owner: "customer", range: "month" });
    expect(await definitions.remove.call(admin, { id: made.id })).toEqual(changed);
    expect(await stored(made.id)).toBeUndefined();
    expect((await trailOf(db(), own.id, "statisticsDefinition", made.id)).map(({ operation }) => operation)).toEqual([
      "statisticsDefinition.create",
      "statisticsDefinition.update",
      "statisticsDefinition.remove",
    ]);
  });

  it("is its user's alone, unless it is shared with the customer", async () => {
    const colleague = await contextOf();
    const mine = await definitions.create.call(admin, values("mine"));
    const shared = await definitions.create.call(admin, { ...values("shared"), owner: "customer" });
    const before = [await stored(mine.id), (await auditRows(db(), own.id)).length];
    const stranger = await contextOf({}, other);
    const bound = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] });
    for (const call of [
      () => definitions.get.call(colleague, { id: mine.id }),
      () => definitions.update.call(colleague, { id: mine.id, ...values("taken") }),
      () => definitions.remove.call(colleague, { id: mine.id }),
      () => definitions.get.call(stranger, { id: shared.id }),
      () => definitions.remove.call(bound, { id: shared.id }),
    ])
      expect(await refusal(call())).toMatchObject({ code: "NOT_FOUND" });
    expect([await stored(mine.id), (await auditRows(db(), own.id)).length]).toEqual(before);
    const names = (await definitions.list.call(colleague, {})).items.map(({ name }) => name);
    expect(names).toContain("shared");
    expect(names).not.toContain("mine");
  });

  it("is refused with a used name, a place out of scope, or without the permission", async () => {
    await definitions.create.call(admin, values("twice"));
    expect(await refusal(definitions.create.call(admin, values("TWICE")))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "name", rule: "unique" }],
    });
    expect(await refusal(definitions.create.call(admin, { ...values("far"), sceneId: other.sceneId }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "sceneId", rule: "reference" }],
    });
    expect(await refusal(definitions.create.call(admin, { ...values(""), name: "" }))).toMatchObject({
      code: "INVALID",
    });
    const viewer = await contextOf({ permissions: ["viewDataStatistics"] });
    expect(await refusal(definitions.create.call(viewer, values("no")))).toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("the detail data", () => {
  const asked = (more: object = {}) => ({
    probeIds: [fridge.probes.temperature, spare.probes.temperature].join(","),
    ...{ from: String(START), to: String(START + 2 * DAY_MS) },
    ...more,
  });

  it.each([
    ["hour", "mean", 48, [10, 4]],
    ["halfHour", "value", 96, [10, 4]],
    ["day", "maximum", 2, [10, 4]],
    ["day", "minimum", 2, [5, 4]],
    ["raw", "mean", 288, [10, 4]],
  ] as const)("has a row for each %s with the %s of each probe", async (interval, show, count, warm) => {
    const rows = [];
    let cursor: number | undefined;
    do {
      const page = await listDetail.call(
        admin,
        asked({ interval, show, length: "50", ...(cursor && { cursor: String(cursor) }) }),
      );
      rows.push(...page.rows);
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(rows).toHaveLength(count);
    expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted((a, b) => b - a));
    const at = interval === "day" ? START + DAY_MS : START + DAY_MS + 10 * HOUR_MS;
    expect(rows.find((row) => row.at === at)?.cells).toEqual(warm);
    const oldest = await listDetail.call(admin, asked({ interval, show, order: "oldest" }));
    expect(oldest.rows[0]).toEqual(rows.at(-1));
  });

  it("opens with a page of the length that every list has", async () => {
    const { table } = await loadDetailScreen({ ...admin, search: asked() } as unknown as PageContext);
    expect(table).toEqual(await listDetail.call(admin, asked()));
    expect(table.rows).toHaveLength(15);
  });

  it("leaves out intervals without any value, across a gap of any length", async () => {
    const wide = {
      from: String(START - 20 * DAY_MS),
      to: String(START + 20 * MINUTE_MS),
      interval: "minute",
      show: "value",
    };
    expect((await listDetail.call(admin, asked(wide))).rows.map(({ at }) => at)).toEqual([
      START + 10 * MINUTE_MS,
      START,
    ]);
  });

  it("is saved as a file, oldest first", async () => {
    const lines = (await textOf(exportDetail.call(admin, asked({ interval: "hour" })))).trim().split("\r\n");
    expect(lines).toHaveLength(49);
    expect(lines[0]).toContain(spare.carrier.name);
    expect(lines[1]).toMatch(/^2026-03-02T00:00:00\.000\+00:00,5,4$/);
  });

  it("refuses a range too long for its interval before it reads anything, and other people's probes", async () => {
    const long = asked({ from: String(START - 100 * DAY_MS), interval: "minute" });
    expect(await refusal(listDetail.call(admin, long))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "to", rule: "selectionDays", limit: 31 }],
    });
    expect(await refusal(listDetail.call(await contextOf({}, other), asked()))).toMatchObject({ code: "NOT_FOUND" });
    const nobody = await contextOf({ permissions: ["viewHistory"] });
    expect(await refusal(listDetail.call(nobody, asked()))).toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("the guidance", () => {
  it("counts the exceptions of the period by what they have in common", async () => {
    const reason = await makeReason(db(), own.id);
    const [listed] = (await listExceptions.call(admin, {})).items;
    await db().$client`update exception set reason_id = ${reason.id} where id = ${listed?.id as number}`;
    const found = await getGuidance.call(admin, range);
    expect(found.total).toBe(1);
    expect(found.shares.reason).toMatchObject([{ name: reason.name, count: 1, minutes: 120, ids: [listed?.id] }]);
    expect(found.shares.type).toMatchObject([{ key: "sensor-temperature", count: 1 }]);
    expect(found.shares.hour).toMatchObject([{ key: "10", count: 1 }]);
    expect(found.shares.weekday).toMatchObject([{ key: "1", count: 1 }]);
    expect(found.shares.door).toMatchObject([{ key: "closed" }]);
    // A single exception explains nothing.
    expect(found.findings).toEqual([]);
    expect(await textOf(exportGuidance.call(admin, range))).toContain(reason.name);
    expect(await trailOf(db(), own.id, "download", "guidance")).toMatchObject([
      { operation: "download.stream", newValues: { kind: "guidance" } },
    ]);
    const evidence = await listExceptions.call(admin, { ids: String(listed?.id) });
    expect(evidence.items.map(({ id }) => id)).toEqual([listed?.id]);
    const stranger = await contextOf({}, other);
    expect((await getGuidance.call(stranger, range)).total).toBe(0);
    expect((await listExceptions.call(stranger, { ids: String(listed?.id) })).total).toBe(0);
  });

  it("shows the platform's text for a type until it is emptied", async () => {
    const platform = { ...systemContext(), now: NOW };
    const text = { type: "door", locale: "en-US", content: "Close it." } as const;
    await saveGuidanceText.call(platform, text);
    await saveGuidanceText.call(platform, { ...text, content: "Close it, please." });
    expect((await getGuidance.call(admin, range)).texts).toEqual({ door: "Close it, please." });
    await saveGuidanceText.call(platform, { ...text, content: "" });
    expect(await db().select().from(guidanceText)).toEqual([]);
    const viewer = await contextOf({ permissions: ["viewDataStatistics"] });
    expect(await refusal(saveGuidanceText.call(viewer, text))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(saveGuidanceText.call(platform, { ...text, content: "x".repeat(1001) }))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "content" }],
    });
  });
});
