import { pingInflux } from "@/features/adapter/influx.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(pingInflux);
