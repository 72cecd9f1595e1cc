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
  /** What the devices are counted as. */
  show: z.enum(BOARD_STATES).optional(),
  /** A gateway, for what forwards through it; `none` for what forwards through none. */
  gatewayId: z.union([z.literal("none"), recordId()]).optional(),
};

/** Devices of all kinds that the account may see; without an order what needs looking at comes first. */
export const BoardQuery = listQuery({ sort: ["worst", "name", "lastSeenAt"], pageSize: 50, filters });
export type BoardQuery = z.output<typeof BoardQuery>;

/** Gateways that match themselves, or with something behind them that does. */
export const GatewayBoardQuery = listQuery({
  sort: ["worst", "name"],
  pageSize: 50,
  filters: { sceneId: filters.sceneId, show: filters.show },
});
export type GatewayBoardQuery = z.output<typeof GatewayBoardQuery>;

export const BOARD_VIEWS = ["list", "gateways"] as const;
export type BoardView = (typeof BOARD_VIEWS)[number];

/** How a page shows the board, no matter of the calls. */
export const BoardPage = BoardQuery.extend({ view: z.enum(BOARD_VIEWS).optional() });

/** A device on the board; `isGatewaySilent` says why it may be unheard itself. */
export type BoardRow = DeviceDto & { isGatewaySilent: boolean };

/** Among all that the other filters let through. */
export type BoardCounts = Record<BoardState | "total", number>;

/** How many devices of a kind there are, and how many of them need looking at. */
export type KindCount = { total: number; troubled: number };

export type BoardDto = {
  items: BoardRow[];
  total: number;
  counts: BoardCounts;
  kinds: Partial<Record<DeviceKind, KindCount>>;
};

/** What forwards through a gateway, of what the reader may see. */
export type BehindCount = KindCount & { online: number; offline: number; unknown: number };

export type GatewayBoardDto = {
  items: { gateway: DeviceDto; behind: BehindCount }[];
  total: number;
  /** Devices that forward through no gateway. */
  direct: number;
};
