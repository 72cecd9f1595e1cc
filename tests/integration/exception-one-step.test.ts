import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import { audit, carrier, contact, exception, exceptionLink, probeState, reading } from "@/db/schema";
import { updateExcursions } from "@/features/alarm/evaluation/record.data";
import { isAnythingMonitored } from "@/features/carrier/monitoring/monitoring.operations";
import { getBriefing } from "@/features/exception/briefing/briefing.operations";
import {
  getException,
  listExceptions,
  loadExceptionScreen,
  summariseExceptions,
} from "@/features/exception/exception.operations";
import {
  acknowledgeException,
  acknowledgeExceptions,
  handleException,
  handleExceptions,
} from "@/features/exception/handling/operations";
import { removeException, removeExceptions } from "@/features/exception/handling/removal.operations";
import { acknowledgeByLink, getLinkedException } from "@/features/exception/link/operations";
import { getNextNotice } from "@/features/notice/delivery/next.operations";
import { loadLinkScreen } from "@/features/notice/delivery/next.service";
import { planNotices } from "@/features/notice/notice.service";
import { linkToken } from "@/lib/auth/link-token";
import { resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { anonymousContext } from "@/lib/operation/request-context";
import type { PageContext } from "@/lib/page/define-page";
import { makeException, makeReason, signedInAs } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";
import { systemContext } from "../support/contexts";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Fridge = Awaited<ReturnType<typeof makeFridge>>;

const NOW = new Date();
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const ENDED = { startedAt: ago(120), endedAt: ago(60) };
const PROCESSED = { ...ENDED, status: "processed" as const };
const PERSON = { permissions: ["acknowledgeEx", "handleEx", "removeEx"] as const, name: "Li Na" };

let owner: Customer;
let fridge: Fridge;
let ctx: OperationContext;
let onlooker: OperationContext;
let elsewhere: OperationContext;
let reason: { id: number };

beforeAll(() => ensurePartitions(db().$client, NOW.getTime() - 86_400_000, NOW.getTime()));
beforeEach(async () => {
  owner = await makeCustomer(db());
  fridge = await makeFridge(db(), owner);
  [ctx, onlooker, elsewhere] = await Promise.all([
    signedInAs(owner.id, PERSON, NOW),
    signedInAs(owner.id, { permissions: ["viewEx"] }, NOW),
    signedInAs((await makeCustomer(db())).id, PERSON, NOW),
  ]);
  reason = await makeReason(db(), owner.id, "Compressor stopped");
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const stored = async ({ id }: { id: number }) =>
  (await db().select().from(exception).where(eq(exception.id, id)))[0] as typeof exception.$inferSelect;
const auditOf = (id: number) =>
  db()
    .select()
    .from(audit)
    .where(and(eq(audit.entity, "exception"), eq(audit.entityId, String(id)), eq(audit.customerId, owner.id)))
    .orderBy(audit.sequence);
const idsOf = async (query: Record<string, unknown> = {}) =>
  (await listExceptions.call(ctx, query)).items.map(({ id }) => id);

async function refused(row: { id: number }, work: () => Promise<unknown>, error: Record<string, unknown>) {
  const before = await stored(row);
  await expect(work()).rejects.toMatchObject(error);
  expect(await stored(row)).toEqual(before);
  expect(await auditOf(row.id)).toEqual([]);
}

describe("acknowledging with a cause", () => {
  it("is one change, which leaves the exception to be handled with the cause filled in", async () => {
    const row = await makeException(db(), fridge);
    await acknowledgeException.call(ctx, { id: row.id, comment: "door was open", reasonId: reason.id });
    expect(await getException.call(ctx, { id: row.id })).toMatchObject({
      ...{ acknowledgedBy: "Li Na", acknowledgementComment: "door was open", status: "unprocessed", handledAt: null },
      reason: { id: reason.id, name: "Compressor stopped" },
    });
    expect(await auditOf(row.id)).toMatchObject([
      {
        ...{ operation: "exception.acknowledge", reason: "door was open", oldValues: { reasonId: null } },
        newValues: { acknowledgementComment: "door was open", reasonId: reason.id, reason: "Compressor stopped" },
      },
    ]);
  });

  it("keeps a draft of the cause where none is given", async () => {
    const row = await makeException(db(), fridge, { reasonId: reason.id });
    await acknowledgeException.call(ctx, { id: row.id, comment: "seen" });
    expect(await stored(row)).toMatchObject({ reasonId: reason.id, acknowledgementComment: "seen" });
    expect((await auditOf(row.id))[0]?.newValues).not.toHaveProperty("reasonId");
  });

  it("acknowledges nothing with a cause of another customer, or of what is processed", async () => {
    const foreign = await makeReason(db(), (await makeCustomer(db())).id);
    const row = await makeException(db(), fridge);
    const platform = await signedInAs(owner.id, { permissions: PERSON.permissions, scopeType: 3 });
    for (const who of [ctx, platform])
      await refused(row, () => acknowledgeException.call(who, { id: row.id, comment: "x", reasonId: foreign.id }), {
        ...{ code: "INVALID", details: { issues: [{ path: "reasonId", rule: "reasonNotFound" }] } },
      });
    const done = await makeException(db(), fridge, PROCESSED);
    await refused(done, () => acknowledgeException.call(ctx, { id: done.id, comment: "x", reasonId: reason.id }), {
      ...{ code: "CONFLICT", details: { issues: [{ path: "id", rule: "processed" }] } },
    });
  });

  it("gives several the same, all or none", async () => {
    const rows = [await makeException(db(), fridge), await makeException(db(), fridge, ENDED)];
    const ids = rows.map(({ id }) => id);
    const done = await makeException(db(), fridge, PROCESSED);
    const all = { ids: [...ids, done.id], comment: "x", reasonId: reason.id };
    await refused(rows[0] as { id: number }, () => acknowledgeExceptions.call(ctx, all), {
      ...{ code: "CONFLICT", details: { issues: [{ path: "ids.2", rule: "processed" }] } },
    });
    await acknowledgeExceptions.call(ctx, { ids, comment: "defrosting", reasonId: reason.id });
    for (const row of rows) {
      expect(await stored(row)).toMatchObject({ reasonId: reason.id, acknowledgementComment: "defrosting" });
      expect(await auditOf(row.id)).toMatchObject([{ newValues: { reason: "Compressor stopped" } }]);
    }
  });

  it("works by the link of a message, with the reasons of its customer", async () => {
    const row = await makeException(db(), fridge);
    const values = { customerId: owner.id, groupId: fridge.group.id, name: "Zhang Wei" };
    const [holder] = await db().insert(contact).values(values).returning();
    const [link] = await db()
      .insert(exceptionLink)
      .values({
        ...{ customerId: owner.id, exceptionId: row.id, contactId: holder?.id as number },
        expiresAt: new Date(Date.now() + 60_000),
      })
      .returning();
    const key = linkToken("exception link", link?.id as string);
    const visitor = anonymousContext(new Headers(), "en-US");
    const page = await loadLinkScreen(visitor, key);
    expect(page.next).toBeNull();
    expect(page.detail.briefing?.causes).toContainEqual({ id: reason.id, code: null, name: "Compressor stopped" });
    await acknowledgeByLink.call(visitor, { key, comment: "on my way", reasonId: reason.id });
    expect(await stored(row)).toMatchObject({ acknowledgedByContact: "Zhang Wei", reasonId: reason.id });
    expect(await getLinkedException.call(visitor, { key })).toMatchObject({ stand: "acknowledged", briefing: null });
  });
});

describe("the briefing before an acknowledgement", () => {
  afterEach(() => {
    delete process.env.SMTP_URL;
    delete process.env.VOICE_WEBHOOK_URL;
    resetEnvironment();
  });

  const plan = [
    { channels: ["email" as const], repeatTimes: 0 },
    { channels: ["voice" as const], afterMinutes: 40, level: 2, repeatTimes: 0 },
  ];
  const contacts = [
    { name: "Zhang Wei", email: "zhang@example.com" },
    { name: "Chief Wang", phone: "13800138000", level: 2, channels: ["voice" as const] },
  ];

  it("names place, value, limits, trend, and who is notified next", async () => {
    const place = await makeFridge(db(), owner, { contacts, plan });
    const probeId = place.probes.temperature as number;
    const values = [7.8, 8.6, 9.4];
    const samples = values.map((value, step) => ({ probeId, at: ago(10 - step * 5), value }));
    await db().insert(reading).values(samples);
    const state = { lastAt: NOW, lastValue: 9.4, trend: 0.16 };
    await db()
      .insert(probeState)
      .values({ probeId, ...state })
      .onConflictDoUpdate({ target: probeState.probeId, set: state });
    const id = await transaction(db(), async (tx) => {
      const row = await makeException(tx, place, { conditionId: place.condition.id, startedAt: ago(10) });
      await planNotices(tx, [row.id]);
      return row.id;
    });
    const briefing = await getBriefing.call(ctx, { id });
    expect(briefing).toMatchObject({
      ...{ id, what: "Temperature above maximum", name: place.carrier.name, path: ["House"], measure: "temperature" },
      ...{ minimum: 2, maximum: 8, startedAt: ago(10).toISOString(), endedAt: null, durationSeconds: 600 },
      current: { value: 9.4, at: NOW.toISOString(), trend: 0.16 },
      recent: values,
    });
    const nextOf = async () => (await getNextNotice.call(ctx, { id })).next;
    // Without a mail server and gateways, nothing reaches anybody, and it says so.
    expect((await nextOf())?.to).toEqual([{ name: "Zhang Wei", channel: "email", undeliverable: "unconfigured" }]);
    process.env.SMTP_URL = "smtp://127.0.0.1:1";
    process.env.VOICE_WEBHOOK_URL = "http://127.0.0.1:1";
    resetEnvironment();
    expect((await nextOf())?.to).toEqual([{ name: "Zhang Wei", channel: "email", undeliverable: null }]);
    expect(briefing.causes).toContainEqual({ id: reason.id, code: null, name: "Compressor stopped" });

    // Once the first message is sent, the next is the escalation.
    await db().$client`
      update outbox set status = 'done' where payload->>'exceptionId' = ${String(id)} and payload->>'channel' = 'email'`;
    const next = await nextOf();
    expect(next?.to).toEqual([{ name: "Chief Wang", channel: "voice", undeliverable: null }]);
    expect((Date.parse(next?.at ?? "") - ago(10).getTime()) / 60_000).toBeCloseTo(40, 0);
    await acknowledgeException.call(ctx, { id, comment: "seen" });
    expect(await nextOf()).toBeNull();
  });

  it("has neither value nor next for what nobody is told of, and no cause for what is processed", async () => {
    const silent = { kind: "no-data", measure: null, side: null, probeId: null } as const;
    const row = await makeException(db(), fridge, { ...silent, ...PROCESSED });
    expect(await getBriefing.call(onlooker, { id: row.id })).toMatchObject({
      ...{ current: null, recent: [], causes: [] },
    });
    expect(await getNextNotice.call(onlooker, { id: row.id })).toEqual({ next: null });
  });

  it("is in the language of the request", async () => {
    const row = await makeException(db(), fridge);
    expect((await getBriefing.call({ ...ctx, locale: "zh-CN" }, { id: row.id })).what).toBe("温度高于上限");
  });

  it("does not exist outside the scope", async () => {
    const row = await makeException(db(), fridge);
    for (const call of [getBriefing, getNextNotice])
      await expect(call.call(elsewhere, { id: row.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("handling several", () => {
  const handling = { measures: "defrosted", remark: "planned", analysisResult: "excluded" as const };

  it("records the same for all, each with its line in the trail", async () => {
    const rows = [await makeException(db(), fridge, ENDED), await makeException(db(), fridge)];
    const ids = rows.map(({ id }) => id);
    expect(await handleExceptions.call(ctx, { ids, reasonId: reason.id, ...handling })).toEqual({ ids });
    for (const row of rows) {
      expect(await stored(row)).toMatchObject({ ...handling, status: "processed", handledAt: NOW });
      expect(await auditOf(row.id)).toMatchObject([
        { operation: "exception.handle", newValues: { reason: "Compressor stopped", status: "processed" } },
      ]);
    }
  });

  it("does all or nothing, and is for people who may handle", async () => {
    const row = await makeException(db(), fridge, ENDED);
    const done = await makeException(db(), fridge, PROCESSED);
    const input = { ids: [row.id, done.id], reasonId: reason.id, ...handling };
    const issues = [{ path: "ids.1", rule: "processed" }];
    await refused(row, () => handleExceptions.call(ctx, input), { code: "CONFLICT", details: { issues } });
    const one = { ...input, ids: [row.id] };
    await refused(row, () => handleExceptions.call(onlooker, one), { code: "FORBIDDEN" });
    await refused(row, () => handleExceptions.call(elsewhere, one), { code: "NOT_FOUND" });
    await refused(row, () => handleExceptions.call(systemContext(), one), { code: "FORBIDDEN" });
  });
});

describe("deleting", () => {
  it("takes an ended exception out of list and counts, and keeps it as evidence", async () => {
    const row = await makeException(db(), fridge, ENDED);
    const other = await makeException(db(), fridge);
    expect(await removeException.call(ctx, { id: row.id, reason: "test of the probe" })).toEqual({ id: row.id });
    expect(await idsOf()).toEqual([other.id]);
    expect(await summariseExceptions.call(ctx, {})).toEqual({ open: 1, unacknowledged: 1, unprocessed: 1 });
    expect((await idsOf({ removed: "true" })).toSorted((a, b) => a - b)).toEqual([row.id, other.id]);
    expect(await getException.call(ctx, { id: row.id })).toMatchObject({
      ...{ removedAt: NOW.toISOString(), removedBy: "Li Na", removalReason: "test of the probe" },
    });
    expect(await auditOf(row.id)).toMatchObject([
      { operation: "exception.remove", reason: "test of the probe", oldValues: { removedAt: null } },
    ]);
  });

  it("leaves nothing to be done with it", async () => {
    const row = await makeException(db(), fridge, { ...ENDED, removedAt: ago(1) });
    const works = [
      () => acknowledgeException.call(ctx, { id: row.id, comment: "x" }),
      () => handleException.call(ctx, { id: row.id, reasonId: reason.id, analysisResult: "confirmed" }),
      () => removeException.call(ctx, { id: row.id, reason: "x" }),
    ];
    for (const work of works)
      await refused(row, work, { code: "CONFLICT", details: { issues: [{ path: "id", rule: "removed" }] } });
  });

  it("refuses what goes on, without a reason, and to those who may not", async () => {
    const open = await makeException(db(), fridge);
    await refused(open, () => removeException.call(ctx, { id: open.id, reason: "x" }), {
      ...{ code: "CONFLICT", details: { issues: [{ path: "id", rule: "ongoing" }] } },
    });
    const row = await makeException(db(), fridge, ENDED);
    const input = { id: row.id, reason: "x" };
    const handler = await signedInAs(owner.id, { permissions: ["acknowledgeEx", "handleEx"] });
    await refused(row, () => removeException.call(handler, input), { code: "FORBIDDEN" });
    await refused(row, () => removeException.call(elsewhere, input), { code: "NOT_FOUND" });
    await refused(row, () => removeException.call(systemContext(), input), { code: "FORBIDDEN" });
    await refused(row, () => removeException.call(ctx, { id: row.id, reason: " " }), { name: "ZodError" });
  });

  it("deletes several, all or none", async () => {
    const rows = [await makeException(db(), fridge, ENDED), await makeException(db(), fridge, PROCESSED)];
    const ids = rows.map(({ id }) => id);
    const open = await makeException(db(), fridge);
    await refused(
      rows[0] as { id: number },
      () => removeExceptions.call(ctx, { ids: [...ids, open.id], reason: "x" }),
      { code: "CONFLICT", details: { issues: [{ path: "ids.2", rule: "ongoing" }] } },
    );
    await removeExceptions.call(ctx, { ids, reason: "a test" });
    expect(await idsOf()).toEqual([open.id]);
    for (const { id } of rows) expect(await auditOf(id)).toMatchObject([{ operation: "exception.remove" }]);
  });

  it("is undone by late readings that make another excursion of it", async () => {
    const removed = { removedAt: ago(1), removalReason: "a test" };
    const longer = await makeException(db(), fridge, { ...ENDED, ...removed });
    const same = await makeException(db(), fridge, { startedAt: ago(300), endedAt: ago(200), ...removed });
    const found = ({ id, startedAt, raisedAt }: typeof longer, endedAt: Date | null) => ({
      ...{ id, severity: null },
      excursion: {
        ...{ side: "above" as const, limits: { minimum: 2, maximum: 8 }, statistics: null },
        ...{ startedAt: startedAt.getTime(), raisedAt: raisedAt.getTime(), endedAt: endedAt?.getTime() ?? null },
      },
    });
    await transaction(db(), (tx) => updateExcursions(tx, [found(longer, null), found(same, same.endedAt)] as never));
    expect(await idsOf()).toEqual([longer.id]);
    expect(await stored(same)).toMatchObject({ removedAt: removed.removedAt });
  });
});

describe("the counts of the tabs", () => {
  it("follow the criteria that belong to no tab", async () => {
    const next = await makeFridge(db(), owner);
    await makeException(db(), fridge, { severity: "minor" });
    await makeException(db(), fridge, PROCESSED);
    await makeException(db(), next, { severity: "minor", acknowledgedAt: ago(1) });
    expect(await summariseExceptions.call(ctx, {})).toEqual({ open: 2, unacknowledged: 2, unprocessed: 2 });
    const minor = { open: 2, unacknowledged: 1, unprocessed: 2 };
    expect(await summariseExceptions.call(ctx, { severity: "minor" })).toEqual(minor);
    expect(await summariseExceptions.call(ctx, { severity: "minor", acknowledged: "yes" })).toEqual(minor);
    const here = { open: 1, unacknowledged: 2, unprocessed: 1 };
    expect(await summariseExceptions.call(ctx, { carrierId: fridge.carrier.id })).toEqual(here);
  });

  it("are those of the lists to which they lead", async () => {
    await makeException(db(), fridge, { ...ENDED, withdrawnAt: ago(1) });
    await makeException(db(), fridge, { startedAt: ago(9), withdrawnAt: ago(1) });
    await makeException(db(), fridge, { ...ENDED, removedAt: ago(1) });
    await makeException(db(), fridge);
    for (const criteria of [
      {},
      { withdrawn: "true" },
      { removed: "true" },
      { withdrawn: "true", removed: "true" },
    ] as const) {
      const total = async (tab: Record<string, string>) =>
        (await listExceptions.call(ctx, { ...criteria, ...tab })).total;
      expect(await summariseExceptions.call(ctx, criteria)).toEqual({
        open: await total({ state: "open" }),
        unacknowledged: await total({ acknowledged: "no" }),
        unprocessed: await total({ status: "unprocessed" }),
      });
    }
  });
});

describe("an empty list", () => {
  const screen = async (who: OperationContext, search: Record<string, string> = {}) => {
    if (who.actor.type !== "user") throw new Error("nobody is logged in");
    return loadExceptionScreen({ ...who, principal: who.actor.principal, search } as PageContext, isAnythingMonitored);
  };

  it("is good news only where something is monitored", async () => {
    expect(await screen(ctx)).toMatchObject({ page: { total: 0 }, isMonitored: true });
    expect(await screen(elsewhere)).toMatchObject({ page: { total: 0 }, isMonitored: false });
    await db().update(carrier).set({ status: "backup" }).where(eq(carrier.id, fridge.carrier.id));
    expect(await screen(ctx)).toMatchObject({ isMonitored: false });
  });

  it("counts as the list is narrowed", async () => {
    await makeException(db(), fridge, { severity: "minor" });
    expect((await screen(ctx, { severity: "critical" })).summary).toEqual({
      open: 0,
      unacknowledged: 0,
      unprocessed: 0,
    });
    expect((await screen(ctx, { severity: "minor" })).summary.open).toBe(1);
  });
});
