import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import {
  device,
  probe,
  probeState,
  verificationMark,
  verificationPoint,
  verificationPreset,
  verificationSeries,
  verificationTask,
} from "@/db/schema";
import type { PointRule, Space } from "@/features/verification/point.rules";
import { dayAfter } from "../support/day-after";

const unique = () => randomBytes(5).toString("hex");

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error("the factory made no row");
  return row;
}

export const SPACE: Space = {
  ...{ lengthMetres: 6, widthMetres: 4, heightMetres: 3, fans: 0, doors: 0, deadCorners: 0, racks: 0, probes: 0 },
};
export const RULE: PointRule = {
  ...{ uniformMinimum: 1, horizontalMetres: null, verticalMetres: null, perVolumePoints: null },
  ...{ volumeCubicMetres: null, perFan: 0, perDoor: 0, perDeadCorner: 0, perRack: 0, perProbe: 0, outside: 0 },
};
export const LIMITS = { temperature: { setting: 5, minimum: 2, maximum: 8 }, humidity: null };

/** A calibrated logger in the store: a sensor that measures temperature, and humidity if wanted. */
export async function makeLogger(
  db: Db,
  customerId: number,
  values: Partial<typeof device.$inferInsert> = {},
  humid = false,
) {
  const serialNumber = `LG-${unique()}`.toUpperCase();
  const row = await one(
    db
      .insert(device)
      .values({
        ...{ customerId, kind: "sensor", typeCode: "zbp_2", serialNumber, name: serialNumber },
        ...{ reportIntervalSeconds: 60, calibrationDueOn: dayAfter(Date.now(), 200) },
        ...values,
      })
      .returning(),
  );
  const probes = { temperature: 0, humidity: 0 };
  for (const measure of humid ? (["temperature", "humidity"] as const) : (["temperature"] as const)) {
    const made = await one(db.insert(probe).values({ customerId, deviceId: row.id, measure }).returning());
    await db.insert(probeState).values({ probeId: made.id });
    probes[measure] = made.id;
  }
  return { ...row, probes };
}
export type Logger = Awaited<ReturnType<typeof makeLogger>>;

type Values = Partial<typeof verificationTask.$inferInsert>;

/** A verification that is planned, or in the state of `values`. */
export async function makeVerification(db: Db, customerId: number, carrierId: number, values: Values = {}) {
  return one(
    db
      .insert(verificationTask)
      .values({
        ...{ customerId, carrierId, number: `X${unique()}`, name: `mapping ${unique()}`, object: "fridge" },
        ...{ kind: "periodic", load: "empty", limits: LIMITS, samplingMode: "average", samplingSeconds: 60 },
        ...{ durationMinutes: 60, timeoutMinutes: 60, gapPercent: 5, validMonths: 12, plannedAt: new Date() },
        ...{ space: SPACE, rule: RULE, notifyCompletion: true, notifyTimeout: true, notifyException: true },
        ...values,
      })
      .returning(),
  );
}

export const makePoint = (db: Db, taskId: number, values: Partial<typeof verificationPoint.$inferInsert> = {}) =>
  one(
    db
      .insert(verificationPoint)
      .values({ taskId, label: `U${unique()}`, pointClass: "uniform", x: 0.5, y: 0.5, heightMetres: 1, ...values })
      .returning(),
  );

export const makeMark = (db: Db, taskId: number) =>
  one(
    db.insert(verificationMark).values({ taskId, test: "doorOpened", fromAt: new Date(), actorName: "Li" }).returning(),
  );

export const makeSeries = (db: Db, taskId: number, pointId: number, probeId: number) =>
  db.insert(verificationSeries).values({ taskId, pointId, probeId, ats: [1], values: [5], sha256: "0".repeat(64) });

export const makePointPreset = (db: Db, values: Partial<typeof verificationPreset.$inferInsert> = {}) =>
  one(
    db
      .insert(verificationPreset)
      .values({ code: `p${unique()}`, name: `preset ${unique()}`, object: "fridge", uniformMinimum: 9, ...values })
      .returning(),
  );

/** Readings of a probe, as they are stored: instants in epoch ms. */
export async function insertReadings(db: Db, probeId: number, rows: readonly (readonly [at: number, value: number])[]) {
  if (rows.length === 0) return;
  const ats = rows.map(([at]) => at);
  await ensurePartitions(db.$client, Math.min(...ats), Math.max(...ats));
  await db.$client`
    insert into reading (probe_id, at, value)
    select ${probeId}, to_timestamp(x.at / 1000.0), x.value
      from unnest(${ats}::float8[], ${rows.map(([, value]) => value)}::float8[]) as x(at, value)`;
  await db.$client`
    update probe_state set last_value = ${rows.at(-1)?.[1] ?? null}, last_at = to_timestamp(${Math.max(...ats)} / 1000.0)
     where probe_id = ${probeId}`;
}
