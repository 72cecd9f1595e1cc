import "server-only";
import { z } from "zod";
import { MAXIMUM_BYTES } from "@/features/telemetry/ingest/ingest.schema";
import { RawReply } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, INGEST_TOKEN, PUBLIC } from "@/lib/operation/define-operation";
import { fromLines, isCreation, partialWrite } from "./influx.rules";
import { InfluxInput, InfluxQuery } from "./influx.schema";
import { UNKNOWN_DEVICE } from "./rules";
import { boundItems, ingestAdapted } from "./service";

/**
 * `POST /service/ingest/influx`, also with the suffix `/api/v2/write`, which clients of InfluxDB 2 append to their
 * configured URL.
 */
export const ingestInflux = defineOperation({
  name: "telemetry.ingestInflux",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: InfluxInput,
  body: { maximumBytes: MAXIMUM_BYTES, textKey: "payload", gzip: true },
  run: ingestLines,
});

async function ingestLines(ctx: OperationContext, { payload, ...options }: z.output<typeof InfluxInput>) {
  const adapted = fromLines(payload, options, ctx.now.getTime());
  boundItems(adapted.readings.length + adapted.issues.length);
  return ingestAdapted(ctx, adapted, "influx");
}

const JSON_HEADERS = { "content-type": "application/json", "x-influxdb-version": "1.8.10" };

/**
 * `POST /write`, also below `/service/ingest/influx`: lines of InfluxDB 1 clients, with the responses that they expect:
 * 204, or 400 with the dropped lines. The token is the password; database and policy are ignored.
 */
export const writeInflux = defineOperation({
  name: "telemetry.writeInflux",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: InfluxInput,
  body: { maximumBytes: MAXIMUM_BYTES, textKey: "payload", gzip: true },
  async run(ctx, input) {
    const result = await ingestLines(ctx, input);
    // Readings of an unknown device are stored until it is registered.
    const rejected = result.rejected.filter(({ reason }) => reason !== UNKNOWN_DEVICE);
    if (rejected.length === 0) return new RawReply(null, JSON_HEADERS, 204);
    return new RawReply(JSON.stringify({ error: partialWrite(rejected) }), JSON_HEADERS, 400);
  },
});

/** `/query`: answers database creation, which clients send first, with success. Other queries are not supported. */
export const queryInflux = defineOperation({
  name: "telemetry.queryInflux",
  kind: "query",
  permission: INGEST_TOKEN,
  input: InfluxQuery,
  body: { maximumBytes: 10_000, textKey: "payload" },
  async run(_ctx, { payload, q }) {
    const statement = q || (new URLSearchParams(payload).get("q") ?? "");
    const answer = isCreation(statement) ? { results: [{ statement_id: 0 }] } : { error: "queries are not supported" };
    return new RawReply(JSON.stringify(answer), JSON_HEADERS, "error" in answer ? 400 : 200);
  },
});

/** `GET /ping`: tells clients that lines of version 1 are accepted. */
export const pingInflux = defineOperation({
  name: "telemetry.pingInflux",
  kind: "query",
  permission: PUBLIC,
  input: z.object({}),
  run: async () => new RawReply(null, JSON_HEADERS, 204),
});
