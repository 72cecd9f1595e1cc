import type { PictureLimits } from "@/lib/storage/picture";

/** Maximum carriers per plan. */
export const MAXIMUM_PLACED = 500;

/** Maximum image of a floor plan (specification, section 9: 20 MB), and its longest side in pixels. */
export const PLAN_LIMITS: PictureLimits = { kilobytes: 20 * 1024, side: 8192 };
