import { loadMenu } from "@/features/menu/menu.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(loadMenu);
