import { createMenuEntry, listMenu } from "@/features/menu/menu.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listMenu);
export const POST = handle(createMenuEntry);
