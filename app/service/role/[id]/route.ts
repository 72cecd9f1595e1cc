import { removeRole } from "@/features/role/lifecycle.operations";
import { getRoleDetail, updateRole } from "@/features/role/role.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getRoleDetail, PUT: updateRole, DELETE: removeRole });
