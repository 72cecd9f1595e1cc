import { listShortcutMenu } from "@/features/user/shortcut/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listShortcutMenu });
