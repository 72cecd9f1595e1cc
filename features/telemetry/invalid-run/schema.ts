import { z } from "zod";
import { ById } from "@/lib/resource/by-id";
import { Instant } from "../history/schema";

/** A rule, and from when on what is stored is to be judged by it. */
export const RunInput = z.strictObject({ ...ById.shape, from: Instant });
export type RunInput = z.output<typeof RunInput>;

/** How many stored readings a rule would take; `isComplete`: false where there are more than were counted. */
export type RunPreviewDto = { count: number; isComplete: boolean };
