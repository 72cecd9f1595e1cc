import { ingestZigbee2Mqtt } from "@/features/adapter/zigbee2mqtt/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(ingestZigbee2Mqtt);
