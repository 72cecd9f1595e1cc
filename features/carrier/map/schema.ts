import { z } from "zod";
import { CARRIER_TYPES } from "@/db/enums";
import { lineText } from "@/lib/validation/fields";
import { MONITOR_STATUSES } from "../monitoring/point-state.rules";

const Id = z.coerce.number().int().positive();
const Ids = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,199}$/)
  .transform((text) => text.split(",").map(Number));

const criteria = {
  q: lineText(100).optional(),
  /** A node of the organisation tree, including its subtree. */
  sceneId: Id.optional(),
  type: z.enum(CARRIER_TYPES).optional(),
};

/** Criteria of the map; `ids`, comma-separated, is for a map that refreshes what it shows. */
export const MapQuery = z.strictObject({ ...criteria, ids: Ids.optional() });
export type MapQuery = z.output<typeof MapQuery>;

/** URL parameters of the map: `status` filters what is shown, `id` is the carrier whose card is open. */
export const MapAddress = z.strictObject({
  ...criteria,
  status: z.enum(MONITOR_STATUSES).optional(),
  id: Id.optional(),
});

/**
 * Carriers on the map, worst first, as columns of equal length, because one response may contain ten thousand of them.
 * `types` and `sources` are indexes into their lists, `sides` is 1 above and -1 below, `at` (epoch ms) and `courses`
 * belong to positions.
 */
export type CarrierMapDto = {
  /** Number of matching carriers, including those without a position. */
  total: number;
  ids: number[];
  names: string[];
  types: number[];
  urgencies: number[];
  sides: number[];
  longitudes: number[];
  latitudes: number[];
  sources: number[];
  at: (number | null)[];
  courses: (number | null)[];
  speeds: (number | null)[];
};

/** Map view of a node. */
export type NodeView = { longitude: number; latitude: number; zoom: number | null };
