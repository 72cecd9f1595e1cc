import { queryInflux } from "@/features/adapter/influx.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(queryInflux);
export const POST = handle(queryInflux);
