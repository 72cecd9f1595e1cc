import { getOneDashboard, removeDashboard, saveDashboard } from "@/features/home/dashboard/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: getOneDashboard,
  PUT: saveDashboard,
  DELETE: removeDashboard,
});
