import { getHomeOverview } from "@/features/home/operations";
import { getHomeStatistics } from "@/features/home/statistics/operations";
import type { Route } from "@/lib/http/openapi";

/** Home and its dashboards. */
export const HOME_ROUTES: readonly Route[] = [
  ["GET", "/service/home/overview", getHomeOverview],
  ["GET", "/service/home/statistics", getHomeStatistics],
];
