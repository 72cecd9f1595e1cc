import { saveRecord } from "@/lib/http/save-record";
import type { DeviceTypeDto, DeviceTypeInput } from "./schema";

export const DEVICE_TYPE_PATH = "/service/deviceType";

/** Creates a type, or updates the one with this id. */
export const saveDeviceType = (id: number | null, values: DeviceTypeInput): Promise<DeviceTypeDto> =>
  saveRecord(DEVICE_TYPE_PATH, id, values);
