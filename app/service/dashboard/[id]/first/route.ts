import { putDashboardFirst } from "@/features/home/dashboard/operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(putDashboardFirst);
