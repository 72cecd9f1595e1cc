import { createDashboard, listDashboards } from "@/features/home/dashboard/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listDashboards);
export const POST = handle(createDashboard);
