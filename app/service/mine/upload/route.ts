import { uploadAvatar } from "@/features/user/profile/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(uploadAvatar);
