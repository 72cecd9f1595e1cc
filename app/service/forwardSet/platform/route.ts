import { getPlatform } from "@/features/forward/state/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getPlatform });
