import "server-only";
import { reportProperties } from "@/features/device/properties/operations";
import type { PropertiesResult } from "@/features/device/properties/schema";
import { type IngestResult, MAXIMUM_BYTES } from "@/features/telemetry/ingest/schema";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, INGEST_TOKEN } from "@/lib/operation/define-operation";
import { boundItems, takeAdapted } from "../operations";
import { isObject, nameFault } from "../rules";
import { countOf, fromGatewayTelemetry, fromTelemetry } from "./rules";
import { AttributesInput, GatewayTelemetryInput, TelemetryInput } from "./schema";

/** The device that a token stands for: a gateway itself. */
const ownDevice = ({ actor }: OperationContext): string | null =>
  actor.type === "device" && actor.gatewayId !== null ? actor.name : null;

const NAMELESS = "device: the token is a customer's and stands for none; name one, as in ?device=SN-0001";

/**
 * `POST /service/ingest/thingsboard/{token}/telemetry`, and MQTT `v1/devices/me/telemetry`: telemetry of the device whose
 * token it is, or of the one named.
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
    return takeAdapted(ctx, fromTelemetry(payload, device, ctx.now.getTime()));
  },
});

/** MQTT `v1/gateway/telemetry`: telemetry of devices by their names, which are serial numbers or MACs. */
export const ingestGatewayTelemetry = defineOperation({
  name: "telemetry.ingestThingsBoardGateway",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: GatewayTelemetryInput,
  async run(ctx, { payload }) {
    boundItems(countOf(payload));
    return takeAdapted(ctx, fromGatewayTelemetry(payload, ctx.now.getTime()));
  },
});

/** MQTT `v1/devices/me/attributes` and `v1/gateway/attributes`: what a gateway or its devices tell of themselves. */
export const reportAttributes = defineOperation({
  name: "telemetry.reportAttributes",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: AttributesInput,
  async run(ctx, { payload, isGateway }): Promise<PropertiesResult> {
    if (!isGateway) return reportProperties.call(ctx, { gateway: payload });
    const entries = Object.entries(payload).map(([device, properties], index) => ({ index, device, properties }));
    const faults = entries.map(({ device, properties }) =>
      isObject(properties) ? nameFault(device) : "attributes: must be an object",
    );
    const good = entries.filter(({ index }) => faults[index] === null);
    const { accepted, rejected } = await reportProperties.call(ctx, {
      devices: good.map(({ device, properties }) => ({ device, properties: properties as Record<string, unknown> })),
    });
    const refused = entries.flatMap(({ index }) => (faults[index] ? [{ index, reason: faults[index] }] : []));
    const unknown = rejected.map(({ index, reason }) => ({ index: good[index]?.index ?? index, reason }));
    return { accepted, rejected: [...refused, ...unknown].sort((a, b) => a.index - b.index) };
  },
});
