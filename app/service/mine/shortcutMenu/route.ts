import { listShortcutMenu } from "@/features/user/shortcut/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listShortcutMenu);
