import "server-only";
import { grouped } from "@/lib/grouped";
import type { Db } from "@/lib/operation/context";
import { findMembers } from "../ingest/validation.data";
import { HOUR_MS, judgeJumps, rateOf } from "../ingest/validation.rules";
import { COUNTED } from "./invalid.rules";
import { countMatching, findRuledIds, findSuspectHours, type SuspectHour } from "./preview.data";
import type { RunningRule } from "./run.data";
import type { RunPreviewDto } from "./run.schema";

/** Hours per statement, whatever the span: about 0.1 s. */
const HOURS_AT_ONCE = 50_000;
/** Hours whose readings are examined together: a sensor may send every second. */
const SUSPECTS_AT_ONCE = 100;
/** Time limit of the preview (ms), after which the count so far is returned as incomplete. */
const PATIENCE_MS = 3000;

type Span = { from: number; to: number };

/**
 * Counts the stored readings that a rule would match, probe by probe. The count is complete, or a lower bound if the
 * time limit or the maximum count is reached.
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

/** Counts some probes piece by piece, so that the caller can stop when the time is up. */
async function* countsOf(db: Db, rule: RunningRule, probeIds: readonly number[], span: Span): AsyncGenerator<number> {
  if (rule.kind !== "jump") {
    yield await countMatching(db, rule, probeIds, { ...span, limit: COUNTED + 1 });
    return;
  }
  const hours = await findSuspectHours(db, rule, probeIds, span);
  // Yields even without a suspect hour, so that the caller checks the time.
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
    const verdicts = judgeJumps(rateOf(rule), some, touched);
    count += verdicts.filter(({ isJump, at }) => isJump && isInside(at)).length;
  }
  return count;
}
