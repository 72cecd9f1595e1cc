import "server-only";
import { z } from "zod";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { catalogue } from "@/lib/resource/catalogue";
import { tolerant } from "@/lib/resource/list-query";
import { findUnits, unitStore } from "./data";
import { type UnitChoice, UnitInput, UnitListQuery } from "./schema";

/** Units of measure, of the whole installation. */
export const units = catalogue({ subject: "Unit", listQuery: UnitListQuery, input: UnitInput, store: unitStore });

/** The units for whoever shows or enters values. */
export const lookUpUnits = defineOperation({
  name: "unit.lookUp",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  run: ({ db }): Promise<UnitChoice[]> => findUnits(db),
});

/** What the list's page shows: the criteria of its address that make sense, their rows, and what the account may do. */
export async function loadUnitScreen(ctx: PageContext) {
  const query = tolerant(UnitListQuery, ctx.search);
  const { permissions } = ctx.principal;
  const understood = Object.keys(query).filter((name) => ctx.search[name] !== undefined);
  return {
    page: await units.list.call(ctx, query),
    values: Object.fromEntries(understood.map((name) => [name, String(ctx.search[name])])),
    order: { start: query.iDisplayStart, length: query.iDisplayLength, sort: query.sort, dir: query.dir },
    rights: {
      create: permissions.has("newUnit"),
      edit: permissions.has("editUnit"),
      remove: permissions.has("removeUnit"),
    },
    timeZone: ctx.principal.customer.timeZone,
    now: ctx.now.getTime(),
  };
}
