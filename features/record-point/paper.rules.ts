import type { Measure } from "@/db/enums";
import { formatOffset, formatTime } from "@/lib/datetime/format";
import { monthText } from "@/lib/datetime/month";
import { formatReading, unitOf } from "@/lib/units/format";
import type { ValueLocale } from "@/lib/units/value-locale";
import type { SheetDetailDto, SheetProbeDto, SheetValueDto } from "./sheet.schema";

/** Looks up a text of the `record` messages. */
type Words = (key: string, values?: Record<string, string | number>) => string;
export type PaperWords = { t: Words; measureOf: (measure: Measure) => string; locale: ValueLocale };

export type PaperSheet = Pick<
  SheetDetailDto,
  "customerName" | "carrier" | "sceneName" | "month" | "version" | "status" | "timeZone" | "values"
>;

/** The range that was in force at the last ranged value of a probe, in words. */
export function rangeText({ values }: Pick<PaperSheet, "values">, probe: SheetProbeDto, words: PaperWords): string {
  const { t, locale } = words;
  const ranged = values.findLast(
    ({ probeId, minimum, maximum }) => probeId === probe.id && (minimum !== null || maximum !== null),
  );
  const reading = (value: number | null) => formatReading(value, probe.measure, locale).text;
  return ranged ? `${reading(ranged.minimum)} … ${reading(ranged.maximum)}` : t("sheet.noRange");
}

/** What a form is of: its heading, and terms with their texts. */
export function paperHead(
  sheet: PaperSheet,
  probe: SheetProbeDto,
  words: PaperWords,
): { heading: string; facts: [term: string, text: string][] } {
  const { t, measureOf, locale } = words;
  const { month, version, status, timeZone } = sheet;
  const unit = unitOf(probe.measure, locale);
  const heading = t("sheet.heading", { measure: measureOf(probe.measure) });
  return {
    heading: unit ? `${heading} (${unit})` : heading,
    facts: [
      [t("sheet.customer"), sheet.customerName],
      [t("sheet.carrier"), `${sheet.carrier.name} (${sheet.sceneName})`],
      [t("sheet.month"), `${monthText(month, locale)}, ${t("version", { version })}, ${t(`status.${status}`)}`],
      [t("sheet.device"), `${probe.deviceName} ${probe.serialNumber}`],
      [t("sheet.range"), rangeText(sheet, probe, words)],
      [t("sheet.zone"), `${timeZone} (${formatOffset(new Date(`${month}T12:00:00Z`), timeZone)})`],
    ],
  };
}

/** Who recorded the values of a day: that it was automatic, and the names of those who entered some. */
export function recordersOf(values: Iterable<SheetValueDto>, automatic: string): string {
  const all = [...values];
  const names = new Set(all.flatMap(({ enteredBy }) => enteredBy ?? []));
  const isAutomatic = all.some(({ state }) => state === "collected" || state === "out-of-range");
  return [...(isAutomatic ? [automatic] : []), ...names].join(", ");
}

/** The reasons and comments of a day, each after its time. */
export function remarksOf(values: Iterable<SheetValueDto>, timeZone: string): string {
  return [...values]
    .flatMap(({ plannedAt, reason, comment }) => {
      const text = [reason, comment].filter(Boolean).join("; ");
      return text ? [`${formatTime(new Date(plannedAt), { locale: "en-US", timeZone })} ${text}`] : [];
    })
    .join(" · ");
}
