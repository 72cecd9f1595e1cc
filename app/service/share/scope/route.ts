import { listScopeTypes } from "@/features/role/catalogue.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listScopeTypes);
