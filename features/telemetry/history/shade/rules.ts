import type { ConditionKind, Measure, Side } from "@/db/enums";

type Shade = { kind: ConditionKind; side: Side | null; measure: Measure };

const TEXT: Record<ConditionKind, (shade: Shade) => string> = {
  range: ({ side }) => side ?? "outside",
  cumulative: () => "cumulative",
  "no-data": () => "silent",
  state: ({ measure }) => (measure === "power" ? "powerLost" : "doorOpen"),
  trend: () => "foreseen",
};

/** Under which key of `history.chart` the shade of an exception is told. */
export const shadeText = (shade: Shade): string => TEXT[shade.kind](shade);
