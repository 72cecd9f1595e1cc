import "server-only";
import { crud } from "@/lib/resource/crud";
import { definitionStore } from "./definition.data";
import { DefinitionInput, DefinitionListQuery } from "./definition.schema";

/** Saved statistics. */
export const definitions = crud({
  subject: "DataStatistics",
  listQuery: DefinitionListQuery,
  input: DefinitionInput,
  store: definitionStore,
});
