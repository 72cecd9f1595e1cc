import { sortMenu } from "@/features/menu/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(sortMenu);
