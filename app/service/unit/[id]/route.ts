import { units } from "@/features/unit/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(units.get);
export const PUT = handle(units.update);
export const DELETE = handle(units.remove);
