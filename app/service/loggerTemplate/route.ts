import { getLoggerTemplate } from "@/features/carrier/logger/template.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getLoggerTemplate });
