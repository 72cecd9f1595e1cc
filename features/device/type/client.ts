import { callService } from "@/lib/http/call-service";
import type { DeviceTypeDto, DeviceTypeInput } from "./schema";

export const DEVICE_TYPE_PATH = "/service/deviceType";

/** Makes a type, or changes the one of this id. */
export const saveDeviceType = (id: number | null, values: DeviceTypeInput): Promise<DeviceTypeDto> =>
  id === null
    ? callService(DEVICE_TYPE_PATH, { method: "POST", body: values })
    : callService(`${DEVICE_TYPE_PATH}/${id}`, { method: "PUT", body: values });
