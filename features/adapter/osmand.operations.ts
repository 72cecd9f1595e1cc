import "server-only";
import { MAXIMUM_BYTES } from "@/features/telemetry/ingest/ingest.schema";
import { AppError } from "@/lib/errors";
import { Reply } from "@/lib/http/reply";
import { defineOperation, INGEST_TOKEN } from "@/lib/operation/define-operation";
import { fromOsmAnd, isLocations, isMissingId } from "./osmand.rules";
import { OsmAndInput } from "./osmand.schema";
import { UNKNOWN_DEVICE } from "./rules";
import type { AdaptedResult } from "./schema";
import { boundItems, ingestAdapted } from "./service";
import { isObject } from "./value.rules";

/** Parses the body: JSON if it starts like it, else a form. */
function fieldsOf(body: string): Record<string, unknown> {
  if (!/^\s*[{[]/.test(body)) return Object.fromEntries(new URLSearchParams(body));
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return value;
  } catch (error) {
    throw new AppError("BAD_REQUEST", "body: is not valid JSON", {}, { cause: error });
  }
  throw new AppError("BAD_REQUEST", "body: must be a JSON object");
}

/**
 * Clients repeat a report until they receive 200. Every processed report is therefore 200, also a rejected one, which
 * would be rejected again. As in Traccar, a missing device is 400, and an unknown one 400, or 404 in the JSON form.
 */
function statusOf({ accepted, duplicates, rejected }: AdaptedResult, isJson: boolean): number {
  if (accepted + duplicates > 0) return 200;
  const reasons = rejected.map(({ reason }) => reason);
  if (reasons.some(isMissingId)) return 400;
  return reasons.includes(UNKNOWN_DEVICE) ? (isJson ? 404 : 400) : 200;
}

/** `GET` and `POST /service/ingest/osmand`: a report of Traccar's OsmAnd protocol. The device is its `id`. */
export const ingestOsmAnd = defineOperation({
  name: "telemetry.ingestOsmAnd",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: OsmAndInput,
  body: { maximumBytes: MAXIMUM_BYTES, textKey: "payload", gzip: true },
  async run(ctx, { payload = "", ...query }) {
    const fields = { ...query, ...fieldsOf(payload) };
    if (Array.isArray(fields.location)) boundItems(fields.location.length);
    const result = await ingestAdapted(ctx, fromOsmAnd(fields, ctx.now.getTime()), "osmand");
    return new Reply(result, { status: statusOf(result, isLocations(fields)) });
  },
});
