import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { reportProperties } from "@/features/device/properties.operations";
import type { PropertiesResult } from "@/features/device/properties.schema";
import { type IngestResult, MAXIMUM_BYTES } from "@/features/telemetry/ingest/ingest.schema";
import { storeUnknown } from "@/features/telemetry/unknown/operations";
import { RawReply } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, INGEST_TOKEN } from "@/lib/operation/define-operation";
import { nameFault, UNKNOWN_DEVICE } from "./rules";
import { boundItems, ingestAdapted } from "./service";
import { countOf, fromGatewayTelemetry, fromTelemetry } from "./thingsboard.rules";
import {
  AttributesInput,
  GatewayTelemetryInput,
  MAXIMUM_WAIT_MS,
  PollQuery,
  TelemetryInput,
} from "./thingsboard.schema";
import { isObject } from "./value.rules";

/** The device of a token: the gateway itself, or the one device whose access token it is. */
const ownDevice = ({ actor }: OperationContext): string | null =>
  actor.type === "device" && (actor.gatewayId ?? actor.deviceId ?? null) !== null ? actor.name : null;

type Told = { device: string; properties: Record<string, unknown> };

/** Stores attributes as properties of devices; those of unknown devices are stored with them. */
async function report(ctx: OperationContext, devices: readonly Told[]): Promise<PropertiesResult> {
  const answer = await reportProperties.call(ctx, { devices: [...devices] });
  const strangers = answer.rejected.flatMap(({ index, reason }) =>
    reason === UNKNOWN_DEVICE ? (devices[index] ?? []) : [],
  );
  await storeUnknown(
    ctx,
    "thingsboard",
    strangers.map(({ device, properties }) => ({ device, payload: properties, reading: null })),
  );
  return answer;
}

const isGatewayToken = ({ actor }: OperationContext): boolean => actor.type === "device" && actor.gatewayId !== null;

const NAMELESS = "device: the token is a customer's and stands for none; name one, as in ?device=SN-0001";

/**
 * `POST /api/v1/{token}/telemetry`, also below `/service/ingest/thingsboard/{token}`, and MQTT
 * `v1/devices/me/telemetry`: telemetry of the token's device (a gateway, or any other device with its own token), or of
 * the named device.
 */
export const ingestTelemetry = defineOperation({
  name: "telemetry.ingestThingsBoard",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: TelemetryInput,
  body: { maximumBytes: MAXIMUM_BYTES, valueKey: "payload", gzip: true },
  async run(ctx, { payload, device = ownDevice(ctx) }): Promise<IngestResult> {
    boundItems(Array.isArray(payload) ? payload.length : 1);
    if (device === null) return { accepted: 0, duplicates: 0, rejected: [{ index: 0, reason: NAMELESS }] };
    return ingestAdapted(ctx, fromTelemetry(payload, device, ctx.now.getTime()), "thingsboard");
  },
});

/** MQTT `v1/gateway/telemetry`: telemetry of devices by name, which is a serial number or MAC. */
export const ingestGatewayTelemetry = defineOperation({
  name: "telemetry.ingestThingsBoardGateway",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: GatewayTelemetryInput,
  async run(ctx, { payload }) {
    boundItems(countOf(payload));
    return ingestAdapted(ctx, fromGatewayTelemetry(payload, ctx.now.getTime()), "thingsboard");
  },
});

/**
 * `POST /api/v1/{token}/attributes`, and MQTT `v1/devices/me/attributes` and `v1/gateway/attributes`: attributes of a
 * gateway, of the named device, or of the devices of a gateway.
 */
export const reportAttributes = defineOperation({
  name: "telemetry.reportAttributes",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: AttributesInput,
  body: { maximumBytes: MAXIMUM_BYTES, valueKey: "payload", gzip: true },
  async run(ctx, { payload, isGateway, device }): Promise<PropertiesResult> {
    const named = device ?? (isGateway || isGatewayToken(ctx) ? null : ownDevice(ctx));
    if (named !== null) return report(ctx, [{ device: named, properties: payload }]);
    if (!isGateway && !isGatewayToken(ctx)) return { accepted: 0, rejected: [{ index: 0, reason: NAMELESS }] };
    if (!isGateway) return reportProperties.call(ctx, { gateway: payload });
    const entries = Object.entries(payload).map(([device, properties], index) => ({ index, device, properties }));
    const faults = entries.map(({ device, properties }) =>
      isObject(properties) ? nameFault(device) : "attributes: must be an object",
    );
    const good = entries.filter(({ index }) => faults[index] === null);
    const { accepted, rejected } = await report(
      ctx,
      good.map(({ device, properties }) => ({ device, properties: properties as Record<string, unknown> })),
    );
    const refused = entries.flatMap(({ index }) => (faults[index] ? [{ index, reason: faults[index] }] : []));
    const unknown = rejected.map(({ index, reason }) => ({ index: good[index]?.index ?? index, reason }));
    return { accepted, rejected: [...refused, ...unknown].sort((a, b) => a.index - b.index) };
  },
});

/**
 * `GET /api/v1/{token}/attributes`: devices ask for attributes before they begin to send. The console sets none, which
 * ThingsBoard answers with an empty object, without an envelope.
 */
export const readAttributes = defineOperation({
  name: "telemetry.readAttributes",
  kind: "query",
  permission: INGEST_TOKEN,
  input: z.object({}),
  run: async () => new RawReply("{}", { "content-type": "application/json" }),
});

/**
 * `GET /api/v1/{token}/rpc` and `…/attributes/updates`: polls for commands and shared attributes, of which the console has
 * none. As at ThingsBoard the answer is 408 after the time that the device is ready to wait: at once, it would ask again
 * at once.
 */
export const awaitCommand = defineOperation({
  name: "telemetry.awaitCommand",
  kind: "query",
  permission: INGEST_TOKEN,
  input: PollQuery,
  async run({ signal }, { timeout }) {
    await wait(Math.min(timeout, MAXIMUM_WAIT_MS), undefined, signal && { signal }).catch(() =>
      signal?.throwIfAborted(),
    );
    return new RawReply(null, {}, 408);
  },
});
