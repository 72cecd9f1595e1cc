import { removeUser } from "@/features/user/lifecycle.operations";
import { getOneUser, updateUser } from "@/features/user/user.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getOneUser);
export const PUT = handle(updateUser);
export const DELETE = handle(removeUser);
