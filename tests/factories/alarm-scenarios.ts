import { eq } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import { db } from "@/db/client";
import type { Measure } from "@/db/enums";
import { alarmCondition, exception } from "@/db/schema";
import type { watchDelays } from "@/features/alarm/evaluation/watch.jobs";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import { deviceContext } from "../support/contexts";
import { type FridgeOptions, makeCustomer, makeFridge } from "./world";

// Refrigerators with any conditions, their readings over time, and the resulting exceptions, for a test file.

let made: Awaited<ReturnType<typeof makeCustomer>>;

/** The customer that owns all refrigerators. */
export const owner = () => made;

/** Creates the owner before the tests of a file, and closes the database after them. */
export function useAlarmStories(): void {
  beforeAll(async () => {
    made = await makeCustomer(db());
  });
  afterAll(async () => {
    await liveBus().close();
    await db().$client.end({ timeout: 5 });
  });
}

export const MINUTE = 60_000;
const START = Date.UTC(2026, 8, 1);
export const minute = (count: number) => START + count * MINUTE;

export type Values = Partial<Record<Measure, number>>;
export type Condition = Partial<typeof alarmCondition.$inferInsert>;
export type Fridge = Awaited<ReturnType<typeof makeFridge>>;

/** A refrigerator whose trigger has only these conditions, with a door and a power probe. */
export async function fridgeWith(conditions: readonly Condition[], options: FridgeOptions = {}): Promise<Fridge> {
  const fridge = await makeFridge(db(), owner(), {
    measures: ["temperature", "door", "power"],
    device: { reportIntervalSeconds: 300 },
    ...options,
  });
  await db().delete(alarmCondition).where(eq(alarmCondition.triggerId, fridge.trigger.id));
  for (const condition of conditions) {
    await db()
      .insert(alarmCondition)
      .values({ triggerId: fridge.trigger.id, kind: "range", measure: "temperature", ...condition });
  }
  return fridge;
}

export const send = (fridge: Fridge, readings: readonly (readonly [number, Values])[], now = Date.now()) =>
  ingest(
    deviceContext(owner().id, new Date(now)),
    readings.map(([count, values]) => ({ device: fridge.sensor.serialNumber, at: minute(count), values })),
  );

/** Ingests readings one after another, each at the time it was taken. */
export async function live(fridge: Fridge, readings: readonly (readonly [number, Values])[]) {
  for (const one of readings) await send(fridge, [one], minute(one[0]));
}

export const every5 = (...values: number[]) =>
  values.map((temperature, index) => [index * 5, { temperature }] as [number, Values]);
export const times = (count: number, value: number) => new Array<number>(count).fill(value);

export const exceptionsOf = (fridge: Fridge) =>
  db()
    .select()
    .from(exception)
    .where(eq(exception.deviceId, fridge.sensor.id))
    .orderBy(exception.startedAt, exception.id);

/** The relevant fields of the valid exceptions, without those of the row. */
export async function told(fridge: Fridge) {
  const rows = await exceptionsOf(fridge);
  return rows
    .filter(({ withdrawnAt }) => withdrawnAt === null)
    .map(({ kind, measure, side, startedAt, raisedAt, endedAt, statistics, context, peak }) => ({
      ...{ kind, measure, side, startedAt, raisedAt, endedAt, statistics, context, peak },
    }))
    .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || a.kind.localeCompare(b.kind));
}

/** When the time-based evaluation checks the door again (epoch ms); null if it need not. */
export async function lookAt(fridge: Fridge): Promise<number | null> {
  const [state] = await db().$client<{ at: number | null }[]>`
    select (extract(epoch from due_at) * 1000)::float8 as at from probe_state where probe_id = ${fridge.probes.door ?? 0}`;
  return state?.at ?? null;
}

export const tick = (job: typeof watchDelays, now: number) =>
  job.run({}, { db: db(), now: new Date(now), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal });

export const cumulative: Condition = {
  kind: "cumulative",
  minimum: 2,
  maximum: 8,
  outsideMinutes: 30,
  windowMinutes: 240,
  severity: "minor",
};
export const trend: Condition = { kind: "trend", minimum: 2, maximum: 8, horizonMinutes: 60, severity: "warning" };
export const openDoor: Condition = { kind: "state", measure: "door", delaySeconds: 300 };
export const lostPower: Condition = { kind: "state", measure: "power" };
export const rangeWithDoor: Condition = {
  minimum: 2,
  maximum: 8,
  delaySeconds: 300,
  delayMode: "ignore-delay",
  doorDelaySeconds: 900,
};
