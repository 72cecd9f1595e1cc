import { pointPresets } from "@/features/verification/preset/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: pointPresets.get,
  PUT: pointPresets.update,
  DELETE: pointPresets.remove,
});
