import type { AllowanceMode, KineticClass, Side } from "@/db/enums";
import { limitIssues } from "@/lib/units/limits";

/** A permitted excursion: beyond `limit` (°C) for at most `minutes`, at a time or added up. */
export type Allowance = { side: Side; limit: number; minutes: number; mode: AllowanceMode };

/** A row of the stability budget between two temperatures (°C); `minutes` null: as long as the rest permits. */
export type Band = { from: number; to: number; minutes: number | null };

/** What a product endures; temperatures in °C. */
export type Endurance = {
  minimum: number | null;
  maximum: number | null;
  isFreezeSensitive: boolean;
  freezeLimit: number | null;
  allowances: readonly Allowance[];
  bands: readonly Band[];
  kineticClass: KineticClass;
  kineticLimit: number | null;
  /** A longer stretch without a measured value makes a lot questionable. */
  unobservedMinutes: number;
};

/** On which side of the storage range a band of the budget lies; bands never reach into it. */
export const bandSide = ({ maximum }: Pick<Endurance, "maximum">, { from }: Pick<Band, "from">): Side =>
  maximum !== null && from >= maximum ? "above" : "below";

type Issue = { path: (string | number)[]; rule: string; message: string };

/** Violated rules between the fields of a product, with the field that the form marks. */
export function enduranceIssues(product: Endurance): Issue[] {
  const { minimum, maximum, isFreezeSensitive, freezeLimit, bands, allowances, kineticClass, kineticLimit } = product;
  const limits = limitIssues({ measure: "temperature", minimum, maximum });
  if (limits.length > 0) return limits.map(({ path, ...issue }) => ({ path: [path], ...issue }));
  const issues: Issue[] = [];
  const refuse = (path: Issue["path"], rule: string, message: string) => issues.push({ path, rule, message });
  if (isFreezeSensitive && freezeLimit === null) refuse(["freezeLimit"], "required", "required");
  if (isFreezeSensitive && freezeLimit !== null && minimum !== null && freezeLimit > minimum)
    refuse(["freezeLimit"], "outsideRange", "must not lie above the minimum of the storage range");
  for (const [index, { from, to }] of bands.entries()) {
    const isOutside = (maximum !== null && from >= maximum) || (minimum !== null && to <= minimum);
    if (to <= from) refuse(["bands", index, "to"], "aboveMinimum", "must exceed the lower end");
    else if (!isOutside) refuse(["bands", index, "from"], "outsideRange", "must lie outside the storage range");
    else if (bands.slice(0, index).some((other) => other.from < to && from < other.to))
      refuse(["bands", index, "from"], "bandOverlap", "overlaps with another band");
  }
  for (const [index, { side, limit, mode }] of allowances.entries()) {
    const edge = side === "above" ? maximum : minimum;
    const isOutside = edge !== null && (side === "above" ? limit >= edge : limit <= edge);
    const isSame = (other: Allowance) => other.side === side && other.limit === limit && other.mode === mode;
    if (!isOutside) refuse(["allowances", index, "limit"], "outsideRange", "must lie outside the storage range");
    else if (allowances.slice(0, index).some(isSame))
      refuse(["allowances", index, "limit"], "repeated", "stands there already");
  }
  if (kineticClass !== "none" && kineticLimit === null) refuse(["kineticLimit"], "required", "required");
  if (kineticClass !== "none" && kineticLimit !== null && maximum !== null && kineticLimit < maximum)
    refuse(["kineticLimit"], "kineticLimit", "must not lie below the maximum of the storage range");
  return issues;
}

/** A set of published figures for a new product: a start to be checked against the label, never the law. */
export type ProductPreset = Endurance & {
  key: string;
  source: string;
  /** Known from secondary sources only: to be checked before use. */
  isWeak: boolean;
};

const PLAIN = { isFreezeSensitive: false, freezeLimit: null, allowances: [], bands: [], kineticClass: "none" } as const;
const REST = { kineticLimit: null, unobservedMinutes: 60 } as const;
const DAY_MINUTES = 1440;

/**
 * USP <659> (storage conditions) and <1079.2> (windows of the mean kinetic temperature), WHO PQS E006 (30-day loggers)
 * and the vaccine rule of China. Excursions named without a time have none here.
 */
export const PRODUCT_PRESETS: readonly ProductPreset[] = [
  { ...PLAIN, ...REST, key: "uspRefrigerator", minimum: 2, maximum: 8, source: "USP <659>", isWeak: false },
  {
    ...{ key: "uspControlledCold", source: "USP <659>, <1079.2>", isWeak: false, ...PLAIN, ...REST },
    ...{ minimum: 2, maximum: 8, kineticClass: "cct", kineticLimit: 8 },
    bands: [{ from: 8, to: 15, minutes: DAY_MINUTES }],
    allowances: [{ side: "above", limit: 15, minutes: 0, mode: "cumulative" }],
  },
  {
    ...{ key: "uspControlledRoom", source: "USP <659>, <1079.2>", isWeak: false, ...PLAIN, ...REST },
    ...{ minimum: 20, maximum: 25, kineticClass: "crt", kineticLimit: 25 },
    bands: [
      { from: 15, to: 20, minutes: null },
      { from: 25, to: 30, minutes: null },
      { from: 30, to: 40, minutes: DAY_MINUTES },
    ],
    allowances: [{ side: "above", limit: 40, minutes: 0, mode: "cumulative" }],
  },
  { ...PLAIN, ...REST, key: "uspFreezer", minimum: -25, maximum: -10, source: "USP <659>", isWeak: false },
  {
    ...{ key: "whoVaccine", source: "WHO PQS E006", isWeak: true, ...PLAIN, ...REST },
    ...{ minimum: 2, maximum: 8, isFreezeSensitive: true, freezeLimit: -0.5 },
    allowances: [
      { side: "above", limit: 8, minutes: 600, mode: "single" },
      { side: "below", limit: -0.5, minutes: 60, mode: "single" },
    ],
  },
  { ...PLAIN, ...REST, key: "chinaVaccine", minimum: 2, maximum: 8, source: "疫苗储存和运输管理规范", isWeak: true },
];

export const presetOf = (key: string | null): ProductPreset | undefined =>
  PRODUCT_PRESETS.find((preset) => preset.key === key);
