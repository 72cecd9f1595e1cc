import { returnWorkOrder } from "@/features/work-order/act.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: returnWorkOrder });
