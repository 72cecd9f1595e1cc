import { handle } from "@/lib/http/handle";
import { describeApi } from "@/lib/http/openapi";
import { ROUTES } from "../routes";

export const GET = handle(describeApi(ROUTES));
