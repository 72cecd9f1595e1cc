import { devices } from "@/features/device/kinds.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: devices.sensor.get,
  PUT: devices.sensor.update,
  DELETE: devices.sensor.remove,
});
