import { getTraffic } from "@/features/device/status/traffic.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getTraffic });
