import "server-only";
import { defineOperation } from "@/lib/operation/define-operation";
import { HistoryRange } from "../history/schema";
import type { ReadableProbe } from "../probe/data";
import { openProbes } from "../probe/operations";
import { isSwitch, longestStepMs, spansOf } from "../probe/rules";
import { findHours, sumOutside } from "./data";
import { stretchesOf } from "./rules";
import type { OutsideDto } from "./schema";

/** About two seconds of reading. */
const MAXIMUM_EXAMINED = 2_000_000;

const isLimited = ({ measure, minimum, maximum }: ReadableProbe) =>
  !isSwitch(measure) && (minimum !== null || maximum !== null);

/** Degree-minutes outside of the range, probe by probe: only hours with a value outside are read. */
export const getOutside = defineOperation({
  name: "history.outside",
  kind: "query",
  isLong: true,
  permission: "viewHistory",
  input: HistoryRange,
  async run(ctx, asked): Promise<OutsideDto> {
    const { probes } = await openProbes(ctx, asked);
    const spans = probes.filter(isLimited).flatMap((probe) => {
      const { minimum, maximum } = probe;
      const marginMs = longestStepMs(probe);
      return spansOf([probe], asked).map((span) => ({ ...span, minimum, maximum, stepMs: marginMs }));
    });
    const hours = await findHours(ctx.db, spans);
    if (hours.reduce((sum, { count }) => sum + count, 0) > MAXIMUM_EXAMINED) return { probes: [], isExamined: false };
    const stretches = spans.flatMap((span, place) => {
      const own = hours.filter((one) => one.place === place).map(({ hour }) => hour);
      return stretchesOf(span, own, span.stepMs).map((stretch) => ({ ...span, ...stretch }));
    });
    const found = stretches.length > 0 ? await sumOutside(ctx.db, stretches) : [];
    return {
      isExamined: true,
      probes: probes.map((probe) => {
        const { probeId, minimum, maximum } = probe;
        const sums = found.find((one) => one.probeId === probeId);
        const has = (limit: number | null) => isLimited(probe) && limit !== null;
        return {
          probeId,
          above: has(maximum) ? (sums?.above ?? 0) : null,
          below: has(minimum) ? (sums?.below ?? 0) : null,
        };
      }),
    };
  },
});
