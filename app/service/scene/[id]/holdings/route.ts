import { getHoldings } from "@/features/scene/holdings/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getHoldings });
