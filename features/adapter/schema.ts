import { z } from "zod";
import type { IngestResult } from "@/features/telemetry/ingest/ingest.schema";

/** `ignored`: names of unknown fields; absent if there are none. */
export type AdaptedResult = IngestResult & { ignored?: string[] };

/** A payload as sent. Fields are validated one by one, so that an invalid one does not affect the others. */
export const AnyObject = z.looseObject({});
