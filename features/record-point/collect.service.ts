import "server-only";
import type { RecordPreset } from "@/db/enums";
import { EXCURSION_MINUTES } from "@/features/carrier/record-time/plan.rules";
import { liveBus } from "@/lib/live/live";
import type { Db } from "@/lib/operation/context";
import {
  findAround,
  findOutOfRange,
  findSubjects,
  insertExtra,
  type SheetSubject,
  saveCollected,
} from "./collect.data";
import { collect, EXTRA_TOLERANCE_MINUTES, extraInstants, nextLook } from "./collect.rules";

/** The number of records that changed, and their sheets. */
export type Found = { count: number; sheetIds: ReadonlySet<number> };

/** Presets with records beside the plan. */
const DENSE = (Object.keys(EXCURSION_MINUTES) as RecordPreset[]).filter((preset) => EXCURSION_MINUTES[preset] !== null);

async function collectPlanned(tx: Db, ids: readonly number[], now: number): Promise<number[]> {
  if (ids.length === 0) return [];
  const looked = await findAround(tx, ids);
  const collected = looked.map(({ readings, ...record }) => {
    const { isChanged, ...next } = collect(record, readings, { ...record, now });
    return { ...record, ...next, isChanged, dueAt: nextLook(next, now) };
  });
  await saveCollected(tx, collected);
  return collected.filter(({ isChanged }) => isChanged).map(({ sheetId }) => sheetId);
}

/**
 * Looks for the readings of locked records, and stores what was found. Where a probe was out of range since the record
 * before, and the preset asks for it, it goes on record at shorter intervals as well.
 */
export async function collectRecords(tx: Db, ids: readonly number[], now: number): Promise<Found> {
  const changed = await collectPlanned(tx, ids, now);
  const outside = ids.length === 0 ? [] : await findOutOfRange(tx, ids, DENSE);
  const extra = outside.flatMap(({ carrierId, probeId, preset, timeZone, instants }) =>
    extraInstants(instants, EXCURSION_MINUTES[preset] as number, timeZone).map((one) => ({
      carrierId,
      probeId,
      ...one,
    })),
  );
  const inserted = extra.length === 0 ? [] : await insertExtra(tx, extra, EXTRA_TOLERANCE_MINUTES);
  changed.push(...(await collectPlanned(tx, inserted, now)));
  return { count: changed.length, sheetIds: new Set(changed) };
}

/** Tells those who have a sheet open that it changed. */
export async function publishSheets(subjects: readonly SheetSubject[]): Promise<void> {
  const events = subjects.map(({ sheetId, carrierId, customerId }) => ({
    type: "record" as const,
    ...{ customerId, carrierId, data: { sheetId, carrierId } },
  }));
  if (events.length > 0) await liveBus().publish(events);
}

/** The same by ids, after the transaction. */
export const publishFound = async (db: Db, { sheetIds }: Found): Promise<void> => {
  if (sheetIds.size > 0) await publishSheets(await findSubjects(db, [...sheetIds]));
};
