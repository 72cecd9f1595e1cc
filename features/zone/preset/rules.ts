import type { Goods } from "@/features/carrier/choice.schema";
import type { Limits } from "@/lib/units/limits";

/** A range defined by a standard. `isWeak`: only secondary sources were found; the figures must be verified. */
export type ShippedPreset = Limits & { code: string; source: string; isWeak: boolean };

const temperature = (
  code: string,
  source: string,
  minimum: number | null,
  maximum: number | null,
  isWeak = false,
): ShippedPreset => ({ code, source, measure: "temperature", minimum, maximum, isWeak });

const USP = "USP <659>";
const WHO = "WHO";
const GSP = "GSP";
const BLOOD = "2004/33/EC, annex IV";
const ANIMAL_FOOD = "(EC) 853/2004, annex III";

/**
 * The shipped ranges, in °C and %RH. USP: chapter <659>. WHO: 2 to 8 °C of the vaccine cold chain; freezer and
 * ultra-low from its vaccine training material. GSP: 2 to 8 °C from the vaccine rule; the rest only from mirrors of the
 * text. Red cells and platelets: Directive 2004/33/EC. Plasma: the EDQM Blood Guide (36 months) and the FDA's rule.
 * Insulin: what the makers' product information has in common. Food: Directive 89/108/EEC, the FDA Food Code, and
 * Regulation (EC) 853/2004, the last without its text at hand.
 */
export const SHIPPED_PRESETS: readonly ShippedPreset[] = [
  temperature("usp_freezer", USP, -25, -10),
  temperature("usp_refrigerator", USP, 2, 8),
  temperature("usp_cold", USP, null, 8),
  temperature("usp_cool", USP, 8, 15),
  temperature("usp_room", USP, 20, 25),
  temperature("usp_room_excursion", USP, 15, 30),
  temperature("who_vaccine", WHO, 2, 8),
  temperature("who_freezer", WHO, -25, -15, true),
  temperature("who_ultra_low", WHO, -86, -60, true),
  temperature("gsp_chilled", GSP, 2, 8),
  temperature("gsp_shaded", GSP, null, 20, true),
  temperature("gsp_normal", GSP, 10, 30, true),
  { code: "gsp_humidity", source: GSP, measure: "humidity", minimum: 35, maximum: 75, isWeak: true },
  temperature("insulin_unopened", "SmPC 6.4", 2, 8, true),
  temperature("insulin_in_use", "SmPC 6.4", null, 30, true),
  temperature("blood_red_cells", BLOOD, 2, 6),
  temperature("blood_platelets", BLOOD, 20, 24),
  temperature("blood_plasma_edqm", "EDQM Blood Guide", null, -25, true),
  temperature("blood_plasma_fda", "21 CFR 640.34", null, -18, true),
  temperature("food_frozen", "89/108/EEC", null, -18),
  temperature("food_chilled", "FDA Food Code 3-501.16", null, 5),
  temperature("food_meat", ANIMAL_FOOD, null, 7, true),
  temperature("food_poultry", ANIMAL_FOOD, null, 4, true),
  temperature("food_raw_milk", ANIMAL_FOOD, null, 6, true),
];

const GOODS_OF_PREFIX: Readonly<Record<string, Goods>> = {
  who: "medicine",
  insulin: "medicine",
  blood: "blood",
  food: "food",
};

/** What a shipped preset is for; null for a general storage condition. */
export const goodsOf = (code: string): Goods | null => GOODS_OF_PREFIX[code.split("_")[0] ?? ""] ?? null;

const WEAK = new Set(SHIPPED_PRESETS.filter(({ isWeak }) => isWeak).map(({ code }) => code));

/** Whether the figures of a shipped preset must be verified against the standard. */
export const isWeakPreset = (code: string): boolean => WEAK.has(code);
