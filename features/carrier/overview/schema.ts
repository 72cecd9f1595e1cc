import { z } from "zod";
import { recordId } from "@/lib/validation/fields";
import type { MonitoringPointDto, MonitoringSummary, ShownPoint } from "../monitoring/monitoring.schema";

/** A wall shows the whole scope or, with `sceneId`, a node's subtree; `focus` is the place it has switched to. */
export const WallQuery = z.strictObject({ sceneId: recordId().optional(), focus: recordId().optional() });
export type WallQuery = z.output<typeof WallQuery>;

/** How a page shows the wall: the rotation interval, and whether the console is hidden. */
export const WallPage = WallQuery.omit({ focus: true }).extend({
  seconds: z.coerce.number().int().optional(),
  kiosk: z.literal("1").optional(),
});

/**
 * A place of the wall, with the number of its carriers per state. `key` names it in `focus`: its id in the console, its
 * position in the list on boards without a login.
 */
export type PlaceDto = { key: number; name: string } & Record<"total" | "abnormal" | "offline", number>;

/** Who acknowledged the newest of the open exceptions of a carrier, and when (epoch ms); null: not said to strangers. */
export type AcknowledgementDto = { by: string | null; at: number };

/** What the wall shows of a carrier. Without `customerId` its temperatures are in the unit of the page. */
export type WallCarrierDto = ShownPoint &
  Pick<MonitoringPointDto, "name" | "scenePath"> & { hasOpenException: boolean; customerId?: number };

/** A carrier of the wall; `acknowledgement` is null unless all of its open exceptions are acknowledged. */
export type WallPointDto = WallCarrierDto & { key: number; acknowledgement: AcknowledgementDto | null };

/** What a wall shows at one instant; `at` in epoch ms by the server's clock, `build` is the responding build. */
export type WallDto = {
  at: number;
  build: string;
  /** The whole wall: the counts, and the worst carrier. */
  all: { name: string | null; summary: MonitoringSummary; worst: WallCarrierDto | null };
  places: PlaceDto[];
  /** Places beyond those in the rotation. */
  morePlaces: number;
  /** The current place (null: everything): its carriers, worst first. */
  focus: { place: number | null; summary: MonitoringSummary; items: WallPointDto[] };
};
