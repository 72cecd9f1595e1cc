import { editDevices } from "@/features/device/batch.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ PUT: editDevices });
