import "server-only";
import { MAXIMUM_BYTES } from "@/features/telemetry/ingest/schema";
import { AppError } from "@/lib/errors";
import { defineOperation, INGEST_TOKEN } from "@/lib/operation/define-operation";
import { boundItems, takeAdapted } from "../operations";
import { isObject } from "../rules";
import { fromOsmAnd } from "./rules";
import { OsmAndInput } from "./schema";

/** The body's fields: JSON if it begins like it, else a form. */
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
    return takeAdapted(ctx, fromOsmAnd(fields, ctx.now.getTime()));
  },
});
