import type { ConditionKind, Measure, Side } from "@/db/enums";

type Popup = { kind: ConditionKind; side: Side | null; measure: Measure | null };

const TEXT: Record<ConditionKind, (side: Side | "outside", measure: Measure | null) => string> = {
  range: (side) => side,
  cumulative: (side) => `cumulative.${side}`,
  "no-data": () => "noData",
  state: (_, measure) => `state.${measure === "power" ? "power" : "door"}`,
  trend: (side) => `trend.${side}`,
};

/** Under which key of `live.popup` an alarm is told; what has no limits is told without figures. */
export const popupText = ({ kind, side, measure }: Popup): string => TEXT[kind](side ?? "outside", measure);
