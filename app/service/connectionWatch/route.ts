import { getConnectionWatch, saveConnectionWatch } from "@/features/alarm/connection/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getConnectionWatch);
export const PUT = handle(saveConnectionWatch);
