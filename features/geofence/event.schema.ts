import { z } from "zod";
import { CROSSING_KINDS, type CrossingKind } from "@/db/enums";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { listQuery } from "@/lib/resource/list-query";
import { checkSpan, recordId } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";

/** Newest first by default; `q` searches the names of carriers and geofences. */
export const GeofenceEventListQuery = listQuery({
  sort: ["at"],
  dir: "desc",
  filters: {
    geofenceId: recordId().optional(),
    carrierId: recordId().optional(),
    kind: z.enum(CROSSING_KINDS).optional(),
    from: instant().optional(),
    to: instant().optional(),
  },
}).superRefine(checkSpan);
export type GeofenceEventListQuery = z.output<typeof GeofenceEventListQuery>;

/** A carrier entered or left a geofence; instants in ISO 8601. */
export type GeofenceEventDto = {
  id: number;
  at: string;
  kind: CrossingKind;
  carrier: VisibleRef;
  geofence: { id: number; name: string };
  longitude: number;
  latitude: number;
  /** Exit events: time inside; null if the entry is unknown. */
  staySeconds: number | null;
  /** When the event was found: long after `at` if the position arrived late. */
  foundAt: string;
};
