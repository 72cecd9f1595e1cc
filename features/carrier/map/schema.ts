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
  /** A node of the organisation tree, with everything below it. */
  sceneId: Id.optional(),
  type: z.enum(CARRIER_TYPES).optional(),
};

/** Which carriers the map shows; `ids`, by commas, for a map that brings what it shows up to date. */
export const MapQuery = z.strictObject({ ...criteria, ids: Ids.optional() });
export type MapQuery = z.output<typeof MapQuery>;

/** The address of the map: `status` picks among what is shown, `id` is the carrier whose card is open. */
export const MapAddress = z.strictObject({
  ...criteria,
  status: z.enum(MONITOR_STATUSES).optional(),
  id: Id.optional(),
});

/**
 * Carriers on the map, worst first, as columns of equal length: ten thousand of them travel in one answer. `types` and
 * `sources` are positions in their lists, `sides` 1 above and -1 below, `at` (epoch ms) and `courses` those of positions.
 */
export type CarrierMapDto = {
  /** All that the criteria let through, those without a place among them. */
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

/** Where the map opens by a node of the tree. */
export type NodeView = { longitude: number; latitude: number; zoom: number | null };
