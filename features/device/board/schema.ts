import { z } from "zod";
import { DEVICE_KINDS, type DeviceKind } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { recordId } from "@/lib/validation/fields";
import type { DeviceDto } from "../device.schema";
import { BOARD_STATES, type BoardState } from "./state.rules";

const filters = {
  /** A node of the organisation tree, with everything below it. */
  sceneId: recordId().optional(),
  kind: z.enum(DEVICE_KINDS).optional(),
  /** Board state to filter by. */
  show: z.enum(BOARD_STATES).optional(),
  /** A gateway: only devices that forward through it; `none`: devices that forward through no gateway. */
  gatewayId: z.union([z.literal("none"), recordId()]).optional(),
};

/** Visible devices of all kinds; by default those that need attention come first. */
export const BoardQuery = listQuery({ sort: ["worst", "name", "lastSeenAt"], filters });
export type BoardQuery = z.output<typeof BoardQuery>;

/** Gateways that match themselves, or that have a matching device behind them. */
export const GatewayBoardQuery = listQuery({
  sort: ["worst", "name"],
  filters: { sceneId: filters.sceneId, show: filters.show },
});
export type GatewayBoardQuery = z.output<typeof GatewayBoardQuery>;

export const BOARD_VIEWS = ["list", "gateways"] as const;
export type BoardView = (typeof BOARD_VIEWS)[number];

/** Address of the board page, including the view, which is no parameter of the calls. */
export const BoardPage = BoardQuery.extend({ view: z.enum(BOARD_VIEWS).optional() });

/** A device on the board; if `isGatewaySilent`, its gateway may explain its silence. */
export type BoardRow = DeviceDto & { isGatewaySilent: boolean };

/** Counts over all devices that the other filters admit. */
export type BoardCounts = Record<BoardState | "total", number>;

/** Number of devices of a kind, and how many of them need attention. */
export type KindCount = { total: number; troubled: number };

export type BoardDto = {
  items: BoardRow[];
  total: number;
  counts: BoardCounts;
  kinds: Partial<Record<DeviceKind, KindCount>>;
};

/** Counts of the visible devices that forward through a gateway. */
export type BehindCount = KindCount & { online: number; offline: number; unknown: number };

export type GatewayBoardDto = {
  items: { gateway: DeviceDto; behind: BehindCount }[];
  total: number;
  /** Devices that forward through no gateway. */
  direct: number;
};
