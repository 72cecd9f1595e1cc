import { getMenuEntry, removeMenuEntry, updateMenuEntry } from "@/features/menu/menu.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getMenuEntry);
export const PUT = handle(updateMenuEntry);
export const DELETE = handle(removeMenuEntry);
