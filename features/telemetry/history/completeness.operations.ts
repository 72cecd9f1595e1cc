import "server-only";
import { askedMsOfAll, completenessOf, type Observation, total } from "@/features/observation/observation.rules";
import { observeSpans } from "@/features/observation/observation.service";
import { defineOperation } from "@/lib/operation/define-operation";
import type { ReadableProbe } from "../ingest/probe.data";
import { openProbes } from "../ingest/probe.operations";
import { clip, type Span, spansOf } from "../ingest/probe.rules";
import { type Examination, findTransporting, readRecorded } from "./completeness.data";
import { isRecorded, judgeRecords, RECORD_PRESETS, type RecordPreset } from "./completeness.rules";
import { type CompletenessDto, CompletenessInput } from "./completeness.schema";
import { planAll } from "./history.rules";
import { readTotals } from "./statistics.data";
import { MAXIMUM_EXAMINED, watchedSpansOf } from "./statistics.operations";
import { countOf, inParts } from "./statistics.rules";

/** Completeness of the range by probe, and how many of the records due are missing. */
export const getCompleteness = defineOperation({
  name: "history.completeness",
  kind: "query",
  isLong: true,
  permission: "viewHistory",
  input: CompletenessInput,
  async run(ctx, { preset, ...asked }): Promise<CompletenessDto> {
    const { probes } = await openProbes(ctx, asked);
    const watching = probes.filter(({ measure }) => isRecorded(measure));
    const totals = await readTotals(ctx.db, planAll(spansOf(watching, asked), []));
    const count = countOf(totals);
    if (count > MAXIMUM_EXAMINED) return { probes: [], isExamined: false };
    const transporting = new Set(
      await findTransporting(
        ctx.db,
        watching.flatMap(({ carrierId }) => carrierId ?? []),
      ),
    );
    const presetOf = ({ carrierId }: ReadableProbe): RecordPreset =>
      preset ?? (carrierId !== null && transporting.has(carrierId) ? "transport" : "storage");
    const examinations = watching.map((probe) => examinationsOf(probe, presetOf(probe), asked));
    const observations = watching.map((probe) => watchedSpansOf(probe, asked));
    const sums = (await observeSpans(ctx, observations.flat())) ?? [];
    const recorded = await inParts(ctx, examinations, count, (part) => readRecorded(ctx.db, part, ctx.now));
    const now = ctx.now.getTime();
    let [read, observed] = [0, 0];
    return {
      isExamined: true,
      probes: watching.map((probe, index) => {
        const { length } = examinations[index] as Examination[];
        const own = recorded.slice(read, read + length);
        read += length;
        const spans = observations[index] as Observation[];
        const found = sums.slice(observed, observed + spans.length);
        const { observedMs } = total(found);
        observed += spans.length;
        const askedMs = askedMsOfAll(spans, found, now);
        const kept = presetOf(probe);
        return {
          probeId: probe.probeId,
          share: completenessOf({ observedMs }, askedMs),
          observedSeconds: observedMs / 1000,
          askedSeconds: askedMs / 1000,
          preset: kept,
          ...judgeRecords(own, kept, now),
        };
      }),
    };
  },
});

function examinationsOf({ probeId, minimum, maximum, periods }: ReadableProbe, preset: RecordPreset, range: Span) {
  const { seconds, outsideSeconds } = RECORD_PRESETS[preset];
  const fixed = { probeId, minimum, maximum, intervalMs: seconds * 1000, outsideMs: outsideSeconds * 1000 };
  return periods.flatMap((period) => clip([period], range).map((span) => ({ ...fixed, ...span, period })));
}
