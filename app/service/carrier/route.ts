import { listCarriers } from "@/features/carrier/list/operations";
import { createCarrier } from "@/features/carrier/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listCarriers);
export const POST = handle(createCarrier);
