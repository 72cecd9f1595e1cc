import { lookUpDeviceTypes } from "@/features/device/type/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: lookUpDeviceTypes });
