import "server-only";
import { MAXIMUM_BYTES } from "@/features/telemetry/ingest/schema";
import { defineOperation, INGEST_TOKEN } from "@/lib/operation/define-operation";
import { boundItems, takeAdapted } from "../operations";
import { fromLines } from "./rules";
import { InfluxInput } from "./schema";

/**
 * `POST /service/ingest/influx`, also with `/api/v2/write` behind it, which clients of InfluxDB 2 add to the address that
 * they are given.
 */
export const ingestInflux = defineOperation({
  name: "telemetry.ingestInflux",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: InfluxInput,
  body: { maximumBytes: MAXIMUM_BYTES, textKey: "payload", gzip: true },
  async run(ctx, { payload, ...options }) {
    const adapted = fromLines(payload, options, ctx.now.getTime());
    boundItems(adapted.readings.length + adapted.issues.length);
    return takeAdapted(ctx, adapted);
  },
});
