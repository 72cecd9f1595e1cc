import { handle } from "@/lib/http/handle";
import { callLegacy } from "@/lib/http/legacy-proxy";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: callLegacy,
  POST: callLegacy,
  PUT: callLegacy,
  DELETE: callLegacy,
});
