import "server-only";
import { z } from "zod";
import { MAXIMUM_BYTES } from "@/features/telemetry/ingest/ingest.schema";
import { RawReply } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, INGEST_TOKEN, PUBLIC } from "@/lib/operation/define-operation";
import { fromLines, isCreation, partialWrite } from "./influx.rules";
import { InfluxInput, InfluxQuery } from "./influx.schema";
import { UNKNOWN_DEVICE } from "./rules";
import { boundItems, takeAdapted } from "./service";

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
  run: takeLines,
});

async function takeLines(ctx: OperationContext, { payload, ...options }: z.output<typeof InfluxInput>) {
  const adapted = fromLines(payload, options, ctx.now.getTime());
  boundItems(adapted.readings.length + adapted.issues.length);
  return takeAdapted(ctx, adapted, "influx");
}

const JSON_HEADERS = { "content-type": "application/json", "x-influxdb-version": "1.8.10" };

/**
 * `POST /write`, also behind `/service/ingest/influx`: lines as clients of InfluxDB 1 write them, with the answers that
 * these understand: 204, or 400 with what was dropped. The token is the password; database and policy are not looked at.
 */
export const writeInflux = defineOperation({
  name: "telemetry.writeInflux",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: InfluxInput,
  body: { maximumBytes: MAXIMUM_BYTES, textKey: "payload", gzip: true },
  async run(ctx, input) {
    const result = await takeLines(ctx, input);
    // What is of an unknown device is kept until that is registered.
    const rejected = result.rejected.filter(({ reason }) => reason !== UNKNOWN_DEVICE);
    if (rejected.length === 0) return new RawReply(null, JSON_HEADERS, 204);
    return new RawReply(JSON.stringify({ error: partialWrite(rejected) }), JSON_HEADERS, 400);
  },
});

/** `/query`: nothing can be asked here; a database is there as soon as somebody wants to make it. */
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

/** `GET /ping`: that somebody takes lines of version 1. */
export const pingInflux = defineOperation({
  name: "telemetry.pingInflux",
  kind: "query",
  permission: PUBLIC,
  input: z.object({}),
  run: async () => new RawReply(null, JSON_HEADERS, 204),
});
