import { z } from "zod";
import { ById } from "@/lib/resource/by-id";
import { instantMs } from "@/lib/validation/instant";

/** A rule, and from when on what is stored is to be judged by it. */
export const RunInput = z.strictObject({ ...ById.shape, from: instantMs() });
export type RunInput = z.output<typeof RunInput>;

/** How many stored readings a rule would take; `isComplete`: false where there are more than were counted. */
export type RunPreviewDto = { count: number; isComplete: boolean };
