import "server-only";
import { mapSettings } from "@/lib/geo/map-settings";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { tolerant } from "@/lib/resource/list-query";
import { findSceneChoices } from "../choice.data";
import { refreshCarriers } from "../status/state.service";
import { findCarriersOnMap, findNodeView } from "./data";
import { type CarrierMapDto, MapAddress, MapQuery } from "./schema";

/** Lists the positions and states of carriers in one response. */
export const listCarriersOnMap = defineOperation({
  name: "carrier.map",
  kind: "query",
  permission: "viewMonitorPointRealTime",
  input: MapQuery,
  async run({ db, scope, now }, query): Promise<CarrierMapDto> {
    await refreshCarriers(db, scope, now);
    return findCarriersOnMap(db, scope, query);
  },
});

/** Loads the map screen. */
export async function loadMapScreen(ctx: PageContext) {
  const { db, scope, search, principal } = ctx;
  const address = tolerant(MapAddress, search);
  const { status, id, ...criteria } = address;
  // The raw values of the URL; the operation validates them again.
  const given = Object.keys(address).filter((name) => search[name] !== undefined);
  const values = Object.fromEntries(given.map((name) => [name, String(search[name])]));
  const { status: _, id: __, ...query } = values;
  const [carriers, scenes, node] = await Promise.all([
    listCarriersOnMap.call(ctx, query),
    findSceneChoices(db, scope),
    criteria.sceneId === undefined ? null : findNodeView(db, scope, criteria.sceneId),
  ]);
  const { permissions, customer } = principal;
  return {
    carriers,
    scenes,
    node,
    values,
    status: status ?? null,
    selectedId: id ?? null,
    settings: await mapSettings(),
    rights: {
      history: permissions.has("viewHistory"),
      exceptions: permissions.has("viewEx"),
      carrier: permissions.has("viewCarrier"),
      edit: permissions.has("editCarrier"),
    },
    timeZone: customer.timeZone,
    now: ctx.now.getTime(),
  };
}
