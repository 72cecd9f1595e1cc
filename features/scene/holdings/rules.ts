import { KINDS } from "@/features/exception/kind.rules";
import type { PointState } from "./schema";

/** The colour of a state: red for a critical alarm, else by the side of the first excursion, else by the state. */
export function toneOf({ status, worstExcursion, probes }: Pick<PointState, "status" | "worstExcursion" | "probes">) {
  if (status === "stopped") return "paused";
  if (status === "normal") return "normal";
  if (status !== "abnormal") return "offline";
  if (worstExcursion === "critical") return "critical";
  // An open door and lost power are switch states and have no side.
  const sides = probes.map(({ excursion, state }) =>
    excursion && KINDS[excursion.kind].hasLimits ? (excursion.side ?? state) : state,
  );
  return sides.find((side) => side === "above" || side === "below") ?? "warning";
}

/** The temperature shown for a carrier: that of the probe out of range, otherwise of its first. */
export function temperatureOf({ probes }: Pick<PointState, "probes">) {
  const warm = probes.filter(({ measure }) => measure === "temperature");
  return warm.find(({ state, excursion }) => excursion !== null || state === "above" || state === "below") ?? warm[0];
}
