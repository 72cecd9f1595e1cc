import { removeUser } from "@/features/user/lifecycle.operations";
import { getOneUser, updateUser } from "@/features/user/user.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getOneUser, PUT: updateUser, DELETE: removeUser });
