import "server-only";
import { grouped } from "@/lib/grouped";
import type { LiveEvent } from "@/lib/live/bus";
import type { Db } from "@/lib/operation/context";
import {
  findPassages,
  findPositions,
  findWatches,
  insertCrossings,
  type NewCrossing,
  type PassagesSince,
  removeCrossings,
  type Stretch,
} from "./crossing.data";
import {
  type Passage,
  type Retrace,
  retrace,
  type StoredCrossing,
  startRetrace,
  type TimedPlace,
} from "./crossing.rules";
import type { CrossingChange } from "./crossing.schema";

/** Positions of a carrier read at a time: late ones rarely change anything after themselves. */
const PAGE = 500;

type Followed = Awaited<ReturnType<typeof findWatches>>[number] & { trace: Retrace; untilAt: number };

/**
 * Evaluates stored positions again from the first new one on and updates the events of that range to what all positions
 * give. The caller has locked the carriers (`carrier_state`), so that all earlier positions are visible. `only` limits
 * it to one geofence.
 */
export async function judgeStretches(
  tx: Db,
  stretches: readonly Stretch[],
  now: number,
  only: number | null = null,
): Promise<CrossingChange[]> {
  const watches = await findWatches(tx, stretches, only);
  if (watches.length === 0) return [];
  const untilAt = new Map(stretches.map((one) => [one.carrierId, one.untilAt]));
  const followed = watches.map(
    (watch): Followed => ({
      ...watch,
      trace: startRetrace(watch.isInside, watch.stored),
      untilAt: untilAt.get(watch.carrierId) ?? watch.fromAt,
    }),
  );
  await follow(tx, followed);
  const added = followed.flatMap(({ trace, geofenceId, carrierId, customerId }): NewCrossing[] =>
    trace.added.map((crossing) => ({ ...crossing, geofenceId, carrierId, customerId })),
  );
  // All positions are read: stored events that remain belong to positions that no longer exist.
  for (const one of followed)
    if (!one.trace.isSettled)
      one.trace = { ...one.trace, removed: [...one.trace.removed, ...one.trace.stored], stored: [] };
  const removed: StoredCrossing[] = followed.flatMap(({ trace }) => trace.removed);
  if (removed.length > 0) await removeCrossings(tx, removed);
  if (added.length > 0) await insertCrossings(tx, added, now);
  return followed.flatMap(changesOf);
}

/** Reads positions page by page while anything may still change. */
async function follow(tx: Db, followed: readonly Followed[]): Promise<void> {
  const starts = new Map<number, number>();
  for (const { carrierId, fromAt } of followed)
    starts.set(carrierId, Math.min(fromAt, starts.get(carrierId) ?? fromAt));
  while (starts.size > 0) {
    const pages = await findPositions(
      tx,
      [...starts].map(([carrierId, fromAt]) => ({ carrierId, fromAt })),
      PAGE,
    );
    for (const one of followed) {
      const page = pages.get(one.carrierId);
      if (page) one.trace = retrace(one.trace, one.area, since(page, one.fromAt), one.untilAt);
    }
    for (const carrierId of [...starts.keys()]) {
      const page = pages.get(carrierId) ?? [];
      const last = page.at(-1);
      const isOpen = followed.some((one) => one.carrierId === carrierId && !one.trace.isSettled);
      if (page.length === PAGE && last && isOpen) starts.set(carrierId, last.at + 1);
      else starts.delete(carrierId);
    }
  }
}

const since = (page: readonly TimedPlace[], fromAt: number) =>
  (page[0]?.at ?? fromAt) >= fromAt ? page : page.filter(({ at }) => at >= fromAt);

function changesOf({ trace, geofenceId, carrierId, customerId }: Followed): CrossingChange[] {
  const whose = { geofenceId, carrierId, customerId };
  const isNew = ({ at }: { at: number }) => trace.added.some((one) => one.at === at);
  return [
    ...trace.removed
      .filter((one) => !isNew(one))
      .map(({ at, kind }) => ({ ...whose, at, kind, longitude: 0, latitude: 0, change: "withdrawn" as const })),
    ...trace.added.map((one) => ({ ...whose, ...one, change: "found" as const })),
  ];
}

/**
 * Evaluates positions that were just stored: one range per carrier, from its oldest to its newest new position. Returns
 * the events that were added and those that were disproved.
 */
export async function judgePositions(
  tx: Db,
  positions: readonly { carrierId: number; at: number }[],
  now: number,
): Promise<CrossingChange[]> {
  const stretches = new Map<number, Stretch>();
  for (const { carrierId, at } of positions) {
    const known = stretches.get(carrierId);
    stretches.set(carrierId, {
      carrierId,
      fromAt: Math.min(at, known?.fromAt ?? at),
      untilAt: Math.max(at, known?.untilAt ?? at),
    });
  }
  return judgeStretches(tx, [...stretches.values()], now);
}

/**
 * The crossings of carriers at the enabled geofences that watch them, in order of time, by carrier; used to evaluate
 * alarms.
 */
export const passagesOf = async (tx: Db, asked: readonly PassagesSince[]): Promise<Map<number, Passage[]>> =>
  asked.length === 0 ? new Map() : grouped(await findPassages(tx, asked), ({ carrierId }) => carrierId);

/** The live events of these changes. */
export const liveOf = (changes: readonly CrossingChange[]): LiveEvent[] =>
  changes.map(({ customerId, carrierId, ...data }) => ({ type: "geofence", customerId, carrierId, data }));
