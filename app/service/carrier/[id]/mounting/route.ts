import { listCarrierMountings } from "@/features/carrier/mounting/mounting.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listCarrierMountings });
