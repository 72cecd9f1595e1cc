import { z } from "zod";
import type { ExceptionKind } from "@/db/enums";
import { recordId } from "@/lib/validation/fields";
import type { MonitoringPointDto, MonitoringSummary } from "../monitoring/monitoring.schema";

/** A wall shows the whole scope or, with `sceneId`, a node's subtree; `focus` is the place it has switched to. */
export const WallQuery = z.strictObject({ sceneId: recordId().optional(), focus: recordId().optional() });
export type WallQuery = z.output<typeof WallQuery>;

/** How a page shows the wall: the rotation interval, and whether the console is hidden. */
export const WallPage = WallQuery.omit({ focus: true }).extend({
  seconds: z.coerce.number().int().optional(),
  kiosk: z.literal("1").optional(),
});

/** A place of the wall, with the number of its carriers per state. */
export type PlaceDto = { id: number; name: string } & Record<"total" | "abnormal" | "offline", number>;

/** An open exception of a carrier; `acknowledgedBy` is null until it is acknowledged. */
export type WallExceptionDto = { id: number; kind: ExceptionKind; acknowledgedBy: string | null };

/** A carrier of the wall with its open exceptions, oldest first. */
export type WallPointDto = MonitoringPointDto & { exceptions: WallExceptionDto[] };

/** What a wall shows at one instant; `at` in epoch ms by the server's clock, `build` is the responding build. */
export type WallDto = {
  at: number;
  build: string;
  /** The whole wall: the counts, and the worst carrier. */
  all: { name: string | null; summary: MonitoringSummary; worst: MonitoringPointDto | null };
  places: PlaceDto[];
  /** Places beyond those in the rotation. */
  morePlaces: number;
  /** The current place, or everything: its carriers, worst first. */
  focus: { sceneId: number | null; summary: MonitoringSummary; items: WallPointDto[] };
};
