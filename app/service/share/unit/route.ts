import { lookUpUnits } from "@/features/unit/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(lookUpUnits);
