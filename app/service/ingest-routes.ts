import { ingestChirpStack } from "@/features/adapter/chirpstack/operations";
import { ingestInflux } from "@/features/adapter/influx/operations";
import { ingestOsmAnd } from "@/features/adapter/osmand/operations";
import { ingestTelemetry } from "@/features/adapter/thingsboard/operations";
import { ingestTts } from "@/features/adapter/tts/operations";
import { ingestZigbee2Mqtt } from "@/features/adapter/zigbee2mqtt/operations";
import type { Route } from "@/lib/http/openapi";

/** The doors of those who send in a shape of their own. */
export const INGEST_ROUTES: readonly Route[] = [
  ["POST", "/service/ingest/tts", ingestTts],
  ["POST", "/service/ingest/chirpstack", ingestChirpStack],
  ["POST", "/service/ingest/zigbee2mqtt", ingestZigbee2Mqtt],
  ["POST", "/service/ingest/thingsboard/[token]/telemetry", ingestTelemetry],
  ["GET", "/service/ingest/osmand", ingestOsmAnd],
  ["POST", "/service/ingest/osmand", ingestOsmAnd],
  ["POST", "/service/ingest/influx", ingestInflux],
  ["POST", "/service/ingest/influx/api/v2/write", ingestInflux],
];
