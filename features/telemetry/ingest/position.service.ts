import "server-only";
import { judgeCrossings } from "@/features/alarm/condition/geofence.operations";
import type { ExceptionChange } from "@/features/alarm/evaluation/evaluation.schema";
import { judgePositions, liveOf } from "@/features/geofence/crossing.service";
import { grouped } from "@/lib/grouped";
import type { LiveEvent } from "@/lib/live/bus";
import type { Db } from "@/lib/operation/context";
import type { IngestDevice } from "./ingest.data";
import { carrierOf, type Located } from "./ingest.rules";
import {
  deletePositions,
  findNewestPosition,
  findSettledBefore,
  findStoredPositions,
  findTrack,
  forgetNewestPositions,
  insertPositions,
  type JudgedPosition,
  type LocatedCarrier,
  lockLocated,
  type PositionRow,
  saveNewestPositions,
  saveSettled,
} from "./position.data";
import { type Fix, fastestOf, isNowhere, isSilent, type Judged, judgePart, judgeTrack } from "./position.rules";

/**
 * The carriers of a batch whose positions are stored, the positions stored already at the batch's instants, and the
 * customers of the carriers.
 */
export type Places = {
  carriers: Map<number, LocatedCarrier>;
  stored: Map<string, Fix>;
  customers: ReadonlyMap<number, number>;
};

/** Locks the carriers of a batch's positions and finds what is stored at its instants. */
export async function openPlaces(tx: Db, located: readonly Located<IngestDevice>[]): Promise<Places> {
  const customers = new Map<number, number>();
  const wanted = located.flatMap((one) => {
    const carrierId = one.reading.position && carrierOf(one);
    if (carrierId === null) return [];
    customers.set(carrierId, one.device.customerId);
    return [{ carrierId, at: one.reading.at }];
  });
  if (wanted.length === 0) return { carriers: new Map(), stored: new Map(), customers };
  const found = await lockLocated(
    tx,
    [...new Set(wanted.map(({ carrierId }) => carrierId))].sort((a, b) => a - b),
  );
  const carriers = new Map(found.map((one) => [one.carrierId, one]));
  // Only positions not newer than all stored ones can exist already, so positions in order of time need no query.
  const asked = wanted.filter(({ carrierId, at }) => {
    const carrier = carriers.get(carrierId);
    return carrier !== undefined && at <= newestAt(carrier);
  });
  return { carriers, stored: asked.length > 0 ? await findStoredPositions(tx, asked) : new Map(), customers };
}

const newestAt = ({ newest, invalidAt }: LocatedCarrier): number =>
  Math.max(newest?.at ?? Number.NEGATIVE_INFINITY, invalidAt ?? Number.NEGATIVE_INFINITY);

/**
 * Stores new positions, each valid or not, and validates those again that they confirm or contradict. Returns the live
 * events (current positions and geofence crossings) and the resulting exceptions.
 */
export async function storePlaces(
  tx: Db,
  rows: readonly PositionRow[],
  { carriers, customers }: Places,
  now: number,
): Promise<{ movements: LiveEvent[]; changes: ExceptionChange[] }> {
  const events: LiveEvent[] = [];
  const changed: { carrierId: number; at: number }[] = [];
  const plain: JudgedPosition[] = [];
  for (const [carrierId, own] of grouped(rows, (row) => row.carrierId)) {
    const carrier = carriers.get(carrierId);
    if (!carrier) continue;
    // 0°, 0° says nothing about other positions, and a receiver without a fix may send it for hours.
    const [nowhere, placed] = [own.filter(isNowhere), own.filter((row) => !isNowhere(row))];
    await insertPositions(
      tx,
      nowhere.map((row) => ({ ...row, fault: "nowhere", isSettled: false })),
    );
    if (placed.length === 0) continue;
    const sorted = placed.toSorted((a, b) => a.at - b.at);
    if (goesOn(carrier, sorted)) {
      plain.push(...sorted.map((row) => ({ ...row, fault: null, isSettled: true })));
      continue;
    }
    const { touched, moved } = await judgeAround(tx, carrier, sorted);
    changed.push(...touched.map((at) => ({ carrierId, at })));
    if (moved) events.push(eventOf(customers, moved, moved.at < (carrier.newest?.at ?? 0)));
  }
  if (plain.length > 0) {
    await insertPositions(tx, plain);
    const newest = [...grouped(plain, (row) => row.carrierId).values()].map((own) => own.at(-1) as JudgedPosition);
    await saveNewestPositions(tx, newest);
    events.push(...newest.map((row) => eventOf(customers, row, false)));
    changed.push(...plain);
  }
  if (changed.length === 0) return { movements: events, changes: [] };
  const crossings = await judgePositions(tx, changed, now);
  return { movements: [...events, ...liveOf(crossings)], changes: await judgeCrossings(tx, crossings, now) };
}

function eventOf(customers: Places["customers"], row: PositionRow, isRestated: boolean): LiveEvent {
  const { carrierId, at, longitude, latitude, speedKmh, course } = row;
  const data = { at, longitude, latitude, speedKmh, course, ...(isRestated && { isRestated }) };
  return { type: "position", customerId: customers.get(carrierId) ?? 0, carrierId, data };
}

/**
 * Whether positions continue from the newest one, which is settled, each within reach of the one before and soon after
 * it; then all are valid and settled.
 */
function goesOn({ type, newest, isContradicted }: LocatedCarrier, rows: readonly PositionRow[]): boolean {
  if (newest === null || !newest.isSettled || isContradicted) return false;
  const isLater = rows.every((row, index) => row.at > newest.at && !isSilent(rows[index - 1] ?? newest, row));
  return isLater && judgeTrack(rows, fastestOf(type), newest).every(({ fault }) => fault === null);
}

/** Lengths of the track to read after new positions, extended until the part that they can change is complete. */
const SPANS_MS = [0.25, 3, 24, 240, Number.POSITIVE_INFINITY].map((hours) => hours * 3_600_000);
/** Before and after all positions. */
const [EVER_FROM, EVER_TO] = [0, 8_640_000_000_000];

/** Validates a carrier's track around new positions. Returns the instants at which its valid positions have changed. */
async function judgeAround(
  tx: Db,
  carrier: LocatedCarrier,
  rows: readonly PositionRow[],
): Promise<{ touched: number[]; moved: PositionRow | null }> {
  const { carrierId, newest } = carrier;
  const fastest = fastestOf(carrier.type);
  const [fromAt, untilAt] = [(rows[0] as PositionRow).at, (rows.at(-1) as PositionRow).at];
  const fresh = new Set(rows.map(({ at }) => at));
  const from = (await findSettledBefore(tx, carrierId, fromAt)) ?? EVER_FROM;
  const readUntil = async (to: number) => {
    const known: JudgedPosition[] = await findTrack(tx, carrierId, from, Math.min(EVER_TO, to));
    const track = [...known, ...rows.map((row): JudgedPosition => ({ ...row, fault: null, isSettled: false }))];
    return track.sort((a, b) => a.at - b.at);
  };
  const last = SPANS_MS.length - 1;
  // There is nothing to read after the newest position.
  let span = newestAt(carrier) > untilAt ? 0 : last;
  let track = await readUntil(untilAt + (SPANS_MS[span] as number));
  let part = judgePart(track, fastest, fromAt, untilAt);
  while (part.isOpen && span < last) {
    span += 1;
    track = await readUntil(untilAt + (SPANS_MS[span] as number));
    part = judgePart(track, fastest, fromAt, untilAt);
  }
  const stored = track.slice(part.first, part.first + part.judged.length);
  const found = stored.map((row, index): JudgedPosition => ({ ...row, ...(part.judged[index] as Judged) }));
  const known = found.flatMap((row, index) =>
    fresh.has(row.at) ? [] : [{ row, was: stored[index] as JudgedPosition }],
  );
  const turned = known.filter(({ row, was }) => row.fault !== was.fault);
  await deletePositions(
    tx,
    turned.map(({ was }) => was),
  );
  await insertPositions(tx, [...found.filter(({ at }) => fresh.has(at)), ...turned.map(({ row }) => row)]);
  await saveSettled(
    tx,
    known.flatMap(({ row, was }) =>
      row.fault === null && was.fault === null && row.isSettled !== was.isSettled ? [row] : [],
    ),
  );
  const touched = [
    ...found.filter(({ at, fault }) => fresh.has(at) && fault === null),
    ...turned.map(({ row }) => row),
  ].sort((a, b) => a.at - b.at);
  return { touched: touched.map(({ at }) => at), moved: await saveNewestFix(tx, carrierId, newest) };
}

/** Stores a carrier's current position by its valid ones; returns null if it is unchanged. */
async function saveNewestFix(tx: Db, carrierId: number, before: Fix | null): Promise<PositionRow | null> {
  const newest = await findNewestPosition(tx, carrierId);
  if (newest) await saveNewestPositions(tx, [newest]);
  else if (before) await forgetNewestPositions(tx, [carrierId]);
  const isSame =
    newest?.at === before?.at && newest?.longitude === before?.longitude && newest?.latitude === before?.latitude;
  return isSame ? null : newest;
}
