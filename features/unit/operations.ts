import "server-only";
import { z } from "zod";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { catalogue } from "@/lib/resource/catalogue";
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
