import { carrierTypes } from "@/features/carrier/type/operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(carrierTypes.switch);
