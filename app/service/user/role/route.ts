import { listRoleChoices } from "@/features/user/grant.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listRoleChoices });
