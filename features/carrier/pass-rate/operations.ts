import "server-only";
import type { OperationContext } from "@/lib/operation/context";
import { countWatched, readPassDays } from "./data";
import { rateOf, stepOf } from "./rules";
import type { PassRateDto } from "./schema";

const HOUR_MS = 3_600_000;

/** How much of the time since `from` the carriers of the scope were within range, by day of the zone. */
export async function readPassRate(ctx: OperationContext, from: Date, timeZone: string): Promise<PassRateDto> {
  const { db, scope, now } = ctx;
  const probes = await countWatched(db, scope);
  const step = stepOf(probes, (now.getTime() - from.getTime()) / HOUR_MS);
  const days = probes > 0 ? await readPassDays(db, scope, { from, step, timeZone }) : [];
  return { days, rate: rateOf(days), probes, sampled: Math.ceil(probes / step) };
}
