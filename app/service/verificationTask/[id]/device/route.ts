import { listTaskDevices } from "@/features/verification/task.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listTaskDevices });
