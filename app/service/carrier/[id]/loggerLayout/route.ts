import { forgetLayout } from "@/features/carrier/logger/layout.operations";
import { handle } from "@/lib/http/handle";

export const DELETE = handle(forgetLayout);
