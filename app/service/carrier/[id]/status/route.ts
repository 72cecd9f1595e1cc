import { changeStatus } from "@/features/carrier/status/status.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ PUT: changeStatus });
