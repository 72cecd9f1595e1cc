import "server-only";
import { sightOf } from "@/lib/auth/sight";
import { defineOperation } from "@/lib/operation/define-operation";
import type { Page } from "@/lib/resource/list-query";
import { findEvents } from "./data";
import { type GeofenceEventDto, GeofenceEventListQuery } from "./schema";

/** Which carriers entered and left which geofences, and when. */
export const listGeofenceEvents = defineOperation({
  name: "geofenceEvent.list",
  kind: "query",
  permission: "viewGeofence",
  input: GeofenceEventListQuery,
  run: (ctx, query): Promise<Page<GeofenceEventDto>> => findEvents(ctx.db, sightOf(ctx), query),
});
