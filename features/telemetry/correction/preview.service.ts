import "server-only";
import { grouped } from "@/lib/grouped";
import type { Db } from "@/lib/operation/context";
import { findMembers } from "../ingest/validation.data";
import { HOUR_MS, rateOf, settle } from "../ingest/validation.rules";
import { COUNTED } from "./invalid.rules";
import { countTaken, findRuledIds, findSuspectHours, type SuspectHour } from "./preview.data";
import type { RunningRule } from "./run.data";
import type { RunPreviewDto } from "./run.schema";

/** So many hours one statement looks into, whatever the span: a tenth of a second, about. */
const HOURS_AT_ONCE = 50_000;
/** Hours whose readings are looked at together: a sensor may send each second. */
const SUSPECTS_AT_ONCE = 100;
/** Nobody waits longer in a dialog (ms): what was found by then is told as what it is. */
const PATIENCE_MS = 3000;

type Span = { from: number; to: number };

/**
 * How many stored readings a rule would take, probe by probe: complete, or as many as were found within the time and the
 * bound, which are so many at least.
 */
export async function countWould(
  db: Db,
  rule: RunningRule,
  span: Span,
  patienceMs: number = PATIENCE_MS,
): Promise<RunPreviewDto> {
  const until = performance.now() + patienceMs;
  const probesAtOnce = Math.max(1, Math.floor(HOURS_AT_ONCE / Math.ceil((span.to - span.from) / HOUR_MS + 1)));
  let [count, after] = [0, 0];
  for (;;) {
    const probeIds = await findRuledIds(db, rule, after, probesAtOnce);
    if (probeIds.length === 0) return { count, isComplete: true };
    for await (const some of countsOf(db, rule, probeIds, span)) {
      count += some;
      if (count > COUNTED || performance.now() > until) return { count: Math.min(count, COUNTED), isComplete: false };
    }
    after = probeIds.at(-1) as number;
  }
}

/** Counts of some probes, piece by piece, so that whoever has waited long enough may leave. */
async function* countsOf(db: Db, rule: RunningRule, probeIds: readonly number[], span: Span): AsyncGenerator<number> {
  if (rule.kind !== "jump") {
    yield await countTaken(db, rule, probeIds, { ...span, limit: COUNTED + 1 });
    return;
  }
  const hours = await findSuspectHours(db, rule, probeIds, span);
  // Where nothing is suspect, too, the clock is looked at.
  yield 0;
  for (let first = 0; first < hours.length; first += SUSPECTS_AT_ONCE)
    yield await countJumps(db, rule, hours.slice(first, first + SUSPECTS_AT_ONCE), span);
}

async function countJumps(db: Db, rule: RunningRule, hours: readonly SuspectHour[], { from, to }: Span) {
  const spans = hours.map(({ probeId, hour }) => ({
    probeId,
    first: Math.max(hour, from),
    last: Math.min(hour + HOUR_MS, to) - 1,
  }));
  const members = await findMembers(db, spans);
  let count = 0;
  for (const [probeId, own] of grouped(spans, (one) => one.probeId)) {
    const inside = new Set(own.map(({ first }) => Math.floor(first / HOUR_MS)));
    const isInside = (at: number) => at >= from && at < to && inside.has(Math.floor(at / HOUR_MS));
    const some = members.get(probeId) ?? [];
    const touched = some.flatMap(({ at }) => (isInside(at) ? [at] : []));
    const verdicts = settle(rateOf(rule), some, touched);
    count += verdicts.filter(({ isJump, at }) => isJump && isInside(at)).length;
  }
  return count;
}
