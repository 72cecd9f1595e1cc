import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { readAddress } from "@/lib/resource/list-page";
import { tolerant } from "@/lib/resource/list-query";
import type { DeviceDto } from "../device.schema";
import { type Asked, findDevices } from "../list.data";
import { mayDo, visibleKinds } from "../list.operations";
import { refreshDevices } from "../status/state.service";
import { findBoard, findGateways } from "./data";
import {
  type BoardDto,
  BoardPage,
  BoardQuery,
  type BoardView,
  type GatewayBoardDto,
  GatewayBoardQuery,
} from "./schema";

const asked = (ctx: OperationContext): Asked => ({
  visibility: visibilityOf(ctx),
  kinds: visibleKinds(ctx),
  now: ctx.now,
  locale: ctx.locale,
});

/** The devices as lists show them, by id. */
async function devicesById(ctx: OperationContext, ids: number[]): Promise<ReadonlyMap<number, DeviceDto>> {
  if (ids.length === 0) return new Map();
  const order = { sort: "name", dir: "asc", iDisplayStart: 0, iDisplayLength: ids.length } as const;
  const { items } = await findDevices(ctx.db, asked(ctx), { ids }, order);
  return new Map(items.map((item) => [item.id, item]));
}

/** A page of the board. The caller checks the permission. */
export async function readBoard(ctx: OperationContext, query: BoardQuery): Promise<BoardDto> {
  await refreshDevices(ctx.db, ctx.scope, ctx.now);
  const { ids, silentIds, ...counts } = await findBoard(ctx.db, asked(ctx), query);
  const devices = await devicesById(ctx, ids);
  const silent = new Set(silentIds);
  const items = ids.flatMap((id) => {
    const device = devices.get(id);
    // A device may have been removed between the two statements.
    return device ? [{ ...device, isGatewaySilent: silent.has(id) }] : [];
  });
  return { items, ...counts };
}

/** Lists devices of all kinds by what is wrong with them, with counts by state. */
export const listBoard = defineOperation({
  name: "device.board",
  kind: "query",
  permission: "viewDevice",
  input: BoardQuery,
  run: readBoard,
});

/** Lists gateways with the devices that forward through them. */
export const listGatewayBoard = defineOperation({
  name: "device.gatewayBoard",
  kind: "query",
  permission: "viewGateway",
  input: GatewayBoardQuery,
  async run(ctx, query): Promise<GatewayBoardDto> {
    await refreshDevices(ctx.db, ctx.scope, ctx.now);
    const { gateways, ...counts } = await findGateways(ctx.db, asked(ctx), query);
    const devices = await devicesById(
      ctx,
      gateways.map(({ id }) => id),
    );
    const items = gateways.flatMap(({ id, behind }) => {
      const gateway = devices.get(id);
      return gateway ? [{ gateway, behind }] : [];
    });
    return { items, ...counts };
  },
});

/** Board criteria that also apply to the list of gateways. */
const GROUPED: readonly string[] = Object.keys(GatewayBoardQuery.shape);

/** Data of the board page. */
export async function loadBoardScreen(ctx: PageContext) {
  const { address } = readAddress(ctx, BoardPage);
  const { view: wanted, ...criteria } = address.values;
  const mayGroup = mayDo(ctx, "view", "gateway");
  const view: BoardView = wanted === "gateways" && mayGroup ? "gateways" : "list";
  const grouped = Object.fromEntries(Object.entries(criteria).filter(([name]) => GROUPED.includes(name)));
  const [list, gateways] = await Promise.all([
    // The view of gateways needs only the counts of the list.
    listBoard.call(ctx, view === "list" ? criteria : { ...criteria, iDisplayLength: 1 }),
    view === "gateways" ? listGatewayBoard.call(ctx, tolerant(GatewayBoardQuery, grouped)) : null,
  ]);
  const { scopeType } = ctx.principal;
  return {
    ...address,
    view,
    list,
    gateways,
    mayGroup,
    isManyCustomers: ctx.scope.customerIds === "all" || ctx.scope.customerIds.length > 1,
    isPlatform: scopeType === 2 || scopeType === 3,
  };
}

export type BoardScreenData = Awaited<ReturnType<typeof loadBoardScreen>>;
