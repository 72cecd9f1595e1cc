import { deviceTypes } from "@/features/device/type/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: deviceTypes.get,
  PUT: deviceTypes.update,
  DELETE: deviceTypes.remove,
});
