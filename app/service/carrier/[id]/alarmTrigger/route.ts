import { getCarrierTrigger } from "@/features/carrier/detail/detail.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getCarrierTrigger });
