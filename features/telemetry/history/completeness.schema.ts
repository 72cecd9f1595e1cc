import { z } from "zod";
import { type MissingSpan, RECORD_PRESET_NAMES, type RecordPreset } from "./completeness.rules";
import { checkAsked, HistoryFields } from "./history.schema";

/** The probes and the range of a history; without a preset each probe is held to that of its carrier's use. */
export const CompletenessInput = z
  .object({ ...HistoryFields, preset: z.enum(RECORD_PRESET_NAMES).optional() })
  .superRefine(checkAsked);

export type ProbeCompleteness = {
  probeId: number;
  /** Time observed ÷ time asked for up to now, 0 to 1, as `features/observation/` has it; null where none was asked for. */
  share: number | null;
  observedSeconds: number;
  askedSeconds: number;
  /** Records are counted beside it: how many were due by the preset, and how many of these are missing. */
  preset: RecordPreset;
  due: number;
  missing: number;
  /** The longest stretches without them, in order of time. */
  gaps: MissingSpan[];
};

/** Of the probes that watch surroundings; `isExamined` false: so many readings that none was looked at. */
export type CompletenessDto = { probes: ProbeCompleteness[]; isExamined: boolean };
