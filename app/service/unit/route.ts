import { units } from "@/features/unit/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: units.list, POST: units.create });
