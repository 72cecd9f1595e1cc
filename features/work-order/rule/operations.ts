import "server-only";
import { visibleCustomers } from "@/lib/auth/visible-customers";
import type { PageContext } from "@/lib/page/define-page";
import { crud, switching } from "@/lib/resource/crud";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { ruleStore } from "./data";
import { RuleInput, RuleListQuery } from "./schema";

/** The rules by which the product submits orders. */
export const workOrderRules = crud({
  subject: "WorkOrderRule",
  listQuery: RuleListQuery,
  input: RuleInput,
  store: ruleStore,
});

export const switchWorkOrderRule = switching({ subject: "WorkOrderRule", store: ruleStore });

/** Accounts bound to nodes may view what concerns the whole customer, but not change it. */
const NO_RIGHTS = { create: false, edit: false, remove: false };

/** Data of the page: the rules, and for whom they can be. */
export async function loadRuleScreen(ctx: PageContext) {
  const [view, customers] = await Promise.all([
    loadList(ctx, workOrderRules.list),
    visibleCustomers(ctx.db, ctx.scope),
  ]);
  return {
    view,
    customers,
    customerId: ctx.principal.customer.id,
    rights: ctx.scope.sceneIds === "all" ? recordRights(ctx, "WorkOrderRule") : NO_RIGHTS,
  };
}
