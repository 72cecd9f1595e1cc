import { and, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { db, transaction } from "@/db/client";
import { device, exception, notice, outbox, parameter } from "@/db/schema";
import { watchDelays, watchSilence } from "@/features/alarm/evaluation/watch.jobs";
import { activateCustomer, cancelCustomer } from "@/features/customer/status.operations";
import { disableDevices, enableDevices } from "@/features/device/activation.operations";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { Job } from "@/lib/queue/define-job";
import { accountContext } from "../factories/account";
import { type FridgeOptions, makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { trailOf } from "../support/audit";
import { deviceContext, systemContext } from "../support/contexts";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

let owner: Awaited<ReturnType<typeof makeCustomer>>;
const JOBS = [deliverNotice as unknown as Job];
const MINUTE = 60_000;
/** Nothing listens there. A port that was free a moment ago may be anybody's by now: the system hands it out again. */
const DEAD_PORT = 1;

/** Messages wait a little for others of the same cause. */
const deliver = () => runQueue(JOBS, { ahead: 30 });

beforeAll(async () => {
  owner = await makeCustomer(db(), { notifyBySms: true });
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});
afterEach(() => {
  delete process.env.SMTP_URL;
  resetEnvironment();
});

function useMailbox({ port }: Pick<Mailbox, "port">) {
  process.env.SMTP_URL = `smtp://127.0.0.1:${port}`;
  resetEnvironment();
}

const warm = async (serialNumber: string, temperature: number, at = Date.now(), now = new Date(at)) =>
  ingest(deviceContext(owner.id, now), [{ device: serialNumber, at, values: { temperature } }]);

const told: FridgeOptions = {
  contacts: [{ name: "Zhang Wei", email: "zhang@example.com", level: 1, locale: "en-US" }],
  plan: [{ channels: ["email", "popup"] }],
};

const exceptionsOf = (probeId: number | undefined) =>
  db()
    .select()
    .from(exception)
    .where(eq(exception.probeId, probeId as number))
    .orderBy(exception.id);
const noticesOf = (exceptionId: number) =>
  db().select().from(notice).where(eq(notice.exceptionId, exceptionId)).orderBy(notice.id);

describe("a range exception", () => {
  it("opens, follows and closes with its figures, which are no other than those over observed time", async () => {
    const { sensor, probes } = await makeFridge(db(), owner);
    const start = Date.now() - 30 * MINUTE;
    const send = (minutes: number, value: number) => warm(sensor.serialNumber, value, start + minutes * MINUTE);
    await send(0, 5);
    await send(5, 9);
    await send(10, 11);
    const [open] = await exceptionsOf(probes.temperature);
    expect(open).toMatchObject({
      kind: "range",
      side: "above",
      severity: "critical",
      endedAt: null,
      peak: 11,
      maximum: 8,
      isDetectedLate: false,
    });
    await send(15, 7.8);
    expect((await exceptionsOf(probes.temperature))[0]?.endedAt).toBeNull();
    await send(20, 7);
    const [closed] = await exceptionsOf(probes.temperature);
    expect(closed).toMatchObject({ peak: 11, sampleCount: 3, endedAt: new Date(start + 20 * MINUTE) });
    expect(closed).toMatchObject({ mean: null, degreeMinutes: null, meanKineticTemperature: null });
  });

  it.each([
    ["off", { alarmSwitch: "off" }],
    ["paused", { alarmSwitch: "paused", alarmPausedUntil: new Date(Date.now() + 3_600_000) }],
    ["repaired", { status: "repaired" }],
    ["defrost", { status: "defrost", defrostUntil: new Date(Date.now() + 3_600_000) }],
  ] as const)(
    "is held back while the carrier is %s, and raised with the next reading once it may",
    async (_name, carrier) => {
      const { sensor, probes, carrier: place } = await makeFridge(db(), owner, { carrier });
      await warm(sensor.serialNumber, 12, Date.now() - 2 * MINUTE);
      expect(await exceptionsOf(probes.temperature)).toHaveLength(0);
      await db().execute(
        sql`update carrier set alarm_switch = 'on', alarm_paused_until = null, status = 'running' where id = ${place.id}`,
      );
      await warm(sensor.serialNumber, 12.5);
      expect(await exceptionsOf(probes.temperature)).toMatchObject([{ endedAt: null, peak: 12.5 }]);
    },
  );

  it("is raised by the clock when the sensor falls silent within the delay", async () => {
    const { sensor, probes } = await makeFridge(db(), owner, { condition: { delaySeconds: 300 } });
    const at = Date.now() - 4 * MINUTE;
    await warm(sensor.serialNumber, 12, at);
    const tick = (now: number) =>
      watchDelays.run(
        {},
        { db: db(), now: new Date(now), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
      );
    await tick(at + 5 * MINUTE + 29_000);
    expect(await exceptionsOf(probes.temperature)).toHaveLength(0);
    await tick(at + 5 * MINUTE + 31_000);
    expect(await exceptionsOf(probes.temperature)).toMatchObject([
      { raisedAt: new Date(at + 5 * MINUTE), endedAt: null },
    ]);
  });

  it("that is found late and over is marked so, and waits for the digest", async () => {
    const { sensor, probes } = await makeFridge(db(), owner, told);
    const start = Date.now() - 300 * MINUTE;
    const values = [5, 9, 12, 7, 5];
    await ingest(
      deviceContext(owner.id),
      values.map((temperature, index) => ({
        device: sensor.serialNumber,
        at: start + index * 5 * MINUTE,
        values: { temperature },
      })),
    );
    const [found] = await exceptionsOf(probes.temperature);
    expect(found).toMatchObject({ isDetectedLate: true });
    const planned = await db()
      .select()
      .from(outbox)
      .where(sql`payload->>'exceptionId' = ${String(found?.id)}`);
    expect(planned.map(({ payload }) => payload)).toMatchObject([{ type: "digest", channel: "email" }]);
  });

  it("ends when its trigger is switched off, and does not stand in the way of the next", async () => {
    const { sensor, probes, trigger } = await makeFridge(db(), owner);
    const start = Date.now() - 10 * MINUTE;
    const enable = (isEnabled: boolean) =>
      db().execute(sql`update alarm_trigger set is_enabled = ${isEnabled} where id = ${trigger.id}`);
    await warm(sensor.serialNumber, 12, start);
    await enable(false);
    await warm(sensor.serialNumber, 12, start + MINUTE);
    expect(await exceptionsOf(probes.temperature)).toMatchObject([{ endedAt: new Date(start + MINUTE) }]);
    await enable(true);
    await warm(sensor.serialNumber, 13, start + 2 * MINUTE);
    expect(await exceptionsOf(probes.temperature)).toMatchObject([
      {},
      { endedAt: null, startedAt: new Date(start + 2 * MINUTE) },
    ]);
  });

  it("stays with the carrier where it happened when the probe moves on", async () => {
    const [from, to] = [await makeFridge(db(), owner), await makeFridge(db(), owner)];
    const start = Date.now() - 10 * MINUTE;
    const probeId = from.probes.temperature as number;
    await warm(from.sensor.serialNumber, 12, start);
    await db().execute(sql`update carrier set alarm_trigger_id = ${from.trigger.id} where id = ${to.carrier.id}`);
    await db().execute(
      sql`update mounting set unmounted_at = ${new Date(start + MINUTE).toISOString()} where probe_id = ${probeId}`,
    );
    await db().execute(sql`insert into mounting (customer_id, probe_id, carrier_id, mounted_at)
      values (${owner.id}, ${probeId}, ${to.carrier.id}, ${new Date(start + MINUTE).toISOString()})`);
    await warm(from.sensor.serialNumber, 13, start + 2 * MINUTE);
    expect(await exceptionsOf(probeId)).toMatchObject([
      { carrierId: from.carrier.id, endedAt: new Date(start + 2 * MINUTE), peak: 12 },
      { carrierId: to.carrier.id, endedAt: null, peak: 13 },
    ]);
  });

  it("is withdrawn, not deleted, when a late reading disproves it", async () => {
    const { sensor, probes } = await makeFridge(db(), owner, {
      ...told,
      condition: { delaySeconds: 300, delayMode: "ignore-delay" },
    });
    const start = Date.now() - 20 * MINUTE;
    await warm(sensor.serialNumber, 12, start);
    await warm(sensor.serialNumber, 5, start + 10 * MINUTE, new Date());
    expect(await exceptionsOf(probes.temperature)).toMatchObject([
      { withdrawnAt: null, endedAt: new Date(start + 10 * MINUTE) },
    ]);
    await warm(sensor.serialNumber, 5, start + 2 * MINUTE, new Date());
    expect(await exceptionsOf(probes.temperature)).toMatchObject([
      { withdrawnAt: expect.any(Date), mergedIntoId: null },
    ]);
  });

  it("starts anew where a late reading disproves its start", async () => {
    const { sensor, probes } = await makeFridge(db(), owner, {
      condition: { delaySeconds: 300, delayMode: "ignore-delay" },
    });
    const start = Date.now() - 20 * MINUTE;
    await warm(sensor.serialNumber, 12, start);
    await warm(sensor.serialNumber, 12, start + 10 * MINUTE, new Date());
    const [before] = await exceptionsOf(probes.temperature);
    await warm(sensor.serialNumber, 5, start + 2 * MINUTE, new Date());
    expect(await exceptionsOf(probes.temperature)).toMatchObject([
      { id: before?.id, withdrawnAt: expect.any(Date), mergedIntoId: null, startedAt: new Date(start) },
      { withdrawnAt: null, startedAt: new Date(start + 10 * MINUTE) },
    ]);
  });
});

describe("a notice", () => {
  it("reaches a real mail server once, in the reader's language, and is logged", async () => {
    const mailbox = await startMailbox();
    useMailbox(mailbox);
    const { sensor, probes, carrier } = await makeFridge(db(), owner, told);
    await warm(sensor.serialNumber, 12.3);
    await deliver();
    await runQueue(JOBS, { ahead: true });
    const mails = mailbox.mails.filter((mail) => mail.subject?.includes(carrier.name));
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.subject).toBe(`[Critical] ${carrier.name}: Temperature above maximum`);
    expect(mail?.text).toMatch(/Above 8\.0 °C for .+, peak 12\.3 °C/);
    const [open] = await exceptionsOf(probes.temperature);
    expect(await noticesOf(open?.id ?? 0)).toMatchObject([
      expect.objectContaining({ status: "sent", attempt: 1 }),
      expect.objectContaining({ status: "sent", attempt: 1 }),
    ]);
    await mailbox.close();
  });

  it("is logged as failed while the server is down, tried again, and sent exactly once when it is back", async () => {
    useMailbox({ port: DEAD_PORT });
    const { sensor, probes } = await makeFridge(db(), owner, { ...told, plan: [{ channels: ["email"] }] });
    await warm(sensor.serialNumber, 12.3);
    await deliver();
    const [open] = await exceptionsOf(probes.temperature);
    const refusing = await startMailbox({ refuse: true });
    useMailbox(refusing);
    await runQueue(JOBS, { ahead: true });
    await refusing.close();
    const mailbox = await startMailbox();
    useMailbox(mailbox);
    await runQueue(JOBS, { ahead: true });
    await runQueue(JOBS, { ahead: true });
    expect(mailbox.mails).toHaveLength(1);
    const log = await noticesOf(open?.id ?? 0);
    expect(log.map(({ attempt }) => attempt)).toEqual(log.map((_, index) => index + 1));
    // On a busy machine a pause may be over before the queue is left: then a server is asked twice.
    const story = log.map(({ status, reason }) => `${status} ${/ECONNREFUSED|mailbox is full|$/.exec(reason)?.[0]}`);
    expect([...new Set(story)]).toEqual(["failed ECONNREFUSED", "failed mailbox is full", "sent "]);
    expect(log.filter(({ status }) => status === "sent")).toHaveLength(1);
    await mailbox.close();
  });

  it("of a channel without configuration is logged as failed with that reason, once", async () => {
    const { sensor, probes } = await makeFridge(db(), owner, { ...told, plan: [{ channels: ["email", "sms"] }] });
    await warm(sensor.serialNumber, 12.3);
    await runQueue(JOBS, { ahead: true });
    await runQueue(JOBS, { ahead: true });
    const [open] = await exceptionsOf(probes.temperature);
    const log = await noticesOf(open?.id ?? 0);
    expect(log.map(({ channel, status }) => [channel, status]).sort()).toEqual([
      ["email", "failed"],
      ["sms", "failed"],
    ]);
    for (const row of log) expect(row.reason).toContain("not configured");
  });

  it("repeats until somebody acknowledges, and escalates only then", async () => {
    const mailbox = await startMailbox();
    useMailbox(mailbox);
    const { sensor, probes } = await makeFridge(db(), owner, {
      contacts: [
        { email: "nurse@example.com", level: 1 },
        { email: "head@example.com", level: 2 },
      ],
      plan: [
        { channels: ["email"], level: 1, repeatTimes: 2, repeatIntervalMinutes: 10 },
        { channels: ["email"], level: 2, afterMinutes: 40 },
      ],
    });
    await warm(sensor.serialNumber, 12.3);
    await deliver();
    expect(mailbox.mails).toHaveLength(1);
    const [open] = await exceptionsOf(probes.temperature);
    await db()
      .update(exception)
      .set({ acknowledgedAt: new Date() })
      .where(eq(exception.id, open?.id ?? 0));
    await runQueue(JOBS, { ahead: true });
    expect(mailbox.mails).toHaveLength(1);
    const rows = await db()
      .select()
      .from(outbox)
      .where(sql`payload->>'exceptionId' = ${String(open?.id)}`);
    expect(rows.map((row) => row.status).sort()).toEqual(["done", "skipped", "skipped", "skipped"]);
    await mailbox.close();
  });

  it("pops up in the console", async () => {
    const heard = vi.fn();
    const stop = await liveBus().subscribe((events) =>
      events.filter((event) => event.type === "notice").forEach(heard),
    );
    const { sensor, carrier } = await makeFridge(db(), owner, { ...told, plan: [{ channels: ["popup"] }] });
    await warm(sensor.serialNumber, 1.2);
    await deliver();
    await expect.poll(() => heard).toHaveBeenCalled();
    expect(heard.mock.calls[0]?.[0]).toMatchObject({
      carrierId: carrier.id,
      data: { severity: "critical", carrierName: carrier.name, side: "below", value: 1.2, limit: 2 },
    });
    await stop();
  });
});

const sweep = (now: number) =>
  watchSilence.run(
    {},
    { db: db(), now: new Date(now), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
  );
const INTERVAL = { reportIntervalSeconds: 60 };

describe("silence", () => {
  it("of a sensor opens an exception of its own and closes with the next reading", async () => {
    const gateway = await makeGateway(db(), owner.id, INTERVAL);
    const { sensor, probes } = await makeFridge(db(), owner, { noData: true, gatewayId: gateway.id, device: INTERVAL });
    const now = Date.now();
    await warm(sensor.serialNumber, 5, now);
    await sweep(now + 2 * MINUTE);
    expect(await exceptionsOf(probes.temperature)).toHaveLength(0);
    await db().execute(
      sql`update device set last_seen_at = ${new Date(now + 4 * MINUTE).toISOString()} where id = ${gateway.id}`,
    );
    await sweep(now + 4 * MINUTE);
    await sweep(now + 5 * MINUTE);
    expect(await exceptionsOf(probes.temperature)).toMatchObject([
      { kind: "no-data", measure: "temperature", startedAt: new Date(now + 3 * MINUTE), endedAt: null },
    ]);
    await warm(sensor.serialNumber, 5, now + 6 * MINUTE);
    await sweep(now + 6 * MINUTE + 1000);
    expect(await exceptionsOf(probes.temperature)).toMatchObject([{ endedAt: new Date(now + 6 * MINUTE) }]);
  });

  it("is as long as the customer's own tolerance lets it be", async () => {
    const patient = await makeCustomer(db());
    const tolerance = { customerId: patient.id, code: "device.faultToleranceCoefficient", type: "integer" } as const;
    await db()
      .insert(parameter)
      .values({ ...tolerance, content: "10" });
    const { sensor, probes } = await makeFridge(db(), patient, { noData: true, device: INTERVAL });
    const now = Date.now();
    await ingest(deviceContext(patient.id, new Date(now)), [
      { device: sensor.serialNumber, at: now, values: { temperature: 5 } },
    ]);
    await sweep(now + 9 * MINUTE);
    expect(await exceptionsOf(probes.temperature)).toHaveLength(0);
    await sweep(now + 11 * MINUTE);
    expect(await exceptionsOf(probes.temperature)).toMatchObject([{ startedAt: new Date(now + 10 * MINUTE) }]);
  });

  it("of a gateway is one exception that lists what is behind it and tells whom the first sensor would", async () => {
    const gateway = await makeGateway(db(), owner.id, INTERVAL);
    const options: FridgeOptions = { noData: true, gatewayId: gateway.id, device: INTERVAL, ...told };
    const fridges = [await makeFridge(db(), owner, options), await makeFridge(db(), owner, options)];
    const now = Date.now();
    for (const { sensor } of fridges) await warm(sensor.serialNumber, 5, now);
    await sweep(now + 10 * MINUTE);
    for (const { probes } of fridges) expect(await exceptionsOf(probes.temperature)).toHaveLength(0);
    const [row] = await db().select().from(exception).where(eq(exception.deviceId, gateway.id));
    expect(row?.context.affected?.sort()).toEqual(fridges.map(({ sensor }) => sensor.id).sort());
    expect(
      await db()
        .select()
        .from(outbox)
        .where(sql`payload->>'exceptionId' = ${String(row?.id)}`),
    ).not.toHaveLength(0);
  });
});

describe("a gateway that falls silent before its sensors", () => {
  it("is told of to whom a sensor behind it tells", async () => {
    const gateway = await makeGateway(db(), owner.id, INTERVAL);
    const seldom = { reportIntervalSeconds: 3600 };
    const { sensor, probes } = await makeFridge(db(), owner, {
      noData: true,
      gatewayId: gateway.id,
      device: seldom,
      ...told,
    });
    const now = Date.now();
    await warm(sensor.serialNumber, 5, now);
    await sweep(now + 10 * MINUTE);
    expect(await exceptionsOf(probes.temperature)).toHaveLength(0);
    const [row] = await db().select().from(exception).where(eq(exception.deviceId, gateway.id));
    const planned = await db().execute(sql`select from outbox where payload->>'exceptionId' = ${String(row?.id)}`);
    expect(planned).not.toHaveLength(0);
  });

  it("is told of to nobody while every alarm behind it is off", async () => {
    const gateway = await makeGateway(db(), owner.id, INTERVAL);
    const { sensor } = await makeFridge(db(), owner, {
      noData: true,
      gatewayId: gateway.id,
      device: INTERVAL,
      carrier: { alarmSwitch: "off" },
      ...told,
    });
    const now = Date.now();
    await warm(sensor.serialNumber, 5, now);
    await sweep(now + 10 * MINUTE);
    const [row] = await db().select().from(exception).where(eq(exception.deviceId, gateway.id));
    expect(row).toMatchObject({ kind: "no-data", conditionId: null });
  });
});

describe("a customer that is cancelled", () => {
  const root = systemContext();
  const owner = async () => {
    const place = await makeCustomer(db());
    const fridge = await makeFridge(db(), place, told);
    const send = (temperature: number, at = Date.now()) =>
      ingest(deviceContext(place.id), [{ device: fridge.sensor.serialNumber, at, values: { temperature } }]);
    return { ...place, ...fridge, send };
  };

  it("is told of nothing any more, and the log says why", async () => {
    const mailbox = await startMailbox();
    useMailbox(mailbox);
    const { id, name, send, probes } = await owner();
    await send(12);
    await cancelCustomer.call(root, { id });
    await deliver();
    const [open] = await exceptionsOf(probes.temperature);
    const rows = await noticesOf(open?.id as number);
    expect(rows.map(({ channel }) => channel).sort()).toEqual(["email", "popup"]);
    for (const row of rows) expect(row).toMatchObject({ status: "failed", reason: "the customer is cancelled" });
    const planned = await db().select().from(outbox).where(eq(outbox.customerId, id));
    expect(planned.map(({ status, lastError }) => `${status}: ${lastError}`)).toEqual(
      planned.map(() => "skipped: the customer is cancelled"),
    );
    // Earlier tests have left messages of others in the queue.
    expect(mailbox.mails.filter(({ text }) => text?.includes(name))).toEqual([]);
    await mailbox.close();
  });

  it("has nothing going on, and what is still so when it is activated is raised anew", async () => {
    const { id, send, probes } = await owner();
    await send(12, Date.now() - 2 * MINUTE);
    const [first] = await exceptionsOf(probes.temperature);
    expect(first?.endedAt).toBeNull();
    await cancelCustomer.call(root, { id });
    expect((await exceptionsOf(probes.temperature))[0]?.endedAt).not.toBeNull();
    expect(await trailOf(db(), id, "exception", first?.id as number)).toMatchObject([
      { operation: "customer.cancel", oldValues: { endedAt: null } },
    ]);
    await activateCustomer.call(root, { id });
    expect(await exceptionsOf(probes.temperature)).toHaveLength(1);
    await send(13);
    const [before, after] = await exceptionsOf(probes.temperature);
    expect(before?.endedAt).not.toBeNull();
    expect(after).toMatchObject({ endedAt: null, peak: 13 });
  });

  const silences = (customerId: number) =>
    db()
      .select()
      .from(exception)
      .where(and(eq(exception.customerId, customerId), eq(exception.kind, "no-data")))
      .orderBy(exception.id);

  it.each([
    [
      "activated",
      (ctx: OperationContext, id: number) => cancelCustomer.call(ctx, { id }),
      (ctx: OperationContext, id: number) => activateCustomer.call(ctx, { id }),
    ],
    [
      "switched on by hand",
      (ctx: OperationContext, _: number, ids: number[]) => disableDevices.call(ctx, { ids }),
      (ctx: OperationContext, _: number, ids: number[]) => enableDevices.call(ctx, { ids }),
    ],
  ])("has time to report again once it is %s", async (_, off, on) => {
    const place = await makeCustomer(db());
    const gateway = await makeGateway(db(), place.id, INTERVAL);
    const { sensor, probes } = await makeFridge(db(), place, {
      noData: true,
      gatewayId: gateway.id,
      device: INTERVAL,
    });
    const ids = [gateway.id, sensor.id];
    const now = Date.now();
    const at = (minutes: number) => now + minutes * MINUTE;
    const admin = async (minutes: number) => ({
      ...(await accountContext(db(), { id: 1 })),
      now: new Date(at(minutes)),
    });
    const heardAt = new Date(now);
    await ingest(deviceContext(place.id, heardAt), [
      { device: sensor.serialNumber, at: now, values: { temperature: 5 } },
    ]);
    await off(await admin(1), place.id, ids);
    await sweep(at(50));
    await on(await admin(60), place.id, ids);
    await sweep(at(62));
    expect(await silences(place.id)).toEqual([]);
    await sweep(at(64));
    // The gateway did not come back: one exception, from when it should have.
    expect(await silences(place.id)).toMatchObject([
      { deviceId: gateway.id, probeId: null, startedAt: new Date(at(63)), endedAt: null },
    ]);
    expect(await exceptionsOf(probes.temperature)).toEqual([]);
    const [seen] = await db().select().from(device).where(eq(device.id, gateway.id));
    expect(seen?.lastSeenAt, "what people see stays true").toEqual(heardAt);
  });

  it("is not left with a silence that was found while it was being cancelled", async () => {
    const place = await makeCustomer(db());
    const { sensor } = await makeFridge(db(), place, { noData: true, device: INTERVAL });
    const now = Date.now();
    await ingest(deviceContext(place.id), [{ device: sensor.serialNumber, at: now, values: { temperature: 5 } }]);
    let swept: Promise<void> | undefined;
    await transaction(db(), async (tx) => {
      await cancelCustomer.call({ ...root, db: tx }, { id: place.id });
      swept = sweep(now + 10 * MINUTE);
      await untilBlocked(tx);
    });
    await swept;
    expect(await silences(place.id)).toEqual([]);
  });

  it("refuses a measure that it never had, sent while it was being cancelled", async () => {
    const { id, sensor } = await owner();
    let sent: ReturnType<typeof ingest> | undefined;
    await transaction(db(), async (tx) => {
      await cancelCustomer.call({ ...root, db: tx }, { id });
      const readings = [{ device: sensor.serialNumber, at: Date.now(), values: { humidity: 99 } }];
      sent = ingest(deviceContext(id), readings);
      await untilBlocked(tx);
    });
    expect(await sent).toMatchObject({ accepted: 0, rejected: [{ index: 0, reason: "device: deactivated" }] });
  });

  it("refuses readings that were on their way when it was cancelled, and remembers nothing of them", async () => {
    const { id, send, probes } = await owner();
    await send(5, Date.now() - 2 * MINUTE);
    let sent: ReturnType<typeof send> | undefined;
    await transaction(db(), async (tx) => {
      await cancelCustomer.call({ ...root, db: tx }, { id });
      sent = send(12);
      await untilBlocked(tx);
    });
    expect(await sent).toMatchObject({ accepted: 0, rejected: [{ index: 0, reason: "device: deactivated" }] });
    expect(await exceptionsOf(probes.temperature)).toEqual([]);
    await activateCustomer.call(root, { id });
    await send(13);
    expect(await exceptionsOf(probes.temperature)).toMatchObject([{ endedAt: null, peak: 13 }]);
  });
});

/** Waits until somebody waits for this transaction. */
async function untilBlocked(tx: OperationContext["db"]) {
  const [own] = await tx.$client<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const waiting = async () => {
    const [row] = await db().$client<[{ count: number }]>`
      select count(*)::int as count from pg_stat_activity where ${own.pid} = any(pg_blocking_pids(pid))`;
    return row.count;
  };
  await expect.poll(waiting).toBeGreaterThan(0);
}
