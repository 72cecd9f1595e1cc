import "server-only";
import { longestStepMs, type Observation, passRateOf, total } from "@/features/observation/observation.rules";
import { observe } from "@/features/observation/observation.service";
import { dayKey, startOfDay } from "@/lib/datetime/zone";
import type { OperationContext } from "@/lib/operation/context";
import { countWatched, findWatched, type Watched } from "./pass-rate.data";
import { MAXIMUM_READ, stepOf } from "./pass-rate.rules";
import type { PassRateDto } from "./pass-rate.schema";

const HOUR_MS = 3_600_000;

/** The pass rate of the carriers in the scope since `from`, by day of the zone. */
export async function readPassRate(ctx: OperationContext, from: Date, timeZone: string): Promise<PassRateDto> {
  const { db, scope, now } = ctx;
  const probes = await countWatched(db, scope);
  const starts = daysOf(from, now, timeZone);
  const edges = starts.slice(1).map((start) => start.getTime());
  for (let step = stepOf(probes, (now.getTime() - from.getTime()) / HOUR_MS); ; step *= 4) {
    const sampled = Math.ceil(probes / step);
    const watched = probes > 0 ? await findWatched(db, scope, step) : [];
    const observations = watched.flatMap((one) => observationOf(one, from, now));
    // A single probe is read in full.
    const most = sampled > 1 ? MAXIMUM_READ : Number.POSITIVE_INFINITY;
    const found = await observe(ctx, observations, { edges, most });
    if (found === null) continue;
    const sums = starts.map((_, day) => total(found.flatMap((buckets) => buckets[day] ?? [])));
    return {
      days: sums.flatMap(({ observedMs, withinMs }, day) =>
        observedMs === 0
          ? []
          : [
              {
                day: dayKey(starts[day] as Date, timeZone),
                observedHours: observedMs / HOUR_MS,
                withinHours: withinMs / HOUR_MS,
              },
            ],
      ),
      rate: passRateOf(total(sums)),
      probes,
      sampled,
    };
  }
}

/** The starts of the days from `from` to now in the zone. */
function daysOf(from: Date, now: Date, timeZone: string): Date[] {
  const starts = [startOfDay(from, timeZone)];
  for (let next = startOfDay(from, timeZone, 1); next < now; next = startOfDay(next, timeZone, 1)) starts.push(next);
  return starts;
}

function observationOf({ mountedAt, ...probe }: Watched, from: Date, now: Date): Observation[] {
  const span = { from: Math.max(from.getTime(), mountedAt), to: now.getTime() };
  if (span.from >= span.to) return [];
  const { probeId, measure, minimum, maximum } = probe;
  const period = { from: mountedAt, to: Number.POSITIVE_INFINITY };
  const isTemperature = measure === "temperature";
  return [{ probeId, ...span, period, minimum, maximum, stepMs: longestStepMs(probe), isTemperature }];
}
