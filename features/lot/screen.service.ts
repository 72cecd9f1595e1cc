import "server-only";
import { cache } from "react";
import { chooseProduct } from "@/features/product/product.operations";
import type { PageContext } from "@/lib/page/define-page";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { decisionsOf } from "./decision.service";
import { idIn, listLots } from "./lot.operations";
import type { LotDetailView } from "./screen.schema";
import { getVerdict } from "./verdict.operations";

/** Loads the list page: the lots with their outcomes, the products to choose from, and the account's rights. */
export async function loadLotScreen(ctx: PageContext) {
  const { customerIds } = ctx.scope;
  return {
    view: await loadList(ctx, listLots),
    rights: recordRights(ctx, "Lot"),
    mayImport: ctx.principal.permissions.has("importLot"),
    mayPrint: ctx.principal.permissions.has("printPrinter"),
    products: await chooseProduct.call(ctx, {}),
    // The customer name is shown only if the scope spans several customers.
    showsCustomers: customerIds === "all" || customerIds.length > 1,
  };
}

/** Loads the window of the lot that the address names. Throws NOT_FOUND outside the scope. */
export const loadLotDetail = cache(async (ctx: PageContext): Promise<LotDetailView> => {
  const answer = await getVerdict.call(ctx, { id: idIn(ctx.search) });
  const { permissions, customer } = ctx.principal;
  return {
    answer,
    decisions: await decisionsOf(ctx, answer.lot),
    rights: {
      edit: permissions.has("editLot"),
      decide: permissions.has("decideLot"),
      carriers: permissions.has("viewCarrier"),
      report: permissions.has("newReport"),
      print: permissions.has("printPrinter"),
    },
    timeZone: customer.timeZone,
    now: ctx.now.getTime(),
  };
});
