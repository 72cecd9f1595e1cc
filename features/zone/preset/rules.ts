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

/**
 * The shipped ranges, in °C and %RH. USP: chapter <659>. WHO: 2 to 8 °C of the vaccine cold chain; freezer and
 * ultra-low from its vaccine training material. GSP: 2 to 8 °C from the vaccine rule; the rest only from mirrors of the
 * text.
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
];

const WEAK = new Set(SHIPPED_PRESETS.filter(({ isWeak }) => isWeak).map(({ code }) => code));

/** Whether the figures of a shipped preset must be verified against the standard. */
export const isWeakPreset = (code: string): boolean => WEAK.has(code);
