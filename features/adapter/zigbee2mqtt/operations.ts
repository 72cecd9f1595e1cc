import "server-only";
import { type IngestResult, MAXIMUM_BYTES } from "@/features/telemetry/ingest/ingest.schema";
import { nameByAddress } from "@/features/telemetry/unknown/service";
import { zigbeeBases } from "@/lib/mqtt/topics";
import { type OperationContext, soleDevice } from "@/lib/operation/context";
import { defineOperation, INGEST_TOKEN } from "@/lib/operation/define-operation";
import { heardDevices } from "../mapping/mapping.operations";
import { applyMappings } from "../mapping/mapping.rules";
import { nameFault } from "../rules";
import { boundItems, ingestAdapted } from "../service";
import { findNetworks, findNewest, findSerials, noteHeard, saveNetwork } from "./data";
import {
  addressed,
  addressesOf,
  fromMessages,
  itemsOf,
  type Message,
  messagesOf,
  type Network,
  networksOf,
} from "./rules";
import { Zigbee2MqttInput } from "./schema";

/**
 * `POST /service/ingest/zigbee2mqtt`, and MQTT `zigbee2mqtt/{name}`: states of devices. The device is identified by its
 * IEEE address, or by its friendly name, which the bridge's list maps to the address, or which is a serial number.
 * Values that Zigbee2MQTT repeats from its cache are no readings.
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
    const bases = zigbeeBases();
    await learn(ctx, networksOf(items, bases));
    const { issues, messages } = messagesOf(items, bases);
    const read = { issues, messages: await withMappings(ctx, await withAddresses(ctx, messages)) };
    const keys = [...new Set(read.messages.map(({ device }) => device.toUpperCase()))].filter(
      (key) => nameFault(key) === null,
    );
    const customerId = ctx.actor.type === "device" ? ctx.actor.customerId : null;
    const known = keys.length > 0 ? await findNewest(ctx.db, ctx.scope, customerId, keys) : new Map();
    const { repeats, heard, ...adapted } = fromMessages(read, known, ctx.now.getTime());
    const result = await ingestAdapted(ctx, adapted, "zigbee2mqtt");
    const named = heard.filter(({ device }) => nameFault(device) === null);
    if (named.length > 0 && soleDevice(ctx) === null) await noteHeard(ctx.db, ctx.scope, named);
    return { ...result, duplicates: result.duplicates + repeats };
  },
});

/** Saves the friendly names of the networks of the token, by which devices may have sent before. */
async function learn(ctx: OperationContext, networks: readonly Network[]): Promise<void> {
  const { db, actor, scope } = ctx;
  if (actor.type !== "device" || soleDevice({ actor }) !== null || networks.length === 0) return;
  for (const network of networks) await saveNetwork(db, actor.customerId, actor.gatewayId, network);
  const addresses = addressesOf(await findNetworks(db, actor.customerId, actor.gatewayId));
  for (const name of await findSerials(db, scope, [...addresses.keys()])) addresses.delete(name);
  await nameByAddress(ctx, addresses);
}

/** Applies the mappings of the devices' types to the messages. */
async function withMappings(ctx: OperationContext, messages: readonly Message[]): Promise<Message[]> {
  const devices = await heardDevices(
    ctx,
    messages.map(({ device }) => device),
  );
  return messages.map((message) => {
    const mappings = devices.get(message.device.toUpperCase())?.fields;
    return mappings ? { ...message, read: applyMappings(message.read, mappings) } : message;
  });
}

/** Replaces friendly names by known addresses; a registered serial number is unchanged. */
async function withAddresses({ db, actor, scope }: OperationContext, messages: readonly Message[]): Promise<Message[]> {
  if (actor.type !== "device" || messages.length === 0) return [...messages];
  const networks = await findNetworks(db, actor.customerId, actor.gatewayId);
  if (networks.length === 0) return [...messages];
  const names = [...new Set(messages.map(({ device }) => device.toUpperCase()))].filter(
    (name) => nameFault(name) === null,
  );
  const registered = await findSerials(db, scope, names);
  return messages.map((message) => addressed(message, networks, registered));
}
