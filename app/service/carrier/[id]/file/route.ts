import { addCarrierFile, listCarrierFiles } from "@/features/carrier/file/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listCarrierFiles);
export const POST = handle(addCarrierFile);
