import "server-only";
import { z } from "zod";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { crud } from "@/lib/resource/crud";
import { loadList, recordRights } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { findProductChoices, productStore, withLots } from "./product.data";
import { type ProductChoice, ProductInput, ProductListQuery, type ProductRowDto } from "./product.schema";

const list = defineOperation({
  name: "product.list",
  kind: "query",
  permission: "viewProduct",
  input: ProductListQuery,
  run: async (ctx, query): Promise<Page<ProductRowDto>> => withLots(ctx.db, await productStore.find(ctx, query)),
});

/** Products and what they endure. */
export const products = {
  ...crud({ subject: "Product", listQuery: ProductListQuery, input: ProductInput, store: productStore }),
  list,
};

/** The enabled products, for the form of a lot. */
export const chooseProduct = defineOperation({
  name: "product.choice",
  kind: "query",
  permission: "viewLot",
  input: z.strictObject({}),
  run: ({ db, scope }): Promise<ProductChoice[]> => findProductChoices(db, scope),
});

/** Loads the page: the products, and the account's rights. */
export async function loadProductScreen(ctx: PageContext) {
  // The customer name is shown only if the scope spans several customers.
  const { customerIds, sceneIds } = ctx.scope;
  const rights = recordRights(ctx, "Product");
  const mayWrite = sceneIds === "all";
  return {
    view: await loadList(ctx, list),
    rights: mayWrite ? rights : { create: false, edit: false, remove: false },
    showsCustomers: customerIds === "all" || customerIds.length > 1,
    customer: { id: ctx.principal.customer.id, name: ctx.principal.customer.name },
    mayLots: ctx.principal.permissions.has("viewLot"),
  };
}
