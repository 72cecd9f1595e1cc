import { handle } from "@/lib/http/handle";
import { readStreets } from "@/lib/street-map/tiles.operations";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: readStreets });
