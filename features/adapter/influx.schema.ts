import { z } from "zod";

/** Precisions of both versions; minutes and hours are of version 1 only. */
export const PRECISIONS = ["ns", "us", "µs", "u", "n", "ms", "s", "m", "h"] as const;
export type Precision = (typeof PRECISIONS)[number];

/**
 * Lines of the InfluxDB line protocol. `precision` is the unit of timestamps; `deviceTag` is the tag that names the
 * device.
 */
export const InfluxInput = z.object({
  payload: z.string(),
  precision: z.enum(PRECISIONS).default("ns"),
  deviceTag: z.string().trim().min(1).max(64).optional(),
});

/** A statement of InfluxQL, in the query string or in a form. */
export const InfluxQuery = z.object({
  payload: z.string().max(10_000).default(""),
  q: z.string().max(10_000).default(""),
});
