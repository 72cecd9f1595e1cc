import { listShortcuts } from "@/features/user/shortcut/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listShortcuts);
