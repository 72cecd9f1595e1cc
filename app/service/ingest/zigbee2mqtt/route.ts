import { ingestZigbee2Mqtt } from "@/features/adapter/zigbee2mqtt/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: ingestZigbee2Mqtt });
