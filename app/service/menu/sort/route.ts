import { sortMenu } from "@/features/menu/menu.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(sortMenu);
