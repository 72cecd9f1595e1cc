import "server-only";
import type { Db } from "@/lib/operation/context";
import { findAround, saveCollected } from "./collect.data";
import { collect, nextLook } from "./collect.rules";

/** Looks for the readings of locked records, and stores what was found. Returns the number that changed. */
export async function collectRecords(tx: Db, ids: readonly number[], now: number): Promise<number> {
  if (ids.length === 0) return 0;
  const looked = await findAround(tx, ids);
  const collected = looked.map(({ readings, ...record }) => {
    const { isChanged, ...next } = collect(record, readings, { ...record, now });
    return { ...record, ...next, isChanged, dueAt: nextLook(next, now) };
  });
  await saveCollected(tx, collected);
  return collected.filter(({ isChanged }) => isChanged).length;
}
