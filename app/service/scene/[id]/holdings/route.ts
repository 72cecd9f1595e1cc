import { getHoldings } from "@/features/scene/holdings/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getHoldings);
