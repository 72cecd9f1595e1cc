import { chooseLocale } from "@/features/user/profile/operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(chooseLocale);
