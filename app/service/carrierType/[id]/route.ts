import { carrierTypes } from "@/features/carrier/type/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(carrierTypes.get);
export const PUT = handle(carrierTypes.update);
export const DELETE = handle(carrierTypes.remove);
