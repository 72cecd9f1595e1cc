import { handle } from "@/lib/http/handle";
import { callLegacy } from "@/lib/http/legacy-proxy";

export const GET = handle(callLegacy);
export const POST = handle(callLegacy);
export const PUT = handle(callLegacy);
export const DELETE = handle(callLegacy);
