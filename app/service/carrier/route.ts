import { createCarrier } from "@/features/carrier/carrier.operations";
import { listCarriers } from "@/features/carrier/list.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listCarriers, POST: createCarrier });
