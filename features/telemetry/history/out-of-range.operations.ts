import "server-only";
import { degreeMinutesOf, isSwitch, total } from "@/features/observation/observation.rules";
import { observeSpans } from "@/features/observation/observation.service";
import { defineOperation } from "@/lib/operation/define-operation";
import type { ReadableProbe } from "../ingest/probe.data";
import { openProbes } from "../ingest/probe.operations";
import { HistoryRange } from "./history.schema";
import type { OutsideDto } from "./out-of-range.schema";
import { observationsOf } from "./statistics.operations";

/** About 2 s of reading. */
const MAXIMUM_EXAMINED = 2_000_000;

const isLimited = ({ measure, minimum, maximum }: ReadableProbe) =>
  !isSwitch(measure) && (minimum !== null || maximum !== null);

/** Degree-minutes outside the range by probe. */
export const getOutside = defineOperation({
  name: "history.outside",
  kind: "query",
  isLong: true,
  permission: "viewHistory",
  input: HistoryRange,
  async run(ctx, asked): Promise<OutsideDto> {
    const { probes } = await openProbes(ctx, asked);
    const observations = probes.filter(isLimited).flatMap((probe) => observationsOf(probe, asked));
    const sums = await observeSpans(ctx, observations, MAXIMUM_EXAMINED);
    if (sums === null) return { probes: [], isExamined: false };
    return {
      isExamined: true,
      probes: probes.map((probe) => {
        const { probeId, minimum, maximum } = probe;
        const own = sums.filter((_, place) => observations[place]?.probeId === probeId);
        const { above, below } = degreeMinutesOf(total(own));
        const has = (limit: number | null) => isLimited(probe) && limit !== null;
        return { probeId, above: has(maximum) ? above : null, below: has(minimum) ? below : null };
      }),
    };
  },
});
