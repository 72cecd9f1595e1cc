import { removeUsers } from "@/features/user/lifecycle.operations";
import { createUser, listUsers } from "@/features/user/user.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listUsers);
export const POST = handle(createUser);
export const DELETE = handle(removeUsers);
