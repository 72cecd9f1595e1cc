import type { Measure } from "@/db/enums";
import { nextTrend } from "@/lib/units/trend";

/** The newest value of a probe, its instant (epoch ms) and its smoothed change per minute. */
export type Newest = { probeId: number; lastAt: number | null; lastValue: number | null; trend: number | null };

/** The newest value of a probe before and after readings arrived; instants in epoch ms. */
export type Turn = {
  probeId: number;
  oldValue: number | null;
  oldAt: number | null;
  value: number | null;
  at: number | null;
};

/** The newest value and the trend after further samples (sorted by time); late values change neither. */
export function advance<State extends Newest>(
  state: State,
  samples: readonly { at: number; value: number }[],
  measure: Measure,
): State {
  let { lastAt, lastValue, trend } = state;
  for (const { at, value } of samples) {
    if (lastAt !== null && at <= lastAt) continue;
    if (lastAt !== null && lastValue !== null) trend = nextTrend(trend, at - lastAt, value - lastValue, measure);
    lastAt = at;
    lastValue = value;
  }
  return { ...state, lastAt, lastValue, trend };
}

/** The newest values that changed. */
export function turnsOf(updates: readonly Newest[], before: ReadonlyMap<number, Newest>): Turn[] {
  return updates.flatMap(({ probeId, lastAt: at, lastValue: value }) => {
    const old = before.get(probeId);
    return old?.lastAt === at
      ? []
      : [{ probeId, oldValue: old?.lastValue ?? null, oldAt: old?.lastAt ?? null, value, at }];
  });
}
