import { addCarrierFile, listCarrierFiles } from "@/features/carrier/file/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listCarrierFiles, POST: addCarrierFile });
