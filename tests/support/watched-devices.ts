import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import { device, exception, outbox } from "@/db/schema";
import { watchSilence } from "@/features/alarm/evaluation/watch.jobs";
import { refreshAllDevices } from "@/features/device/status/state.jobs";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { deviceContext } from "./contexts";

type Owner = { id: number; sceneId: number };

export const MINUTE = 60_000;
/** The report interval of devices here. */
export const INTERVAL = { reportIntervalSeconds: 60 };
/** The time of the jobs; readings are before it. */
export const NOW = Date.now();
export const at = (minute: number) => NOW + minute * MINUTE;

export const job = (minute: number) => ({
  ...{ db: db(), now: new Date(at(minute)), attempt: 1, maximumAttempts: 1 },
  signal: new AbortController().signal,
});

/** Runs the worker's check of connections and power at a minute. */
export async function sweep(minute: number) {
  await refreshAllDevices.run({}, job(minute));
  await watchSilence.run({}, job(minute));
}

const unique = () => randomBytes(5).toString("hex").toUpperCase();

/** A device at the node of its customer. */
export async function makeDevice(owner: Owner, kind: DeviceKind, values: Partial<typeof device.$inferInsert> = {}) {
  const serialNumber = `${kind}-${unique()}`;
  const base = { customerId: owner.id, kind, typeCode: "x", serialNumber, name: serialNumber, sceneId: owner.sceneId };
  const [row] = await db()
    .insert(device)
    .values({ ...base, ...INTERVAL, ...values })
    .returning();
  return row as typeof device.$inferSelect;
}

/** Sends a device's report at a minute through the ingest endpoint. */
export const report = (
  one: { serialNumber: string; customerId: number },
  minute: number,
  values: Record<string, number>,
  measured = minute,
) =>
  ingest(deviceContext(one.customerId, new Date(at(minute))), [{ device: one.serialNumber, at: at(measured), values }]);

export const exceptionsOf = (one: { id: number }) =>
  db().select().from(exception).where(eq(exception.deviceId, one.id)).orderBy(exception.startedAt, exception.id);

export const plannedFor = async (id: number | undefined) =>
  (
    await db()
      .select()
      .from(outbox)
      .where(sql`payload->>'exceptionId' = ${String(id)}`)
  ).map(({ payload }) => payload);
