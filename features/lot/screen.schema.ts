import type { DecisionDto } from "./decision.schema";
import type { LotVerdictDto } from "./lot.schema";

/** The window of one lot. */
export type LotDetailView = {
  answer: LotVerdictDto;
  decisions: DecisionDto[];
  rights: { edit: boolean; decide: boolean; carriers: boolean; report: boolean; print: boolean };
  timeZone: string;
  now: number;
};
