import "server-only";
import { z } from "zod";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { crud, switching } from "@/lib/resource/crud";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { findPresets, pointPresetStore } from "./data";
import { type PointPresetChoice, PointPresetInput, PointPresetListQuery } from "./schema";

const kit = {
  subject: "VerifyPreset",
  listQuery: PointPresetListQuery,
  input: PointPresetInput,
  store: pointPresetStore,
} as const;

/** The rules by which points are counted, of the installation. */
export const pointPresets = { ...crud(kit), switch: switching(kit) };

/** Lists the presets to choose from, named in the language of the request. */
export const lookUpPointPresets = defineOperation({
  name: "verificationPreset.lookUp",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  run: ({ db, locale }): Promise<PointPresetChoice[]> => findPresets(db, locale),
});

/** Loads the list page: the presets, and the account's rights. */
export const loadPresetScreen = async (ctx: PageContext) => ({
  view: await loadList(ctx, pointPresets.list),
  rights: recordRights(ctx, "VerifyPreset"),
});
