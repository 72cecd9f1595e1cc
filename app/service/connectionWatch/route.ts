import { getConnectionWatch, saveConnectionWatch } from "@/features/alarm/connection/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getConnectionWatch, PUT: saveConnectionWatch });
