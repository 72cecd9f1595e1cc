import { units } from "@/features/unit/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(units.list);
export const POST = handle(units.create);
