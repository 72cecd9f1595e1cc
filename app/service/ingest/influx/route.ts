import { ingestInflux } from "@/features/adapter/influx.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: ingestInflux });
