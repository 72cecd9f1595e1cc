import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { db, transaction } from "@/db/client";
import { device, exception, outbox } from "@/db/schema";
import { watchSilence } from "@/features/alarm/evaluation/watch.jobs";
import { disableDevices, enableDevices } from "@/features/device/activation.operations";
import { devices } from "@/features/device/kinds.operations";
import { createSwitch } from "@/features/device/replacement/switch.operations";
import { getException } from "@/features/exception/exception.operations";
import { timelineOf } from "@/features/exception/figures/timeline.rules";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { Job } from "@/lib/queue/define-job";
import { accountContext, makeUser } from "../factories/account";
import { makeSpare } from "../factories/mounting";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { runQueue } from "../support/run-queue";

// Nobody watches a device that is switched off: what goes on at it ends, however it was switched off.

const MINUTE = 60_000;
const INTERVAL = { reportIntervalSeconds: 60 };
let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;

beforeAll(async () => {
  own = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), own.id));
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

type Fridge = Awaited<ReturnType<typeof makeFridge>>;
const later = (ms = 0) => ({ ...admin, now: new Date(Date.now() + ms) });
const send = ({ sensor }: Fridge, temperature: number, at = Date.now()) =>
  ingest(deviceContext(own.id), [{ device: sensor.serialNumber, at, values: { temperature } }]);
const exceptionsOf = (deviceId: number) =>
  db().select().from(exception).where(eq(exception.deviceId, deviceId)).orderBy(exception.id);
const sweep = (now: number) =>
  watchSilence.run(
    {},
    { db: db(), now: new Date(now), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
  );

/** A fridge that is too warm since two minutes, and the exception of it. */
async function warm(options: Parameters<typeof makeFridge>[2] = {}) {
  const fridge = await makeFridge(db(), own, options);
  await send(fridge, 12, Date.now() - 2 * MINUTE);
  const [open] = await exceptionsOf(fridge.sensor.id);
  expect(open).toMatchObject({ endedAt: null });
  return { ...fridge, exceptionId: open?.id as number };
}

/** The form of a sensor as it stands, with another use. */
async function formOf(id: number, use: string) {
  const [row] = await db().select().from(device).where(eq(device.id, id));
  const { serialNumber, mac, name, typeCode } = row as typeof device.$inferSelect;
  return { id, serialNumber, mac: mac ?? "", name, typeCode, use } as never;
}

const WAYS: [string, (ctx: OperationContext, fridge: Fridge) => Promise<unknown>][] = [
  ["by hand", (ctx, { sensor }) => disableDevices.call(ctx, { ids: [sensor.id] })],
  ["in its form", async (ctx, { sensor }) => devices.sensor.update.call(ctx, await formOf(sensor.id, "deactivated"))],
];

describe.each(WAYS)("a device that is switched off %s", (_, off) => {
  it("holds no alarm open, and each of its exceptions tells why it ended", async () => {
    const heard = vi.fn();
    const stop = await liveBus().subscribe((events) => {
      for (const { type, data } of events) if (type === "exception") heard(data);
    });
    const [stopped, neighbour] = [await warm(), await warm()];
    const ctx = later();
    await off(ctx, stopped);
    expect(await exceptionsOf(stopped.sensor.id)).toMatchObject([{ endedAt: ctx.now, withdrawnAt: null }]);
    expect(await exceptionsOf(neighbour.sensor.id)).toMatchObject([{ endedAt: null }]);
    expect(await trailOf(db(), own.id, "exception", stopped.exceptionId)).toMatchObject([
      {
        operation: "device.disable",
        actorId: admin.actor.type === "user" ? admin.actor.principal.user.id : 0,
        oldValues: { endedAt: null },
        newValues: { endedAt: ctx.now.toISOString() },
      },
    ]);
    const detail = await getException.call(admin, { id: stopped.exceptionId });
    expect(timelineOf(detail).at(-1)).toMatchObject({
      kind: "unwatched",
      cause: "disabled",
      at: ctx.now.toISOString(),
    });
    await expect
      .poll(() => heard)
      .toHaveBeenCalledWith(expect.objectContaining({ id: stopped.exceptionId, change: "closed" }));
    expect(await brokenLink(db(), own.id)).toBeNull();
    await stop();
  });

  it("keeps what people did about it, and what is still so raises anew once it is on again", async () => {
    const fridge = await warm();
    const seen = { acknowledgedAt: new Date("2026-01-01T00:00:00Z"), acknowledgementComment: "I look" };
    await db().update(exception).set(seen).where(eq(exception.id, fridge.exceptionId));
    await off(later(), fridge);
    expect(await exceptionsOf(fridge.sensor.id)).toMatchObject([{ ...seen, status: "unprocessed", isClosed: false }]);
    await enableDevices.call(later(), { ids: [fridge.sensor.id] });
    await send(fridge, 13);
    expect(await exceptionsOf(fridge.sensor.id)).toMatchObject([
      { id: fridge.exceptionId },
      { endedAt: null, peak: 13, acknowledgedAt: null },
    ]);
  });

  it("tells nobody what was still to be told of it", async () => {
    const fridge = await warm({
      contacts: [{ email: "nurse@example.com", level: 1 }],
      plan: [{ channels: ["email"], afterMinutes: 30 }],
    });
    await off(later(), fridge);
    await runQueue([deliverNotice as unknown as Job], { ahead: true });
    const rows = await db().select().from(outbox).where(eq(outbox.customerId, own.id));
    const own30 = rows.filter(({ payload }) => (payload as { exceptionId: number }).exceptionId === fridge.exceptionId);
    expect(own30.map(({ status }) => status)).toEqual(["skipped"]);
  });

  it("waits for the readings that are on their way, which may still raise", async () => {
    const fridge = await makeFridge(db(), own);
    await send(fridge, 5, Date.now() - 2 * MINUTE);
    const ctx = later();
    let done: Promise<unknown> | undefined;
    // What an arriving reading holds while it is judged, and what it then writes.
    await transaction(db(), async (tx) => {
      const probeId = fridge.probes.temperature as number;
      await tx.$client`select from probe_state where probe_id = ${probeId} for update`;
      done = off(ctx, fridge);
      await untilBlocked(tx);
      const row = { customerId: own.id, carrierId: fridge.carrier.id, deviceId: fridge.sensor.id, probeId };
      await tx.insert(exception).values({
        ...row,
        conditionId: fridge.condition.id,
        kind: "range",
        severity: "critical",
        startedAt: new Date(ctx.now.getTime() - MINUTE),
        raisedAt: new Date(ctx.now.getTime() - MINUTE),
      });
    });
    await done;
    expect(await exceptionsOf(fridge.sensor.id)).toMatchObject([{ endedAt: ctx.now }]);
  });

  it("refuses what was on its way behind it", async () => {
    const fridge = await makeFridge(db(), own);
    await send(fridge, 5, Date.now() - 2 * MINUTE);
    let sent: ReturnType<typeof send> | undefined;
    await transaction(db(), async (tx) => {
      await off({ ...later(), db: tx }, fridge);
      sent = send(fridge, 12);
      await untilBlocked(tx);
    });
    expect(await sent).toMatchObject({ accepted: 0, rejected: [{ index: 0, reason: "device: deactivated" }] });
    expect(await exceptionsOf(fridge.sensor.id)).toEqual([]);
  });
});

describe("the silence of a device", () => {
  const silent = async () => {
    const gateway = await makeGateway(db(), own.id, { ...INTERVAL, sceneId: own.sceneId, lastSeenAt: new Date() });
    return { gateway, now: Date.now() };
  };

  it("of a gateway ends when it is switched off", async () => {
    const { gateway, now } = await silent();
    await sweep(now + 10 * MINUTE);
    expect(await exceptionsOf(gateway.id)).toMatchObject([{ kind: "no-data", endedAt: null }]);
    await disableDevices.call(later(11 * MINUTE), { ids: [gateway.id] });
    expect(await exceptionsOf(gateway.id)).toMatchObject([{ endedAt: expect.any(Date) }]);
    await sweep(now + 20 * MINUTE);
    expect(await exceptionsOf(gateway.id)).toHaveLength(1);
  });

  it("of a sensor ends likewise", async () => {
    const fridge = await makeFridge(db(), own, { noData: true, device: INTERVAL });
    await send(fridge, 5);
    const now = Date.now();
    await sweep(now + 10 * MINUTE);
    expect(await exceptionsOf(fridge.sensor.id)).toMatchObject([{ kind: "no-data", endedAt: null }]);
    await disableDevices.call(later(11 * MINUTE), { ids: [fridge.sensor.id] });
    expect(await exceptionsOf(fridge.sensor.id)).toMatchObject([{ endedAt: expect.any(Date) }]);
  });

  it("does not open when it was found while the device was being switched off", async () => {
    const { gateway, now } = await silent();
    let swept: Promise<void> | undefined;
    await transaction(db(), async (tx) => {
      await disableDevices.call({ ...later(), db: tx }, { ids: [gateway.id] });
      swept = sweep(now + 10 * MINUTE);
      await untilBlocked(tx);
    });
    await swept;
    expect(await exceptionsOf(gateway.id)).toEqual([]);
  });

  it("ends with a replacement that switches the old gateway off, for the reason of the replacement", async () => {
    const fridge = await makeFridge(db(), own);
    const { gateway, now } = await silent();
    await sweep(now + 10 * MINUTE);
    const [open] = await exceptionsOf(gateway.id);
    await db().$client`
      insert into device_binding (customer_id, device_id, carrier_id, state, bound_at)
      values (${own.id}, ${gateway.id}, ${fridge.carrier.id}, 'bound', '2026-01-01T00:00:00Z')`;
    const next = await makeSpare(db(), own, { kind: "gateway", measures: [] });
    await createSwitch.call(later(11 * MINUTE), {
      carrierId: fridge.carrier.id,
      oldDeviceId: gateway.id,
      newDeviceId: next.id,
      type: "direct",
      reason: "no power",
      oldDevice: "deactivate",
    } as never);
    expect(await exceptionsOf(gateway.id)).toMatchObject([{ id: open?.id, endedAt: expect.any(Date) }]);
    expect(await trailOf(db(), own.id, "exception", open?.id as number)).toMatchObject([
      { operation: "device.disable", reason: "no power" },
    ]);
  });
});

/** Waits until somebody waits for this transaction. */
async function untilBlocked(tx: OperationContext["db"]) {
  const [mine] = await tx.$client<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const waiting = async () => {
    const [row] = await db().$client<[{ count: number }]>`
      select count(*)::int as count from pg_stat_activity where ${mine.pid} = any(pg_blocking_pids(pid))`;
    return row.count;
  };
  await expect.poll(waiting).toBeGreaterThan(0);
}
