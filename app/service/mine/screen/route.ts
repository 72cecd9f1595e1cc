import { listScreens } from "@/features/menu/search/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listScreens);
