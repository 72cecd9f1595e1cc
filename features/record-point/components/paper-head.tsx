import { useLocale, useTranslations } from "next-intl";
import { formatOffset } from "@/lib/datetime/format";
import { monthText } from "@/lib/datetime/month";
import { formatReading, unitOf } from "@/lib/units/format";
import type { SheetDetailDto, SheetProbeDto } from "../sheet.schema";

/** What a form is of: on paper as its head, on the screen in a line. */
export function PaperHead({ sheet, probe }: { sheet: SheetDetailDto; probe: SheetProbeDto }) {
  const t = useTranslations("record");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useLocale();
  const unit = unitOf(probe.measure);
  const { timeZone } = sheet;
  const ranged = sheet.values.findLast(
    ({ probeId, minimum, maximum }) => probeId === probe.id && (minimum !== null || maximum !== null),
  );
  const reading = (value: number | null) => formatReading(value, probe.measure, locale).text;
  const range = ranged ? `${reading(ranged.minimum)} … ${reading(ranged.maximum)}` : t("sheet.noRange");
  const entries = [
    [t("sheet.customer"), sheet.customerName],
    [t("sheet.carrier"), `${sheet.carrier.name} (${sheet.sceneName})`],
    [
      t("sheet.month"),
      `${monthText(sheet.month, locale)}, ${t("version", { version: sheet.version })}, ${t(`status.${sheet.status}`)}`,
    ],
    [t("sheet.device"), `${probe.deviceName} ${probe.serialNumber}`],
    [t("sheet.range"), range],
    [t("sheet.zone"), `${timeZone} (${formatOffset(new Date(`${sheet.month}T12:00:00Z`), timeZone)})`],
  ];
  return (
    <>
      <p className="text-muted-foreground text-sm print:hidden">
        {[`${tMeasure(probe.measure)}${unit && ` (${unit})`}`, `${probe.deviceName} ${probe.serialNumber}`, range].join(
          " · ",
        )}
      </p>
      <header className="mb-2 hidden print:block">
        <h2 className="mb-1 text-center font-semibold text-lg">
          {t("sheet.heading", { measure: tMeasure(probe.measure) })} {unit && `(${unit})`}
        </h2>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-0.5 text-[8.5pt]">
          {entries.map(([term, text]) => (
            <div key={term} className="flex gap-2">
              <dt className="shrink-0 text-muted-foreground">{term}</dt>
              <dd className="min-w-0">{text}</dd>
            </div>
          ))}
        </dl>
      </header>
    </>
  );
}
