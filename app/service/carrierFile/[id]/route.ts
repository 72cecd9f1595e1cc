import { getCarrierFile, removeCarrierFile, renameCarrierFile } from "@/features/carrier/file/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: getCarrierFile,
  PUT: renameCarrierFile,
  DELETE: removeCarrierFile,
});
