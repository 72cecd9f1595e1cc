import { changeStatuses } from "@/features/carrier/batch/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ PUT: changeStatuses });
