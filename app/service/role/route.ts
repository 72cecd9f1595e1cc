import { removeRoles } from "@/features/role/lifecycle.operations";
import { createRole, listRoles } from "@/features/role/role.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listRoles);
export const POST = handle(createRole);
export const DELETE = handle(removeRoles);
