import { activateRoles } from "@/features/role/lifecycle.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(activateRoles);
