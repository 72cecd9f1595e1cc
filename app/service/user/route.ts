import { removeUsers } from "@/features/user/lifecycle.operations";
import { createUser, listUsers } from "@/features/user/user.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listUsers, POST: createUser, DELETE: removeUsers });
