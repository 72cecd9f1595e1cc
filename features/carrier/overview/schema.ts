import { z } from "zod";
import type { ExceptionKind } from "@/db/enums";
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

/** An open exception of a carrier. */
export type OpenException = WallExceptionDto & { id: number };

/** What the wall shows of it; `acknowledgedBy` is null until it is acknowledged, and empty if it is not said by whom. */
export type WallExceptionDto = { kind: ExceptionKind; acknowledgedBy: string | null };

/** What the wall shows of a carrier. Without `customerId` its temperatures are in the unit of the page. */
export type WallCarrierDto = ShownPoint & Pick<MonitoringPointDto, "name" | "scenePath"> & { customerId?: number };

/** A carrier of the wall with its open exceptions, oldest first: `exceptionPlace` of an excursion is among them. */
export type WallPointDto = WallCarrierDto & { key: number; exceptions: WallExceptionDto[] };

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
