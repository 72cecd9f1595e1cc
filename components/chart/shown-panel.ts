import type { Measure } from "@/db/enums";
import { formatShown, shownValue } from "@/lib/units/format";
import { CELSIUS } from "@/lib/units/temperature";
import { temperatureUnitIn, type ValueLocale } from "@/lib/units/value-locale";
import type { ChartPanel } from "./chart-panel";

type Parts = Pick<ChartPanel, "lines" | "points" | "limits" | "format">;

/**
 * A panel whose values are in canonical units, in the unit of the locale: the numbers are converted and not only their
 * texts, so that the axis has round steps in °F as well.
 */
export function shownPanel<P extends Parts>(panel: P, measure: Measure, locale: ValueLocale): P {
  if (measure !== "temperature" || temperatureUnitIn(locale) === CELSIUS) return panel;
  const shown = (value: number) => shownValue(value, measure, locale);
  const column = (values: readonly (number | null)[]) => values.map((value) => (value === null ? null : shown(value)));
  return {
    ...panel,
    lines: panel.lines.map((line) => ({
      ...line,
      columns: {
        ...line.columns,
        min: column(line.columns.min),
        mean: column(line.columns.mean),
        max: column(line.columns.max),
      },
    })),
    ...(panel.points && { points: panel.points.map((point) => ({ ...point, value: shown(point.value) })) }),
    limits: panel.limits.map((limit) => ({ ...limit, value: shown(limit.value) })),
    format: (value: number) => formatShown(value, measure, locale).text,
  };
}
