import { lookUpCarrierModes } from "@/features/carrier/type/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: lookUpCarrierModes });
