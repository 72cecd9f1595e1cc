import type { Route } from "@/lib/http/openapi";
import { ACCOUNT_ROUTES } from "./account-routes";
import { DEVICE_ROUTES } from "./device-routes";
import { HOME_ROUTES } from "./home-routes";
import { INGEST_ROUTES } from "./ingest-routes";
import { PLACE_ROUTES } from "./place-routes";
import { SYSTEM_ROUTES } from "./system-routes";
import { TRACK_ROUTES } from "./track-routes";

/** Every call under /service. A test holds it equal to the route files. */
export const ROUTES: readonly Route[] = [
  ...ACCOUNT_ROUTES,
  ...PLACE_ROUTES,
  ...TRACK_ROUTES,
  ...DEVICE_ROUTES,
  ...SYSTEM_ROUTES,
  ...HOME_ROUTES,
  ...INGEST_ROUTES,
];
