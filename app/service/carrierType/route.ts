import { carrierTypes } from "@/features/carrier/type/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(carrierTypes.list);
export const POST = handle(carrierTypes.create);
