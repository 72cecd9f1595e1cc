import { editCarriers } from "@/features/carrier/batch/operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(editCarriers);
