import { unbindDevice } from "@/features/device/replacement/binding.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: unbindDevice });
