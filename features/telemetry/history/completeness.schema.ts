import { z } from "zod";
import { type MissingSpan, RECORD_PRESET_NAMES, type RecordPreset } from "./completeness.rules";
import { checkAsked, HistoryFields } from "./history.schema";

/** Probes and range of a history. Without a preset, each probe uses that of its carrier. */
export const CompletenessInput = z
  .object({ ...HistoryFields, preset: z.enum(RECORD_PRESET_NAMES).optional() })
  .superRefine(checkAsked);

export type ProbeCompleteness = {
  probeId: number;
  /** Observed time ÷ time asked for up to now, 0 to 1, as in `features/observation/`; null if no time was asked for. */
  share: number | null;
  observedSeconds: number;
  askedSeconds: number;
  /** Records are counted separately: how many were due by the preset, and how many of them are missing. */
  preset: RecordPreset;
  due: number;
  missing: number;
  /** The longest stretches with missing records, in order of time. */
  gaps: MissingSpan[];
};

/** Probes that monitor the surroundings; `isExamined` false: too many readings, none was examined. */
export type CompletenessDto = { probes: ProbeCompleteness[]; isExamined: boolean };
