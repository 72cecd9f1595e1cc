import { ingestInflux } from "@/features/adapter/influx.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(ingestInflux);
