import { z } from "zod";
import { recordId } from "@/lib/validation/fields";
import type { MonitoringPointDto, MonitoringSummary } from "../monitoring/monitoring.schema";

/** A wall shows everything in reach or, with `sceneId`, what stands below a node; `focus` is the place it turns to. */
export const WallQuery = z.strictObject({ sceneId: recordId().optional(), focus: recordId().optional() });
export type WallQuery = z.output<typeof WallQuery>;

/** How a page shows the wall: how long each place stands, and whether without the console around it. */
export const WallPage = WallQuery.omit({ focus: true }).extend({
  seconds: z.coerce.number().int().optional(),
  kiosk: z.literal("1").optional(),
});

/** A part of what the wall shows, with how many of its carriers are in which state. */
export type PlaceDto = { id: number; name: string } & Record<"total" | "abnormal" | "offline", number>;

/** What a wall shows at one instant; `at` in epoch ms of the server's clock, `build` the build that answered. */
export type WallDto = {
  at: number;
  build: string;
  /** Everything the wall is for: the counts, and the carrier that needs looking at most. */
  all: { name: string | null; summary: MonitoringSummary; worst: MonitoringPointDto | null };
  places: PlaceDto[];
  /** Places beyond those that are turned to one by one. */
  morePlaces: number;
  /** The place that is turned to, or everything: its carriers with the worst first. */
  focus: { sceneId: number | null; summary: MonitoringSummary; items: MonitoringPointDto[] };
};
