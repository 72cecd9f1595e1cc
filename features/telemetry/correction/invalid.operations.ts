import "server-only";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { crud, switching } from "@/lib/resource/crud";
import { loadList, recordRights } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { findCustomers, findDeviceTypes, invalidRuleStore, withFacts } from "./invalid.data";
import {
  type InvalidRuleDto,
  InvalidRuleInput,
  InvalidRuleListQuery,
  InvalidRuleRemoveInput,
  type InvalidRuleRowDto,
} from "./invalid.schema";
import { beginGivingBack } from "./run.operations";

const kit = {
  subject: "ExRule",
  listQuery: InvalidRuleListQuery,
  input: InvalidRuleInput,
  store: invalidRuleStore,
} as const;

const list = defineOperation({
  name: "invalidRule.list",
  kind: "query",
  permission: "viewExRule",
  input: InvalidRuleListQuery,
  run: async (ctx, query): Promise<Page<InvalidRuleRowDto>> =>
    withFacts(ctx.db, await invalidRuleStore.find(ctx, query)),
});

/** Readings that a removed rule invalidated stay invalid, with its name, unless the worker is to restore them. */
const remove = defineOperation({
  name: "invalidRule.remove",
  kind: "mutation",
  permission: "removeExRule",
  input: InvalidRuleRemoveInput,
  async run(ctx, { id, givesBack }): Promise<InvalidRuleDto> {
    await invalidRuleStore.get(ctx, id);
    if (givesBack) await beginGivingBack(ctx, ctx.tx, id);
    const old = await invalidRuleStore.remove(ctx, id);
    ctx.audit({ customerId: old.customerId, old, ...(givesBack && { new: { givesBack } }) });
    return old;
  },
  audit: { entity: "invalidRule", id: ({ id }) => id },
});

/** Rules that invalidate arriving readings. */
export const invalidRules = { ...crud(kit), switch: switching(kit), list, remove };

/** Data of the rules page. */
export async function loadInvalidRuleScreen(ctx: PageContext) {
  const view = await loadList(ctx, list);
  // With one visible customer its name carries no information.
  const isOfSeveral = ctx.scope.customerIds === "all" || ctx.scope.customerIds.length > 1;
  return {
    view,
    rights: recordRights(ctx, "ExRule"),
    types: await findDeviceTypes(ctx.db, ctx.locale),
    customers: isOfSeveral ? await findCustomers(ctx.db, ctx.scope) : [],
    customerId: ctx.principal.customer.id,
  };
}
