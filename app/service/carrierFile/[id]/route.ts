import { getCarrierFile, removeCarrierFile, renameCarrierFile } from "@/features/carrier/file/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getCarrierFile);
export const PUT = handle(renameCarrierFile);
export const DELETE = handle(removeCarrierFile);
