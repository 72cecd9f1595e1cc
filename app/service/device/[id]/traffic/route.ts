import { getTraffic } from "@/features/device/traffic/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getTraffic);
