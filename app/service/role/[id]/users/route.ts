import { listRoleUsers } from "@/features/role/lifecycle.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listRoleUsers);
