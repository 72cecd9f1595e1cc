import { forgetLayout } from "@/features/carrier/logger/layout.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ DELETE: forgetLayout });
