import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { audit, exception, exceptionReason, scene } from "@/db/schema";
import { getException, listExceptions, summariseExceptions } from "@/features/exception/exception.operations";
import {
  acknowledgeException,
  acknowledgeExceptions,
  closeException,
  handleException,
  listExceptionReasons,
  reopenException,
} from "@/features/exception/handling/operations";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { makeException, makeNotice, makeReason, signedInAs } from "../factories/exception";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { brokenLink } from "../support/audit";
import { systemContext } from "../support/contexts";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Fridge = Awaited<ReturnType<typeof makeFridge>>;
type Exception = typeof exception.$inferSelect;

const NOW = new Date();
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const ENDED = { startedAt: ago(120), endedAt: ago(60) };
const PROCESSED = { ...ENDED, status: "processed" as const };

let owner: Customer;
let stranger: Customer;
let fridge: Fridge;
let ctx: OperationContext;
let elsewhere: OperationContext;
let onlooker: OperationContext;
let reasonId: number;

beforeAll(async () => {
  owner = await makeCustomer(db());
  stranger = await makeCustomer(db());
  [ctx, elsewhere, onlooker] = await Promise.all([
    signedInAs(owner.id, { name: "Li Na" }, NOW),
    signedInAs(stranger.id),
    signedInAs(owner.id, { permissions: ["viewEx"] }),
  ]);
  reasonId = (await makeReason(db(), owner.id, "Compressor stopped")).id;
});

beforeEach(async () => {
  fridge = await makeFridge(db(), owner);
});

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const stored = async ({ id }: { id: number }) =>
  (await db().select().from(exception).where(eq(exception.id, id)))[0] as Exception;

const auditOf = (id: number | string, customerId = owner.id) =>
  db()
    .select()
    .from(audit)
    .where(and(eq(audit.entity, "exception"), eq(audit.entityId, String(id)), eq(audit.customerId, customerId)))
    .orderBy(audit.sequence);

/** Runs the work, expects it to be refused and the row to be as before, without an audit line. */
async function refused(row: Exception, work: () => Promise<unknown>, error: Record<string, unknown>) {
  const before = await stored(row);
  await expect(work()).rejects.toMatchObject(error);
  expect(await stored(row)).toEqual(before);
  expect(await auditOf(row.id)).toEqual([]);
}

const idsOf = async (who: OperationContext, query: Record<string, unknown> = {}) => {
  const { items } = await listExceptions.call(who, { carrierId: fridge.carrier.id, ...query });
  return items.map(({ id }) => id);
};

describe("the list", () => {
  it("shows what list and detail need, newest first", async () => {
    const older = await makeException(db(), fridge, ENDED);
    const newer = await makeException(db(), fridge, { startedAt: ago(30), raisedAt: ago(20) });
    const { items, total } = await listExceptions.call(ctx, { carrierId: fridge.carrier.id });
    expect(total).toBe(2);
    expect(items.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(items[0]).toEqual({
      id: newer.id,
      customerId: owner.id,
      kind: "range",
      measure: "temperature",
      side: "above",
      severity: "critical",
      carrier: { id: fridge.carrier.id, name: fridge.carrier.name, type: "refrigerator" },
      scenePath: [{ id: owner.sceneId, name: "House" }],
      device: {
        id: fridge.sensor.id,
        name: fridge.sensor.name,
        serialNumber: fridge.sensor.serialNumber,
        kind: "sensor",
      },
      probeId: fridge.probes.temperature,
      minimum: 2,
      maximum: 8,
      startedAt: ago(30).toISOString(),
      raisedAt: ago(20).toISOString(),
      endedAt: null,
      durationSeconds: 1800,
      peak: 11.3,
      peakAt: ago(20).toISOString(),
      mean: 9.6,
      degreeMinutes: 48,
      meanKineticTemperature: 9.7,
      kineticRefusal: null,
      observedSeconds: null,
      figuresAt: null,
      sampleCount: 6,
      exposure: null,
      forecast: null,
      crossing: null,
      pace: null,
      isDetectedLate: false,
      acknowledgedAt: null,
      acknowledgedBy: null,
      acknowledgedVia: null,
      isEndedSilent: false,
      type: "sensor-temperature",
      acknowledgementComment: null,
      status: "unprocessed",
      isClosed: false,
      reason: null,
      measures: null,
      remark: null,
      analysisResult: null,
      handledAt: null,
      handledBy: null,
      withdrawnAt: null,
      mergedIntoId: null,
      removedAt: null,
      removedBy: null,
      removalReason: null,
    });
    expect(items[1]?.durationSeconds).toBe(3600);
  });

  it("never loses an open exception to the time filter", async () => {
    const open = await makeException(db(), fridge, { startedAt: ago(90 * 1440) });
    const old = await makeException(db(), fridge, { startedAt: ago(90 * 1440), endedAt: ago(89 * 1440) });
    const recent = await makeException(db(), fridge, ENDED);
    const span = { from: ago(1440).toISOString(), to: NOW.toISOString() };
    expect(await idsOf(ctx, span)).toEqual([recent.id, open.id]);
    expect(await idsOf(ctx, { ...span, state: "cleared" })).toEqual([recent.id]);
    expect(await idsOf(ctx)).toContain(old.id);
  });

  it("shows withdrawn ones only when asked", async () => {
    const standing = await makeException(db(), fridge, ENDED);
    const withdrawn = await makeException(db(), fridge, { startedAt: ago(300), withdrawnAt: ago(10) });
    expect(await idsOf(ctx)).toEqual([standing.id]);
    expect(await idsOf(ctx, { withdrawn: "true" })).toEqual([standing.id, withdrawn.id]);
    expect(await idsOf(ctx, { withdrawn: "true", state: "open" })).toEqual([]);
  });

  it("gives what a kind is told by, of each kind its own", async () => {
    const facts = async (values: Partial<typeof exception.$inferInsert>) => {
      const { id } = await makeException(db(), fridge, { ...ENDED, ...values });
      const { exposure, forecast } = await getException.call(onlooker, { id: String(id) });
      return { exposure, forecast };
    };
    const added = { outsideMinutes: 620.5, windowMinutes: 1440 };
    expect(await facts({ kind: "cumulative", context: { ...added, allowedMinutes: 600 } })).toEqual({
      exposure: { ...added, allowedMinutes: 600 },
      forecast: null,
    });
    expect(await facts({ kind: "cumulative", context: added })).toMatchObject({
      exposure: { ...added, allowedMinutes: null },
    });
    const at = Date.parse("2026-11-20T06:32:00Z");
    const foreseen = { predictedAt: at, predictedEarliest: at - 300_000, predictedLatest: at + 480_000 };
    expect(await facts({ kind: "trend", context: foreseen })).toEqual({
      exposure: null,
      forecast: {
        at: "2026-11-20T06:32:00.000Z",
        earliest: "2026-11-20T06:27:00.000Z",
        latest: "2026-11-20T06:40:00.000Z",
      },
    });
  });

  it("filters and sorts", async () => {
    const minor = await makeException(db(), fridge, { ...ENDED, severity: "minor", status: "processed" });
    const long = await makeException(db(), fridge, { startedAt: ago(600), endedAt: ago(30), severity: "warning" });
    const silent = await makeException(db(), fridge, {
      kind: "no-data",
      measure: null,
      side: null,
      severity: "major",
      startedAt: ago(5),
      acknowledgedAt: ago(1),
    });
    const all = [silent.id, minor.id, long.id];
    expect(await idsOf(ctx)).toEqual(all);
    expect(await idsOf(ctx, { state: "open" })).toEqual([silent.id]);
    expect(await idsOf(ctx, { acknowledged: "no" })).toEqual([minor.id, long.id]);
    expect(await idsOf(ctx, { acknowledged: "yes" })).toEqual([silent.id]);
    expect(await idsOf(ctx, { status: "processed" })).toEqual([minor.id]);
    expect(await idsOf(ctx, { severity: "warning" })).toEqual([long.id]);
    expect(await idsOf(ctx, { kind: "no-data" })).toEqual([silent.id]);
    expect(await idsOf(ctx, { carrierType: "refrigerator" })).toEqual(all);
    expect(await idsOf(ctx, { carrierType: "vehicle" })).toEqual([]);
    expect(await idsOf(ctx, { deviceId: fridge.sensor.id })).toEqual(all);
    expect(await idsOf(ctx, { sort: "severity", dir: "desc" })).toEqual([silent.id, minor.id, long.id]);
    expect(await idsOf(ctx, { sort: "durationSeconds", dir: "desc" })).toEqual([long.id, minor.id, silent.id]);
    expect(await idsOf(ctx, { iDisplayStart: 1, iDisplayLength: 1 })).toEqual([minor.id]);
  });

  it("sorts by the place's name", async () => {
    const here = await makeCustomer(db());
    const who = await signedInAs(here.id);
    const names = ["beta", "Alpha", "gamma"];
    for (const name of names) {
      await makeException(db(), await makeFridge(db(), here, { carrier: { name } }), ENDED);
    }
    const { items } = await listExceptions.call(who, { sort: "carrierName", dir: "asc" });
    expect(items.map((row) => row.carrier?.name)).toEqual(["Alpha", "beta", "gamma"]);
  });

  it("finds by name and serial number, with wildcards taken as they are", async () => {
    const named = await makeFridge(db(), owner, { carrier: { name: `Vaccine 100% ${owner.code}` } });
    const row = await makeException(db(), named, ENDED);
    await makeException(db(), fridge, ENDED);
    const search = async (q: string) => (await listExceptions.call(ctx, { q })).items.map(({ id }) => id);
    expect(await search(`100% ${owner.code}`)).toEqual([row.id]);
    expect(await search(`100_ ${owner.code}`)).toEqual([]);
    expect(await search(named.sensor.serialNumber.toLowerCase())).toEqual([row.id]);
  });

  it("narrows to a node and everything below it", async () => {
    const [floor] = await db()
      .insert(scene)
      .values({ customerId: owner.id, parentId: owner.sceneId, code: "floor", name: "Floor 1" })
      .returning();
    const upstairs = await makeFridge(db(), { id: owner.id, sceneId: floor?.id as number });
    const row = await makeException(db(), upstairs, ENDED);
    const list = (sceneId?: number) => listExceptions.call(ctx, { sceneId, deviceId: upstairs.sensor.id });
    expect((await list(owner.sceneId)).items).toMatchObject([
      { id: row.id, scenePath: [{ name: "House" }, { name: "Floor 1" }] },
    ]);
    expect((await list(floor?.id)).total).toBe(1);

    const nurse = await signedInAs(owner.id, { scopeType: 0, sceneIds: [floor?.id as number] });
    const seen = await listExceptions.call(nurse, {});
    expect(seen).toMatchObject({ total: 1, items: [{ id: row.id, scenePath: [{ name: "Floor 1" }] }] });
  });

  it("stays inside the scope", async () => {
    const row = await makeException(db(), fridge, ENDED);
    expect((await listExceptions.call(elsewhere, {})).items.map(({ id }) => id)).not.toContain(row.id);
    await expect(listExceptions.call(elsewhere, { carrierId: fridge.carrier.id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(listExceptions.call(elsewhere, { deviceId: fridge.sensor.id })).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: `deviceId: associated device ${fridge.sensor.id} not found`,
    });
    const nobody = await signedInAs(owner.id, { permissions: [] });
    await expect(listExceptions.call(nobody, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("shows a gateway without a place to those who see the whole customer alone", async () => {
    const gateway = await makeGateway(db(), owner.id);
    const values = { kind: "no-data", measure: null, side: null } as const;
    const row = await makeException(db(), { carrier: null, sensor: gateway }, values);
    const query = { deviceId: gateway.id };
    expect((await listExceptions.call(ctx, query)).items).toMatchObject([{ id: row.id, carrier: null, scenePath: [] }]);
    const nurse = await signedInAs(owner.id, { scopeType: 0, sceneIds: [owner.sceneId] });
    expect((await listExceptions.call(nurse, query)).total).toBe(0);
    await expect(acknowledgeException.call(nurse, { id: row.id, comment: "seen" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("counts what waits, without the withdrawn", async () => {
    const here = await makeCustomer(db());
    const who = await signedInAs(here.id);
    const place = await makeFridge(db(), here);
    await makeException(db(), place, { startedAt: ago(5), acknowledgedAt: ago(1) });
    await makeException(db(), place, ENDED);
    await makeException(db(), place, PROCESSED);
    await makeException(db(), place, { startedAt: ago(200), withdrawnAt: ago(1) });
    expect(await summariseExceptions.call(who, {})).toEqual({ open: 1, unacknowledged: 2, unprocessed: 2 });
  });
});

describe("one exception", () => {
  it("tells who was told, what stood open and who did what", async () => {
    const opened = ago(45);
    const row = await makeException(db(), fridge, {
      startedAt: ago(30),
      context: { doorOpenSince: opened.getTime(), affected: [fridge.sensor.id] },
    });
    await makeNotice(db(), row, { at: ago(29) });
    await makeNotice(db(), row, { at: ago(28), channel: "sms", status: "failed", reason: "no gateway", attempt: 2 });
    await acknowledgeException.call(ctx, { id: row.id, comment: "on my way" });
    const detail = await getException.call(onlooker, { id: String(row.id) });
    expect(detail).toMatchObject({
      id: row.id,
      acknowledgedBy: "Li Na",
      acknowledgementComment: "on my way",
      context: {
        doorOpenSince: opened.toISOString(),
        powerLostSince: null,
        affected: [{ id: fridge.sensor.id, name: fridge.sensor.name, serialNumber: fridge.sensor.serialNumber }],
      },
      notices: [
        {
          channel: "email",
          status: "sent",
          contactName: "Wang",
          recipient: "wang@example.org",
          attempt: 1,
          reason: "",
        },
        { channel: "sms", status: "failed", attempt: 2, reason: "no gateway" },
      ],
      trail: [{ operation: "exception.acknowledge", actor: "Li Na", reason: "on my way" }],
    });
  });

  it("does not exist outside the scope", async () => {
    const row = await makeException(db(), fridge);
    await expect(getException.call(elsewhere, { id: row.id })).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: `id: exception record ${row.id} not found`,
    });
  });
});

describe("acknowledging", () => {
  it("keeps who and why, and tells the other browsers after the commit", async () => {
    const row = await makeException(db(), fridge);
    const events: LiveEvent[] = [];
    const stop = await liveBus().subscribe((batch) => events.push(...batch));
    expect(await acknowledgeException.call(ctx, { id: row.id, comment: " on my way " })).toEqual({ id: row.id });
    expect(await stored(row)).toMatchObject({
      acknowledgedAt: NOW,
      acknowledgementComment: "on my way",
      status: "unprocessed",
    });
    expect(await auditOf(row.id)).toMatchObject([
      {
        operation: "exception.acknowledge",
        actorType: "user",
        reason: "on my way",
        oldValues: { acknowledgedAt: null, acknowledgementComment: null },
        newValues: { acknowledgementComment: "on my way" },
      },
    ]);
    await expect.poll(() => events).toHaveLength(1);
    const place = { customerId: owner.id, carrierId: fridge.carrier.id };
    const data = {
      id: row.id,
      ...place,
      severity: "critical",
      change: "acknowledged",
      by: "Li Na",
      byUserId: expect.any(Number),
    };
    expect(events[0]).toEqual({ type: "exception", ...place, data });
    await stop();
  });

  it("is not for those who may only look", async () => {
    const row = await makeException(db(), fridge);
    const work = () => acknowledgeException.call(onlooker, { id: row.id, comment: "x" });
    await refused(row, work, { code: "FORBIDDEN" });
  });

  it("is not for another customer", async () => {
    const row = await makeException(db(), fridge);
    const work = () => acknowledgeException.call(elsewhere, { id: row.id, comment: "x" });
    await refused(row, work, { code: "NOT_FOUND" });
  });

  it("is not for a machine", async () => {
    const row = await makeException(db(), fridge);
    const work = () => acknowledgeException.call(systemContext(), { id: row.id, comment: "x" });
    await refused(row, work, { code: "FORBIDDEN", message: expect.stringContaining("illegal handler") });
  });

  it.each([[""], ["   "], ["x".repeat(251)], ["a\u0000b"]])("needs a comment in words: %#", async (comment) => {
    const row = await makeException(db(), fridge);
    await refused(row, () => acknowledgeException.call(ctx, { id: row.id, comment }), { name: "ZodError" });
  });

  it("happens once, also when two are at it at the same time", async () => {
    const row = await makeException(db(), fridge);
    const outcomes = await Promise.allSettled(
      ["first", "second"].map((comment) => acknowledgeException.call(ctx, { id: row.id, comment })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "CONFLICT", details: { issues: [{ path: "id", rule: "acknowledged" }] } },
    });
    expect(await auditOf(row.id)).toHaveLength(1);
  });

  it("is too late for what was withdrawn", async () => {
    const row = await makeException(db(), fridge, { withdrawnAt: ago(1) });
    const work = () => acknowledgeException.call(ctx, { id: row.id, comment: "x" });
    await refused(row, work, { code: "CONFLICT", details: { issues: [{ rule: "withdrawn" }] } });
  });
});

describe("acknowledging several", () => {
  it("leaves a line for each in its customer's trail, whose chain still holds", async () => {
    const rows = [await makeException(db(), fridge, ENDED), await makeException(db(), fridge, PROCESSED)];
    const foreign = await makeException(db(), await makeFridge(db(), stranger), ENDED);
    const platform = await signedInAs(owner.id, { scopeType: 3 });
    const ids = [...rows, foreign].map(({ id }) => id);
    expect(await acknowledgeExceptions.call(platform, { ids, comment: "defrosting" })).toEqual({ ids });
    for (const row of rows) {
      expect(await stored(row)).toMatchObject({ acknowledgementComment: "defrosting" });
      expect(await auditOf(row.id)).toMatchObject([{ operation: "exception.acknowledge", reason: "defrosting" }]);
    }
    expect(await auditOf(foreign.id, stranger.id)).toHaveLength(1);
    await expectUnbrokenChain(owner.id);
    await expectUnbrokenChain(stranger.id);
  });

  it("does all or nothing and names the row that cannot be", async () => {
    const fine = await makeException(db(), fridge, ENDED);
    const done = await makeException(db(), fridge, { ...PROCESSED, acknowledgedAt: ago(1) });
    await refused(fine, () => acknowledgeExceptions.call(ctx, { ids: [fine.id, done.id], comment: "x" }), {
      code: "CONFLICT",
      message: `ids.1: exception ${done.id} (${fridge.carrier.name}): the exception is already acknowledged`,
      details: { issues: [{ path: "ids.1", rule: "acknowledged" }] },
    });
  });

  it("names a row that does not exist here", async () => {
    const fine = await makeException(db(), fridge, ENDED);
    const foreign = await makeException(db(), await makeFridge(db(), stranger), ENDED);
    const work = () => acknowledgeExceptions.call(ctx, { ids: [fine.id, foreign.id], comment: "x" });
    await refused(fine, work, { code: "NOT_FOUND", details: { issues: [{ path: "ids.1", rule: "recordNotFound" }] } });
    expect(await stored(foreign)).toMatchObject({ acknowledgedAt: null });
  });

  it("is refused to those who may only look, and without rows or words", async () => {
    const row = await makeException(db(), fridge, ENDED);
    const ids = [row.id];
    await refused(row, () => acknowledgeExceptions.call(onlooker, { ids, comment: "x" }), { code: "FORBIDDEN" });
    await refused(row, () => acknowledgeExceptions.call(ctx, { ids: [], comment: "x" }), { name: "ZodError" });
    await refused(row, () => acknowledgeExceptions.call(ctx, { ids, comment: "" }), { name: "ZodError" });
  });
});

describe("handling", () => {
  const handling = { measures: "moved to fridge 4", remark: "", analysisResult: "confirmed" as const };

  it("records reason, measures and result, also while it goes on", async () => {
    const row = await makeException(db(), fridge);
    await handleException.call(ctx, { id: row.id, reasonId, ...handling });
    expect(await stored(row)).toMatchObject({ ...handling, status: "processed", reasonId, handledAt: NOW });
    expect(await getException.call(ctx, { id: row.id })).toMatchObject({
      reason: { id: reasonId, code: null, name: "Compressor stopped" },
      handledBy: "Li Na",
    });
    expect(await auditOf(row.id)).toMatchObject([
      {
        operation: "exception.handle",
        oldValues: { status: "unprocessed", reasonId: null },
        newValues: { status: "processed", reasonId, reason: "Compressor stopped", analysisResult: "confirmed" },
      },
    ]);
  });

  it("takes a shipped reason", async () => {
    const [shipped] = await db().insert(exceptionReason).values({ code: "other", name: "Other" }).returning();
    const row = await makeException(db(), fridge, ENDED);
    await handleException.call(ctx, { id: row.id, reasonId: shipped?.id as number, ...handling });
    expect(await auditOf(row.id)).toMatchObject([{ newValues: { reason: "other" } }]);
  });

  it("refuses a reason of another customer, also to those who see both", async () => {
    const foreign = await makeReason(db(), stranger.id);
    const row = await makeException(db(), fridge, ENDED);
    const error = { code: "INVALID", details: { issues: [{ path: "reasonId", rule: "reasonNotFound" }] } };
    const platform = await signedInAs(owner.id, { scopeType: 3 });
    for (const who of [ctx, platform]) {
      await refused(row, () => handleException.call(who, { id: row.id, reasonId: foreign.id, ...handling }), error);
    }
  });

  it("refuses the unpermitted, the stranger, the machine and the malformed", async () => {
    const row = await makeException(db(), fridge, ENDED);
    const input = { id: row.id, reasonId, ...handling };
    const acknowledger = await signedInAs(owner.id, { permissions: ["acknowledgeEx"] });
    await refused(row, () => handleException.call(acknowledger, input), { code: "FORBIDDEN" });
    await refused(row, () => handleException.call(elsewhere, input), { code: "NOT_FOUND" });
    await refused(row, () => handleException.call(systemContext(), input), { code: "FORBIDDEN" });
    const long = { ...input, measures: "x".repeat(251) };
    await refused(row, () => handleException.call(ctx, long), { name: "ZodError" });
    const undecided = { ...input, analysisResult: "perhaps" as never };
    await refused(row, () => handleException.call(ctx, undecided), { name: "ZodError" });
  });

  it.each([
    ["processed", PROCESSED, "processed"],
    ["closed", { ...PROCESSED, isClosed: true }, "closed"],
    ["withdrawn", { ...ENDED, withdrawnAt: ago(1) }, "withdrawn"],
  ])("refuses what is %s", async (_name, values, rule) => {
    const row = await makeException(db(), fridge, values);
    await refused(row, () => handleException.call(ctx, { id: row.id, reasonId, ...handling }), {
      code: "CONFLICT",
      details: { issues: [{ path: "id", rule }] },
    });
  });
});

describe("going back to handling", () => {
  it("keeps what was written as a draft and opens a closed record", async () => {
    const row = await makeException(db(), fridge, { ...PROCESSED, isClosed: true, measures: "moved", reasonId });
    await reopenException.call(ctx, { id: row.id, reason: "wrong reason" });
    expect(await stored(row)).toMatchObject({ status: "unprocessed", isClosed: false, measures: "moved", reasonId });
    expect(await auditOf(row.id)).toMatchObject([
      {
        operation: "exception.reopen",
        reason: "wrong reason",
        oldValues: { status: "processed", isClosed: true },
        newValues: { status: "unprocessed", isClosed: false },
      },
    ]);
  });

  it("refuses the unpermitted, the stranger, the wordless and what is not processed", async () => {
    const row = await makeException(db(), fridge, PROCESSED);
    const input = { id: row.id, reason: "x" };
    await refused(row, () => reopenException.call(onlooker, input), { code: "FORBIDDEN" });
    await refused(row, () => reopenException.call(elsewhere, input), { code: "NOT_FOUND" });
    await refused(row, () => reopenException.call(ctx, { id: row.id, reason: " " }), { name: "ZodError" });
    const fresh = await makeException(db(), fridge, ENDED);
    await refused(fresh, () => reopenException.call(ctx, { ...input, id: fresh.id }), {
      code: "CONFLICT",
      details: { issues: [{ rule: "unprocessed" }] },
    });
  });
});

describe("closing", () => {
  it("ends the record", async () => {
    const row = await makeException(db(), fridge, PROCESSED);
    await closeException.call(ctx, { id: row.id });
    expect(await stored(row)).toMatchObject({ isClosed: true, status: "processed" });
    expect(await auditOf(row.id)).toMatchObject([
      { operation: "exception.close", oldValues: { isClosed: false }, newValues: { isClosed: true } },
    ]);
  });

  it("refuses the unpermitted, the stranger and the malformed", async () => {
    const row = await makeException(db(), fridge, PROCESSED);
    await refused(row, () => closeException.call(onlooker, { id: row.id }), { code: "FORBIDDEN" });
    await refused(row, () => closeException.call(elsewhere, { id: row.id }), { code: "NOT_FOUND" });
    await refused(row, () => closeException.call(ctx, { id: "x" }), { name: "ZodError" });
  });

  it.each([
    ["goes on", { status: "processed" as const }, "ongoing"],
    ["is not processed", ENDED, "unprocessed"],
    ["is closed", { ...PROCESSED, isClosed: true }, "closed"],
    ["was withdrawn", { ...PROCESSED, withdrawnAt: ago(1) }, "withdrawn"],
  ])("refuses what %s", async (_name, values, rule) => {
    const row = await makeException(db(), fridge, values);
    await refused(row, () => closeException.call(ctx, { id: row.id }), {
      code: "CONFLICT",
      details: { issues: [{ rule }] },
    });
  });
});

describe("reasons", () => {
  it("are the shipped ones and those of the customer", async () => {
    const foreign = await makeReason(db(), stranger.id);
    const own = await listExceptionReasons.call(onlooker, { customerId: owner.id });
    expect(own.map(({ id }) => id)).toContain(reasonId);
    expect(own.filter(({ customerId }) => customerId !== null && customerId !== owner.id)).toEqual([]);
    const platform = await signedInAs(owner.id, { scopeType: 3 });
    const all = await listExceptionReasons.call(platform, {});
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([foreign.id, reasonId]));
    const mine = await listExceptionReasons.call(platform, { customerId: stranger.id });
    expect(mine.map(({ id }) => id)).not.toContain(reasonId);
    const seen = await listExceptionReasons.call(elsewhere, {});
    expect(seen.map(({ id }) => id)).not.toContain(reasonId);
  });
});

const expectUnbrokenChain = async (customerId: number) => expect(await brokenLink(db(), customerId)).toBeNull();
