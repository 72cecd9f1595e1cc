import { handle } from "@/lib/http/handle";
import { describeApi } from "@/lib/http/openapi";
import { ROUTES } from "../routes";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: describeApi(ROUTES) });
