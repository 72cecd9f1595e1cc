import "server-only";
import { z } from "zod";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { catalogue, PLATFORM_CUSTOMER_ID } from "@/lib/resource/catalogue";
import { tolerant } from "@/lib/resource/list-query";
import { carrierTypeStore, findCarrierTypes } from "./data";
import {
  type CarrierTypeChoice,
  type CarrierTypeDto,
  CarrierTypeInput,
  CarrierTypeListQuery,
  SwitchTypeInput,
} from "./schema";

/** Types of carriers, of the whole installation. */
export const carrierTypes = {
  ...catalogue({
    subject: "CarrierType",
    listQuery: CarrierTypeListQuery,
    input: CarrierTypeInput,
    store: carrierTypeStore,
  }),
  switch: defineOperation({
    name: "carrierType.switch",
    kind: "mutation",
    permission: "editCarrierType",
    input: SwitchTypeInput,
    async run({ tx, locale, track }, { id, isEnabled }): Promise<CarrierTypeDto> {
      const changed = await carrierTypeStore.change(tx, locale, id, () => ({ isEnabled }));
      track({ customerId: PLATFORM_CUSTOMER_ID, ...changed });
      return changed.new;
    },
    audit: { entity: "carrierType", id: ({ id }) => id },
  }),
};

/** The types to choose from, named in the language of the request. */
export const lookUpCarrierTypes = defineOperation({
  name: "carrierType.lookUp",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  run: ({ db, locale }): Promise<CarrierTypeChoice[]> => findCarrierTypes(db, locale),
});

/** What the list's page shows: the criteria of its address that make sense, their rows, and what the account may do. */
export async function loadCarrierTypeScreen(ctx: PageContext) {
  const query = tolerant(CarrierTypeListQuery, ctx.search);
  const { permissions } = ctx.principal;
  const understood = Object.keys(query).filter((name) => ctx.search[name] !== undefined);
  return {
    page: await carrierTypes.list.call(ctx, query),
    values: Object.fromEntries(understood.map((name) => [name, String(ctx.search[name])])),
    order: { start: query.iDisplayStart, length: query.iDisplayLength, sort: query.sort, dir: query.dir },
    rights: {
      create: permissions.has("newCarrierType"),
      edit: permissions.has("editCarrierType"),
      remove: permissions.has("removeCarrierType"),
    },
    timeZone: ctx.principal.customer.timeZone,
    now: ctx.now.getTime(),
  };
}
