import { deviceTypes } from "@/features/device/type/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: deviceTypes.list, POST: deviceTypes.create });
