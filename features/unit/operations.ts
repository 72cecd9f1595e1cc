import "server-only";
import { z } from "zod";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { crud } from "@/lib/resource/crud";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { findUnits, unitStore } from "./data";
import { type UnitChoice, UnitInput, UnitListQuery } from "./schema";

/** Units of measure, of the whole installation. */
export const units = crud({ subject: "Unit", listQuery: UnitListQuery, input: UnitInput, store: unitStore });

/** The units for whoever shows or enters values. */
export const lookUpUnits = defineOperation({
  name: "unit.lookUp",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  run: ({ db }): Promise<UnitChoice[]> => findUnits(db),
});

/** What the list's page shows, and what the account may do there. */
export const loadUnitScreen = async (ctx: PageContext) => ({
  ...(await loadList(ctx, units.list)),
  rights: recordRights(ctx, "Unit"),
});
