import { reportProperties } from "@/features/device/properties.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: reportProperties });
