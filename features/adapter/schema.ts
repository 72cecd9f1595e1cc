import { z } from "zod";
import type { IngestResult } from "@/features/telemetry/ingest/ingest.schema";

/** `ignored`: names of fields that nobody knows; absent where there are none. */
export type AdaptedResult = IngestResult & { ignored?: string[] };

/** A payload as its sender made it: single fields are looked at one by one, so that a bad one never costs the others. */
export const AnyObject = z.looseObject({});
