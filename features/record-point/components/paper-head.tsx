import { useTranslations } from "next-intl";
import { unitOf } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { paperHead, rangeText } from "../paper.rules";
import type { SheetDetailDto, SheetProbeDto } from "../sheet.schema";

/** What a form is of: on paper as its head, on the screen in a line. */
export function PaperHead({ sheet, probe }: { sheet: SheetDetailDto; probe: SheetProbeDto }) {
  const t = useTranslations("record");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useValueLocale();
  const unit = unitOf(probe.measure, locale);
  const words = { t: t as never, measureOf: tMeasure, locale };
  const { heading, facts } = paperHead(sheet, probe, words);
  return (
    <>
      <p className="text-muted-foreground text-sm print:hidden">
        {[
          `${tMeasure(probe.measure)}${unit && ` (${unit})`}`,
          `${probe.deviceName} ${probe.serialNumber}`,
          rangeText(sheet, probe, words),
        ].join(" · ")}
      </p>
      <header className="mb-2 hidden print:block">
        <h2 className="mb-1 text-center font-semibold text-lg">{heading}</h2>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-0.5 text-[8.5pt]">
          {facts.map(([term, text]) => (
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
