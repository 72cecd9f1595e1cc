import { shareDashboard } from "@/features/home/dashboard/operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(shareDashboard);
