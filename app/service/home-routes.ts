import { readCards } from "@/features/home/content.operations";
import {
  createDashboard,
  getOneDashboard,
  listDashboards,
  putDashboardFirst,
  removeDashboard,
  saveDashboard,
  shareDashboard,
} from "@/features/home/dashboard/operations";
import { getHomeOverview, listPlans } from "@/features/home/home.operations";
import { getHomeStatistics } from "@/features/home/statistics.operations";
import type { Route } from "@/lib/http/openapi";

/** Home and its dashboards. */
export const HOME_ROUTES: readonly Route[] = [
  ["GET", "/service/home/overview", getHomeOverview],
  ["GET", "/service/home/statistics", getHomeStatistics],
  ["GET", "/service/home/plan", listPlans],
  ["GET", "/service/dashboard", listDashboards],
  ["POST", "/service/dashboard", createDashboard],
  ["POST", "/service/dashboard/content", readCards],
  ["GET", "/service/dashboard/[id]", getOneDashboard],
  ["PUT", "/service/dashboard/[id]", saveDashboard],
  ["DELETE", "/service/dashboard/[id]", removeDashboard],
  ["PUT", "/service/dashboard/[id]/first", putDashboardFirst],
  ["PUT", "/service/dashboard/[id]/shared", shareDashboard],
];
