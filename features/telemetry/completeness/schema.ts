import { z } from "zod";
import { checkAsked, HistoryFields } from "../history/schema";
import { type MissingSpan, RECORD_PRESET_NAMES, type RecordPreset } from "./rules";

/** The probes and the range of a history; without a preset each probe is held to that of its carrier's use. */
export const CompletenessInput = z
  .object({ ...HistoryFields, preset: z.enum(RECORD_PRESET_NAMES).optional() })
  .superRefine(checkAsked);

export type ProbeCompleteness = {
  probeId: number;
  preset: RecordPreset;
  /** Records that were due. */
  due: number;
  missing: number;
  /** Records that are there ÷ records that were due, 0 to 1; null where none was due. */
  share: number | null;
  /** The longest stretches without them, in order of time. */
  gaps: MissingSpan[];
};

/** Of the probes that watch surroundings; `isExamined` false: so many readings that none was looked at. */
export type CompletenessDto = { probes: ProbeCompleteness[]; isExamined: boolean };
