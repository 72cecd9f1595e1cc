import { getOneDashboard, removeDashboard, saveDashboard } from "@/features/home/dashboard/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getOneDashboard);
export const PUT = handle(saveDashboard);
export const DELETE = handle(removeDashboard);
