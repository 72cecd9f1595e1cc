import { getAvatar, removeAvatar } from "@/features/user/profile/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getAvatar);
export const DELETE = handle(removeAvatar);
