import { editDevices } from "@/features/device/batch.operations";
import { createDevices } from "@/features/device/registration.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: createDevices, PUT: editDevices });
