import { listGeofenceEvents } from "@/features/geofence/event.operations";
import { chooseGeofenceTarget, geofences, switchGeofence } from "@/features/geofence/geofence.operations";
import { exportTrace, getTrace } from "@/features/track/track.operations";
import type { Route } from "@/lib/http/openapi";

/** Calls about where carriers were, and the areas that they enter and leave. */
export const TRACK_ROUTES: readonly Route[] = [
  ["GET", "/service/carrier/[id]/trace", getTrace],
  ["GET", "/service/carrier/[id]/trace/csv", exportTrace],
  ["GET", "/service/geofence", geofences.list],
  ["POST", "/service/geofence", geofences.create],
  ["GET", "/service/geofence/choice", chooseGeofenceTarget],
  ["GET", "/service/geofence/[id]", geofences.get],
  ["PUT", "/service/geofence/[id]", geofences.update],
  ["DELETE", "/service/geofence/[id]", geofences.remove],
  ["PUT", "/service/geofence/[id]/enabled", switchGeofence],
  ["GET", "/service/geofenceEvent", listGeofenceEvents],
];
