import type { Measure } from "@/db/enums";
import { mayHaveRange } from "@/features/carrier/carrier.rules";
import type { CandidateDto, Refusal } from "./schema";

type Asked = { measure: Measure; mounted: readonly Measure[]; hasRange: boolean; mayEdit: boolean };

/** Why a carrier cannot get a range of this measure; null if it can. An existing range may always be replaced. */
export function refusalOf({ measure, mounted, hasRange, mayEdit }: Asked): Refusal | null {
  if (!mayEdit) return "noRight";
  return hasRange || mayHaveRange(measure, mounted) ? null : "thermometerOnly";
}

export type Outcome = "first" | "replaced" | "same" | "refused";

/** The effect of applying the range to a carrier. */
export function outcomeOf({ current, refusal }: Pick<CandidateDto, "current" | "refusal">, zoneId: number): Outcome {
  if (current?.zoneId === zoneId) return "same";
  if (refusal !== null) return "refused";
  return current === null ? "first" : "replaced";
}
