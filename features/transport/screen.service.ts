import "server-only";
import { mapSettings } from "@/lib/geo/map-settings";
import type { PageContext } from "@/lib/page/define-page";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { understoodOf } from "@/lib/resource/list-query";
import { getBoard, listTransports } from "./transport.operations";

// The customer's name is shown only if the scope spans several customers.
const showsCustomers = ({ scope: { customerIds } }: PageContext) => customerIds === "all" || customerIds.length > 1;

/** Loads the list page: the transports, and the account's rights. */
export async function loadTransportScreen(ctx: PageContext) {
  const { permissions } = ctx.principal;
  return {
    view: await loadList(ctx, listTransports),
    rights: recordRights(ctx, "Transport"),
    mayImport: permissions.has("importTransport"),
    mayFence: permissions.has("viewGeofence"),
    mayLot: permissions.has("viewLot"),
    map: await mapSettings(),
    showsCustomers: showsCustomers(ctx),
  };
}

/** Loads the board of what is on its way; invalid criteria of the address are ignored. */
export async function loadBoard(ctx: PageContext) {
  const { permissions, customer } = ctx.principal;
  const values = understoodOf(getBoard.input, ctx.search);
  return {
    board: await getBoard.call(ctx, values),
    values,
    rights: { plan: permissions.has("newTransport"), exceptions: permissions.has("viewEx") },
    map: await mapSettings(),
    showsCustomers: showsCustomers(ctx),
    timeZone: customer.timeZone,
    now: ctx.now.getTime(),
  };
}
