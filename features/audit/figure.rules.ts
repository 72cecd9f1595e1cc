import { MEASURES, type Measure } from "@/db/enums";
import { type Figure, formatTyped } from "@/lib/units/typed";
import type { ValueLocale } from "@/lib/units/value-locale";

/** A figure, or the figures in a record or list. A part that is called after a measure has figures of that measure. */
type Figures = Figure | { readonly of: Readonly<Record<string, Figures>> };

const READING: Figures = {};
const DIFFERENCE: Figures = { kind: "difference" };
const LIMITS = { minimum: READING, maximum: READING };
/** Values that must be exact have four decimals, as they are typed. */
const EXACT: Figures = { decimals: 4 };
const SETTING = { of: { ...LIMITS, setting: READING } };

/** The audited values that are in the unit of a measure, by entity and field. */
const FIGURES: Readonly<Record<string, Readonly<Record<string, Figures>>>> = {
  zone: LIMITS,
  zonePreset: LIMITS,
  invalidRule: { ...LIMITS, faultValues: EXACT, ratePerMinute: DIFFERENCE },
  alarmTrigger: { conditions: { of: { ...LIMITS, deadBand: DIFFERENCE } } },
  product: {
    ...{ ...LIMITS, freezeLimit: READING, kineticLimit: READING },
    ...{ bands: { of: { from: READING, to: READING } }, allowances: { of: { limit: READING } } },
  },
  verificationTask: { limits: { of: { temperature: SETTING, humidity: SETTING } } },
  calibration: { points: { of: { reference: EXACT, asFound: EXACT, asLeft: EXACT } } },
  recordSheet: { value: READING },
};

const isMeasure = (value: unknown): value is Measure => (MEASURES as readonly unknown[]).includes(value);

/** What a record measures, where neither its rows nor the record say so. */
const MEASURE_OF: Readonly<Record<string, Measure>> = { product: "temperature" };

type Audited = { entity: string; field: string; values: Readonly<Record<string, unknown>> | null };

/**
 * An audited value with its figures as texts with unit, in the unit of the locale; other values as they are. `values`
 * are those of the row on the same side, `measure` is that of the record if they do not say it. A figure of an unknown
 * measure stays a number.
 */
export function withFigures({ entity, field, values }: Audited, measure: Measure | null, locale: ValueLocale): unknown {
  const own = isMeasure(values?.measure) ? values.measure : (measure ?? MEASURE_OF[entity] ?? null);
  const figures = FIGURES[entity]?.[field];
  return figures ? written(values?.[field], figures, own, locale) : values?.[field];
}

function written(value: unknown, figures: Figures, measure: Measure | null, locale: ValueLocale): unknown {
  if (Array.isArray(value)) return value.map((one) => written(one, figures, measure, locale));
  if (!("of" in figures))
    return typeof value === "number" && measure ? formatTyped(value, measure, locale, figures).text : value;
  if (typeof value !== "object" || value === null) return value;
  const own = "measure" in value && isMeasure(value.measure) ? value.measure : measure;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const inner = figures.of[name];
      return [name, inner ? written(part, inner, isMeasure(name) ? name : own, locale) : part];
    }),
  );
}
