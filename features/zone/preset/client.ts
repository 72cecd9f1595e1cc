import { saveRecord } from "@/lib/http/save-record";
import type { ZonePresetDto, ZonePresetInput } from "./schema";

export const ZONE_PRESET_PATH = "/service/zonePreset";

/** Creates a preset, or updates the one with this id. */
export const saveZonePreset = (id: number | null, values: ZonePresetInput): Promise<ZonePresetDto> =>
  saveRecord(ZONE_PRESET_PATH, id, values);
