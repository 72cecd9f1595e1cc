import { removeRoles } from "@/features/role/lifecycle.operations";
import { createRole, listRoles } from "@/features/role/role.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listRoles, POST: createRole, DELETE: removeRoles });
