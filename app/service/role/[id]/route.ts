import { removeRole } from "@/features/role/lifecycle.operations";
import { getRoleDetail, updateRole } from "@/features/role/role.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getRoleDetail);
export const PUT = handle(updateRole);
export const DELETE = handle(removeRole);
