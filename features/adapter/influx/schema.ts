import { z } from "zod";

export const PRECISIONS = ["ns", "us", "µs", "u", "n", "ms", "s"] as const;
export type Precision = (typeof PRECISIONS)[number];

/** Lines of the InfluxDB line protocol; `precision` says what their times count. `deviceTag` names the tag with the device. */
export const InfluxInput = z.object({
  payload: z.string(),
  precision: z.enum(PRECISIONS).default("ns"),
  deviceTag: z.string().trim().min(1).max(64).optional(),
});
