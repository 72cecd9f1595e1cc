import "server-only";
import { type IngestResult, MAXIMUM_BYTES } from "@/features/telemetry/ingest/schema";
import { defineOperation, INGEST_TOKEN } from "@/lib/operation/define-operation";
import { boundItems, takeAdapted } from "../operations";
import { nameFault } from "../rules";
import { findNewest, noteHeard } from "./data";
import { fromMessages, itemsOf, messagesOf } from "./rules";
import { Zigbee2MqttInput } from "./schema";

/**
 * `POST /service/ingest/zigbee2mqtt`, and MQTT `zigbee2mqtt/{name}`: states of devices. The device is its IEEE address, or
 * its friendly name as serial number. What Zigbee2MQTT repeats from its memory is no reading.
 */
export const ingestZigbee2Mqtt = defineOperation({
  name: "telemetry.ingestZigbee",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: Zigbee2MqttInput,
  body: { maximumBytes: MAXIMUM_BYTES, valueKey: "payload", gzip: true },
  async run(ctx, { payload }): Promise<IngestResult> {
    const items = itemsOf(payload);
    boundItems(items.length);
    const read = messagesOf(items);
    const keys = [...new Set(read.messages.map(({ device }) => device.toUpperCase()))].filter(
      (key) => nameFault(key) === null,
    );
    const known = keys.length > 0 ? await findNewest(ctx.db, ctx.scope, keys) : new Map();
    const { repeats, heard, ...adapted } = fromMessages(read, known, ctx.now.getTime());
    const result = await takeAdapted(ctx, adapted);
    const named = heard.filter(({ device }) => nameFault(device) === null);
    if (named.length > 0) await noteHeard(ctx.db, ctx.scope, named);
    return { ...result, duplicates: result.duplicates + repeats };
  },
});
