import type { ChartLimit } from "@/components/chart/chart-panel";
import type { Measure } from "@/db/enums";
import { grouped } from "@/lib/grouped";
import { formatReading } from "@/lib/units/format";
import { formatRange } from "@/lib/units/format-range";
import type { HistoryProbe } from "../../ingest/probe.schema";
import { placeOf } from "../history.rules";

type Side = "maximum" | "minimum";
const TONE: Record<Side, ChartLimit["tone"]> = { maximum: "above", minimum: "below" };

type Wording = {
  locale: string;
  /** The text of a limit, from its value with the unit. */
  textOf: (side: Side, value: string) => string;
};

/** The limits of probes of one measure, each once, labelled with its value and whose it is. */
export function limitsOf(probes: readonly HistoryProbe[], measure: Measure, { locale, textOf }: Wording): ChartLimit[] {
  return (["maximum", "minimum"] as const).flatMap((side) =>
    [...grouped(probes, (probe) => probe[side])].flatMap(([value, owners]) =>
      value === null
        ? []
        : [
            {
              value,
              tone: TONE[side],
              text: `${textOf(side, formatReading(value, measure, locale).text)} · ${ownerOf(owners, probes)}`,
            },
          ],
    ),
  );
}

/** The range that all probes share; otherwise the carrier, or device, that has it, and the number of others. */
function ownerOf(owners: readonly HistoryProbe[], probes: readonly HistoryProbe[]): string {
  const [range, ...others] = new Set(owners.map(({ rangeName }) => rangeName));
  if (range && others.length === 0 && owners.length === probes.length) return range;
  const [first = "", ...more] = new Set(owners.map(placeOf));
  return more.length > 0 ? `${first} +${more.length}` : first;
}

/** The monitoring ranges of probes in words, each once: `Temperature 2 – 8 °C (Vaccines)`. */
export const rangeTexts = (
  probes: readonly HistoryProbe[],
  { locale, nameOf }: { locale: string; nameOf: (measure: Measure) => string },
): string[] => [
  ...new Set(
    probes
      .filter(({ minimum, maximum }) => minimum !== null || maximum !== null)
      .map((probe) => {
        const text = `${nameOf(probe.measure)} ${formatRange(probe, locale)}`;
        return probe.rangeName ? `${text} (${probe.rangeName})` : text;
      }),
  ),
];
