import "server-only";
import { z } from "zod";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { crud } from "@/lib/resource/crud";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { findUnits, unitStore } from "./data";
import { type UnitChoice, UnitInput, UnitListQuery } from "./schema";

/** Units of measure of the installation. */
export const units = crud({ subject: "Unit", listQuery: UnitListQuery, input: UnitInput, store: unitStore });

/** Lists the units, for displaying and entering values. */
export const lookUpUnits = defineOperation({
  name: "unit.lookUp",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  run: ({ db }): Promise<UnitChoice[]> => findUnits(db),
});

/** Loads the list page with the account's rights. */
export const loadUnitScreen = async (ctx: PageContext) => ({
  ...(await loadList(ctx, units.list)),
  rights: recordRights(ctx, "Unit"),
});
