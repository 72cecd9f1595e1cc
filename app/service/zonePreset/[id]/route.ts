import { zonePresets } from "@/features/zone/preset/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: zonePresets.get,
  PUT: zonePresets.update,
  DELETE: zonePresets.remove,
});
