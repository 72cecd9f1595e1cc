import { z } from "zod";

const Message = z.looseObject({ topic: z.string(), payload: z.unknown(), retain: z.boolean().optional() });

/** Messages of Zigbee2MQTT as forwarded by a subscriber: one, a list, or `{ messages: [ … ] }`. */
export const Zigbee2MqttInput = z.object({
  payload: z.union([z.looseObject({ messages: z.array(z.unknown()) }), Message, z.array(z.unknown())]),
});
export type Zigbee2MqttPayload = z.output<typeof Zigbee2MqttInput>["payload"];
