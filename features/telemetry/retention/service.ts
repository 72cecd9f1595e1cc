import "server-only";
import { notFound } from "@/lib/errors";
import type { Db } from "@/lib/operation/context";
import type { Located } from "../ingest/ingest.rules";
import type { Rejection } from "../ingest/ingest.schema";
import { findRetention } from "./data";
import { horizonOf, type Retention, refusalOf, YOUNG_MS } from "./rules";

/**
 * The instant (epoch ms) from which a customer's readings are retained; older ones are rejected and may be deleted.
 * Throws NOT_FOUND.
 */
export async function retentionHorizon(db: Db, customerId: number, now: number): Promise<number> {
  const [retention] = await findRetention(db, [customerId]);
  if (!retention) throw notFound("customer", customerId);
  return horizonOf(retention, now).readings;
}

type Device = Located<{ customerId: number; probes: object }>["device"];

/**
 * Filters readings by retention. Those too old, and positions too old, are added to `rejected`. Queries the database
 * only if one is older than the minimum retention.
 */
export async function keptOnly<D extends Device>(
  db: Db,
  located: readonly Located<D>[],
  now: number,
  rejected: Rejection[],
): Promise<readonly Located<D>[]> {
  const isOld = ({ reading: { at, position } }: Located<D>) =>
    at < now - YOUNG_MS.readings || (position !== null && at < now - YOUNG_MS.positions);
  const customerIds = [...new Set(located.filter(isOld).map(({ device }) => device.customerId))];
  if (customerIds.length === 0) return located;
  const found = await findRetention(db, customerIds);
  const retentions = new Map(found.map((one) => [one.customerId, one]));
  const kept: Located<D>[] = [];
  for (const one of located) {
    const retention = isOld(one) ? retentions.get(one.device.customerId) : undefined;
    const judged = retention ? judge(one, retention, now) : { kept: one };
    if (judged.refusal) rejected.push({ index: one.reading.index, reason: judged.refusal });
    if (judged.kept) kept.push(judged.kept);
  }
  return kept;
}

type Judged<D extends Device> = { kept?: Located<D>; refusal?: string };

/** The retained part of a reading, and the reason for rejecting the rest. */
function judge<D extends Device>(one: Located<D>, retention: Retention, now: number): Judged<D> {
  const { reading } = one;
  const horizon = horizonOf(retention, now);
  if (reading.at < horizon.readings) return { refusal: refusalOf("readings", retention, horizon.readings, now) };
  if (reading.position === null || reading.at >= horizon.positions) return { kept: one };
  const refusal = refusalOf("positions", retention, horizon.positions, now);
  // Its values are retained for longer, and are worth more than the position.
  return reading.values.length === 0
    ? { refusal }
    : { refusal, kept: { ...one, reading: { ...reading, position: null } } };
}
