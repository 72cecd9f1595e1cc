import { z } from "zod";
import { CARRIER_TYPES, type CarrierType } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { recordId } from "@/lib/validation/fields";

export const CandidateQuery = listQuery({
  sort: ["name"],
  filters: {
    ...ById.shape,
    type: z.enum(CARRIER_TYPES).optional(),
    /** A node of the organisation tree, including its subtree. */
    sceneId: recordId().optional(),
  },
});
export type CandidateQuery = z.output<typeof CandidateQuery>;

/** Why a carrier cannot get a range. */
export const REFUSALS = ["thermometerOnly", "noRight"] as const;
export type Refusal = (typeof REFUSALS)[number];

/** A carrier's current range for a measure. */
export type CurrentRangeDto = { zoneId: number; name: string; minimum: number | null; maximum: number | null };

/** A carrier of the range's customer, and the effect of applying the range. */
export type CandidateDto = {
  id: number;
  name: string;
  type: CarrierType;
  sceneName: string;
  /** For the measure of the range. */
  current: CurrentRangeDto | null;
  /** Whether a mounted probe measures it. */
  isMeasured: boolean;
  refusal: Refusal | null;
};
