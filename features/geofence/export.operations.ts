import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { formatDuration } from "@/lib/datetime/format";
import { listExport, until } from "@/lib/export/list-export";
import { findEvents } from "./event.data";
import { type GeofenceEventDto, GeofenceEventListQuery } from "./event.schema";
import { geofenceStore } from "./geofence.data";
import { type GeofenceDto, GeofenceListQuery } from "./geofence.schema";

const COLUMNS = {
  name: 24,
  shape: 12,
  latitude: 16,
  longitude: 16,
  radius: 12,
  targets: 40,
  isEnabled: 12,
  inside: 12,
  description: 40,
  customer: 24,
};

/** The geofences that match the list's criteria, in its order. */
export const geofenceExport = listExport({
  kind: "geofence",
  permission: "viewGeofence",
  input: GeofenceListQuery,
  headers: "geofence.field",
  columns: COLUMNS,
  page: (ctx, query) => geofenceStore.find(ctx, query),
  cells(row: GeofenceDto, { look }) {
    const t = look("geofence");
    const isAll = row.targets.length === 0 && row.hiddenTargets === 0;
    return {
      name: row.name,
      shape: t(`shape.${row.shape}`),
      latitude: row.latitude,
      longitude: row.longitude,
      radius: row.radiusMetres,
      targets: isAll ? t("all") : row.targets.map(({ name }) => name).join("; "),
      isEnabled: t(`enabled.${row.isEnabled}`),
      inside: row.insideCount,
      description: row.description,
      customer: row.customerName,
    };
  },
});

const EVENT_COLUMNS = { at: 30, carrier: 24, geofence: 24, kind: 12, stay: 20 };

/** Which carriers entered and left which geofences, as the list's criteria ask, in its order. */
export const geofenceEventExport = listExport({
  kind: "geofenceEvent",
  permission: "viewGeofence",
  input: GeofenceEventListQuery,
  headers: "geofence.event",
  columns: EVENT_COLUMNS,
  page: (ctx, query) => findEvents(ctx.db, visibilityOf(ctx), until(ctx, query)),
  cells(row: GeofenceEventDto, { look, stamp, locale }) {
    const t = look("geofence.event");
    return {
      at: stamp(row.at),
      carrier: row.carrier.name,
      geofence: row.geofence.name,
      kind: t(row.kind),
      stay: row.staySeconds === null ? null : formatDuration(row.staySeconds * 1000, locale),
    };
  },
});
