import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { visibleCustomers } from "@/lib/auth/visible-customers";
import { mapSettings } from "@/lib/geo/map-settings";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { crud, switching } from "@/lib/resource/crud";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { listGeofenceEvents } from "./event.operations";
import { findChoices, findInForce, geofenceStore } from "./geofence.data";
import {
  type GeofenceChoiceDto,
  GeofenceChoiceQuery,
  type GeofenceDto,
  GeofenceInput,
  GeofenceListQuery,
} from "./geofence.schema";

/** Areas on the map; carriers that enter or leave them cause events. */
export const geofences = crud({
  subject: "Geofence",
  listQuery: GeofenceListQuery,
  input: GeofenceInput,
  store: geofenceStore,
});

/** A geofence that is enabled again evaluates the positions of the past. */
export const switchGeofence = switching({ subject: "Geofence", store: geofenceStore });

/** Nodes and carriers that a geofence may watch. */
export const chooseGeofenceTarget = defineOperation({
  name: "geofence.choice",
  kind: "query",
  permission: "viewGeofence",
  input: GeofenceChoiceQuery,
  run: (ctx, query): Promise<GeofenceChoiceDto[]> => findChoices(ctx.db, visibilityOf(ctx), query),
});

/** The enabled geofences of a customer; empty without `viewGeofence`. */
export const geofencesOf = async (ctx: OperationContext, customerId: number): Promise<GeofenceDto[]> =>
  holds(ctx, "viewGeofence") ? findInForce(ctx.db, visibilityOf(ctx), customerId) : [];

/** Data of the page: the geofences with their map, or their events. */
export async function loadGeofenceScreen(ctx: PageContext) {
  const customers = await visibleCustomers(ctx.db, ctx.scope);
  const { permissions, customer } = ctx.principal;
  if (ctx.search.tab === "events") {
    const view = await loadList(ctx, listGeofenceEvents);
    const fences = await geofenceStore.find(ctx, GeofenceListQuery.parse({ iDisplayLength: 100 }));
    return { tab: "events" as const, view, fences: fences.items, mayTrace: permissions.has("viewHistory") };
  }
  const view = await loadList(ctx, geofences.list);
  const rights = ctx.scope.sceneIds === "all" ? recordRights(ctx, "Geofence") : NO_RIGHTS;
  return { tab: "fences" as const, view, rights, customers, customerId: customer.id, map: await mapSettings() };
}

/** Accounts bound to nodes may view what concerns the whole customer, but not change it. */
const NO_RIGHTS = { create: false, edit: false, remove: false };
