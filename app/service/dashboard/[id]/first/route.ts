import { putDashboardFirst } from "@/features/home/dashboard/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ PUT: putDashboardFirst });
