import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { defineOperation } from "@/lib/operation/define-operation";
import type { Page } from "@/lib/resource/list-query";
import { findEvents } from "./event.data";
import { type GeofenceEventDto, GeofenceEventListQuery } from "./event.schema";

/** Lists which carriers entered and left which geofences, and when. */
export const listGeofenceEvents = defineOperation({
  name: "geofenceEvent.list",
  kind: "query",
  permission: "viewGeofence",
  input: GeofenceEventListQuery,
  run: (ctx, query): Promise<Page<GeofenceEventDto>> => findEvents(ctx.db, visibilityOf(ctx), query),
});
