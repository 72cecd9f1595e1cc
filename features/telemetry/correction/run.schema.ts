import { z } from "zod";
import { ById } from "@/lib/resource/by-id";
import { instantMs } from "@/lib/validation/instant";

/** A rule, and the instant from which stored readings are evaluated by it. */
export const RunInput = z.strictObject({ ...ById.shape, from: instantMs() });
export type RunInput = z.output<typeof RunInput>;

/** Number of stored readings that a rule would match; `isComplete` false: there are more. */
export type RunPreviewDto = { count: number; isComplete: boolean };
