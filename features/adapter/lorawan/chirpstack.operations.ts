import "server-only";
import { MAXIMUM_BYTES } from "@/features/telemetry/ingest/ingest.schema";
import { defineOperation, INGEST_TOKEN } from "@/lib/operation/define-operation";
import { ingestAdapted } from "../service";
import { fromChirpStack } from "./chirpstack.rules";
import { ChirpStackInput } from "./chirpstack.schema";

/**
 * `POST /service/ingest/chirpstack`: the HTTP integration of ChirpStack v4 in JSON. The device is identified by its
 * DevEUI.
 */
export const ingestChirpStack = defineOperation({
  name: "telemetry.ingestChirpStack",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: ChirpStackInput,
  body: { maximumBytes: MAXIMUM_BYTES, valueKey: "payload", gzip: true },
  run: (ctx, { payload, event }) => ingestAdapted(ctx, fromChirpStack(payload, event, ctx.now.getTime()), "chirpstack"),
});
