import type { PictureLimits } from "@/lib/storage/picture";

/** Most carriers on one plan. */
export const MAXIMUM_PLACED = 500;

/** The largest picture of a floor plan (specification, section 9: 20 MB), and its longest side in pixels. */
export const PLAN_LIMITS: PictureLimits = { kilobytes: 20 * 1024, side: 8192 };
