import { z } from "zod";
import type { StepState } from "./rules";

export const ChecklistQuery = z.strictObject({});

/** The steps to show; null: none. `isJustDone`: all is done, and the account has not closed the checklist yet. */
export type ChecklistDto = { steps: StepState[] | null; isJustDone: boolean };
