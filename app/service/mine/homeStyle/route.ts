import { chooseHomeStyle } from "@/features/user/profile/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ PUT: chooseHomeStyle });
