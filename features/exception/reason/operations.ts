import "server-only";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { crud } from "@/lib/resource/crud";
import { loadList, recordRights } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { findCustomers, reasonStore, withUses } from "./data";
import { ReasonInput, ReasonListQuery, type ReasonRowDto } from "./schema";

const list = defineOperation({
  name: "exceptionReason.list",
  kind: "query",
  permission: "viewExReason",
  input: ReasonListQuery,
  run: async (ctx, query): Promise<Page<ReasonRowDto>> =>
    withUses(ctx.db, ctx.scope, await reasonStore.find(ctx, query)),
});

/** Exception reasons: shipped ones and those of customers. */
export const exceptionReasons = {
  ...crud({ subject: "ExReason", listQuery: ReasonListQuery, input: ReasonInput, store: reasonStore }),
  list,
};

/** The data of the page: the reasons, and the account's rights to its own and to shipped ones. */
export async function loadReasonScreen(ctx: PageContext) {
  const { scope, principal } = ctx;
  const granted = recordRights(ctx, "ExReason");
  // A reason belongs to a customer as a whole: accounts bound to nodes may only view it.
  const isWhole = scope.sceneIds === "all";
  const rights = {
    create: granted.create && isWhole,
    edit: granted.edit && isWhole,
    remove: granted.remove && isWhole,
  };
  const isOfSeveral = scope.customerIds === "all" || scope.customerIds.length > 1;
  return {
    view: await loadList(ctx, list),
    rights,
    mayRemoveShipped: rights.remove && scope.customerIds === "all",
    customers: isOfSeveral ? await findCustomers(ctx.db, scope) : [],
    customerId: principal.customer.id,
  };
}
