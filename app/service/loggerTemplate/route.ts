import { getLoggerTemplate } from "@/features/carrier/logger/template.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getLoggerTemplate);
