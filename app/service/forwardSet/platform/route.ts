import { getPlatform } from "@/features/forward/state/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getPlatform);
