import { getOneCarrier, removeCarrier, updateCarrier } from "@/features/carrier/carrier.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getOneCarrier);
export const PUT = handle(updateCarrier);
export const DELETE = handle(removeCarrier);
