import { saveShortcuts } from "@/features/user/shortcut/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(saveShortcuts);
