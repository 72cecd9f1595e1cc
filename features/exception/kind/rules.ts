import { CONDITION_KINDS, type ConditionKind, type Measure, type Side } from "@/db/enums";

/** Colours of `components/ui/tone.ts`. */
export type KindTone = Side | "warning" | "critical" | "offline";

/** What an exception of a kind is to the people who read of it. */
export type KindOfException = {
  /** Whether its carrier is abnormal while it is open. Silence is a state of its own, and a trend has come true of nothing yet. */
  isExcursion: boolean;
  /** Whether a limit was passed, or is about to be: side and limits belong to what is told of it. */
  hasLimits: boolean;
  /** Whether values lay beyond a limit, so that peak, mean and the time outside say how bad it was. */
  hasFigures: boolean;
  /** Whether the readings of its probe, drawn over time, show anything. */
  hasChart: boolean;
  toneOf(one: { side: Side | null; measure: Measure | null }): KindTone;
};

const bySide: KindOfException["toneOf"] = ({ side }) => side ?? "warning";

const TABLE = {
  range: { isExcursion: true, hasLimits: true, hasFigures: true, hasChart: true, toneOf: bySide },
  cumulative: { isExcursion: true, hasLimits: true, hasFigures: true, hasChart: true, toneOf: bySide },
  "no-data": { isExcursion: false, hasLimits: false, hasFigures: false, hasChart: true, toneOf: () => "offline" },
  // Its side and limits are those of a switch between 0 and 1.
  state: {
    isExcursion: true,
    hasLimits: false,
    hasFigures: false,
    hasChart: false,
    toneOf: ({ measure }) => (measure === "power" ? "critical" : "warning"),
  },
  // Nothing lies outside yet: not the colour of a side.
  trend: { isExcursion: false, hasLimits: true, hasFigures: false, hasChart: true, toneOf: () => "warning" },
} as const satisfies Record<ConditionKind, KindOfException>;

/** Whatever is told, counted or coloured by the kind of an exception follows this table. */
export const KINDS: Record<ConditionKind, KindOfException> = TABLE;

/** The kinds that make a carrier abnormal. */
export type ExcursionKind = {
  [K in ConditionKind]: (typeof TABLE)[K]["isExcursion"] extends true ? K : never;
}[ConditionKind];

export const EXCURSION_KINDS = CONDITION_KINDS.filter((kind): kind is ExcursionKind => KINDS[kind].isExcursion);

/** The colour that an exception is told in. */
export const toneOf = (one: { kind: ConditionKind; side: Side | null; measure: Measure | null }): KindTone =>
  KINDS[one.kind].toneOf(one);
