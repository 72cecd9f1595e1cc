import "server-only";
import { MAXIMUM_BYTES } from "@/features/telemetry/ingest/ingest.schema";
import { defineOperation, INGEST_TOKEN } from "@/lib/operation/define-operation";
import { ingestAdapted } from "../service";
import { fromTts } from "./tts.rules";
import { TtsInput } from "./tts.schema";

/**
 * `POST /service/ingest/tts`: a webhook of The Things Stack v3. The device is identified by its DevEUI, as MAC or
 * serial number.
 */
export const ingestTts = defineOperation({
  name: "telemetry.ingestTts",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: TtsInput,
  body: { maximumBytes: MAXIMUM_BYTES, valueKey: "payload", gzip: true },
  run: (ctx, { payload }) => ingestAdapted(ctx, fromTts(payload, ctx.now.getTime()), "tts"),
});
