import { ingestInflux, pingInflux, queryInflux, writeInflux } from "@/features/adapter/influx.operations";
import { ingestChirpStack } from "@/features/adapter/lorawan/chirpstack.operations";
import { ingestTts } from "@/features/adapter/lorawan/tts.operations";
import { ingestOsmAnd } from "@/features/adapter/osmand.operations";
import { ingestTelemetry, reportAttributes } from "@/features/adapter/thingsboard.operations";
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
  ["POST", "/service/ingest/influx/write", writeInflux],
  ["GET", "/service/ingest/influx/query", queryInflux],
  ["POST", "/service/ingest/influx/query", queryInflux],
  ["GET", "/service/ingest/influx/ping", pingInflux],
  // Where devices and clients look that know of a host alone.
  ["POST", "/api/v1/[token]/telemetry", ingestTelemetry],
  ["POST", "/api/v1/[token]/attributes", reportAttributes],
  ["POST", "/write", writeInflux],
  ["GET", "/query", queryInflux],
  ["POST", "/query", queryInflux],
  ["GET", "/ping", pingInflux],
];
