import "server-only";
import { defineOperation } from "@/lib/operation/define-operation";
import { planAll } from "../history/rules";
import type { ReadableProbe } from "../probe/data";
import { openProbes } from "../probe/operations";
import { clip, type Span, spansOf } from "../probe/rules";
import { readTotals } from "../statistics/data";
import { MAXIMUM_EXAMINED } from "../statistics/operations";
import { countOf, inParts } from "../statistics/rules";
import { type Examination, findTransporting, readRecorded } from "./data";
import { isRecorded, judgeCompleteness, RECORD_PRESETS, type RecordPreset } from "./rules";
import { type CompletenessDto, CompletenessInput } from "./schema";

/** How many of the records that were due are there, probe by probe, with the stretches that lack them. */
export const getCompleteness = defineOperation({
  name: "history.completeness",
  kind: "query",
  isLong: true,
  permission: "viewHistory",
  input: CompletenessInput,
  async run(ctx, { preset, ...asked }): Promise<CompletenessDto> {
    const { probes } = await openProbes(ctx, asked);
    const watching = probes.filter(({ measure }) => isRecorded(measure));
    const totals = await readTotals(ctx.db, planAll(spansOf(watching, asked), []), []);
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
    const recorded = await inParts(ctx, examinations, count, (part) => readRecorded(ctx.db, part, ctx.now));
    let read = 0;
    return {
      isExamined: true,
      probes: watching.map((probe, index) => {
        const { length } = examinations[index] as Examination[];
        const own = recorded.slice(read, read + length);
        read += length;
        const kept = presetOf(probe);
        return { probeId: probe.probeId, preset: kept, ...judgeCompleteness(own, kept, ctx.now.getTime()) };
      }),
    };
  },
});

function examinationsOf({ probeId, minimum, maximum, periods }: ReadableProbe, preset: RecordPreset, range: Span) {
  const { seconds, outsideSeconds } = RECORD_PRESETS[preset];
  const fixed = { probeId, minimum, maximum, intervalMs: seconds * 1000, outsideMs: outsideSeconds * 1000 };
  return periods.flatMap((period) => clip([period], range).map((span) => ({ ...fixed, ...span, period })));
}
