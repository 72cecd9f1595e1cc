import "server-only";
import { z } from "zod";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { crud, switching } from "@/lib/resource/crud";
import { findPresets, zonePresetStore } from "./data";
import { type ZonePresetChoice, ZonePresetInput, ZonePresetListQuery } from "./schema";

const kit = {
  subject: "ZonePreset",
  listQuery: ZonePresetListQuery,
  input: ZonePresetInput,
  store: zonePresetStore,
} as const;

/** Range presets of the installation. */
export const zonePresets = { ...crud(kit), switch: switching(kit) };

/** Lists the presets to choose from, named in the language of the request. */
export const lookUpZonePresets = defineOperation({
  name: "zonePreset.lookUp",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  run: ({ db, locale }): Promise<ZonePresetChoice[]> => findPresets(db, locale),
});
