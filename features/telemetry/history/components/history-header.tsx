"use client";

import { Cpu, Download, ListChecks } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { memo, useState } from "react";
import type { TimeRange } from "@/components/chart/zoom";
import { DateRangePicker } from "@/components/form/date-range-picker";
import { ButtonLink } from "@/components/layout/button-link";
import { PrintFacts } from "@/components/shell/print-facts";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { ExportMenu } from "@/features/file/components/export-menu";
import { presetOf, presetRange, RANGE_PRESETS } from "@/lib/datetime/range";
import { useValueLocale } from "@/lib/units/units-context";
import { MarkButton } from "../../correction/components/mark-button";
import { mergedCsvPath } from "../../logger/overlay.client";
import { askFor } from "../history.client";
import { placeOf } from "../history.rules";
import type { HistoryView } from "../history.schema";
import { rangeTexts } from "./limit-lines";

const ProbeSheet = dynamic(() => import("./probe-sheet").then((module) => module.ProbeSheet), { ssr: false });

type HistoryHeaderProps = {
  view: HistoryView;
  range: TimeRange;
  /** The carriers whose loggers' values are included in the file. */
  loggersOf: readonly number[];
  onChoose: (range: TimeRange) => void;
  isTab: boolean;
};

/** Probes, range and file download of the history. */
export const HistoryHeader = memo(function HistoryHeader(props: HistoryHeaderProps) {
  const { view, range, loggersOf, onChoose, isTab } = props;
  const t = useTranslations("history");
  const locale = useValueLocale();
  const { timeZone, now, probes, selection } = view;
  const names = [...new Set(probes.map(placeOf))];
  const chosen = presetOf(range, RANGE_PRESETS, now, timeZone);
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="hidden basis-full print:block">
        <PrintFacts
          customers={view.customerNames}
          carriers={names}
          range={range}
          timeZone={timeZone}
          limits={rangeTexts(probes, { locale, nameOf: (measure) => t(`measure.${measure}`) })}
        />
      </div>
      <div data-print="hide" className="min-w-0 flex-1 basis-64">
        {!isTab && (
          <h2 className="truncate font-semibold text-lg" title={names.join(", ")}>
            {names.join(", ")}
          </h2>
        )}
        <p className="text-muted-foreground text-sm">
          {t("header.probes", { count: probes.length })} · {t("header.zone", { zone: timeZone })}
        </p>
      </div>
      <div
        data-print="hide"
        className="flex max-w-full flex-wrap items-center gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-[auto_auto]"
      >
        <fieldset className="flex items-center gap-0.5 max-lg:hidden">
          <legend className="sr-only">{t("header.presets")}</legend>
          {RANGE_PRESETS.map((preset) => (
            <Button
              key={preset}
              size="sm"
              variant="ghost"
              aria-pressed={preset === chosen}
              onClick={() => {
                const { from, to } = presetRange(preset, new Date(), timeZone);
                onChoose({ from: from.getTime(), to: to.getTime() });
              }}
            >
              {t(`preset.${preset}`)}
            </Button>
          ))}
        </fieldset>
        <DateRangePicker
          label={t("header.range")}
          timeZone={timeZone}
          now={now}
          clearable={false}
          className="w-auto max-sm:col-span-2 max-sm:w-full"
          value={{ from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() }}
          onChange={(next) => next && onChoose({ from: Date.parse(next.from), to: Date.parse(next.to) })}
        />
        <Button onClick={() => setIsChoosing(true)}>
          <ListChecks aria-hidden="true" />
          {t("header.choose")}
        </Button>
        <ButtonLink href={`/datadevice?${askFor(selection, range)}`} target="_blank" prefetch={false}>
          <Cpu aria-hidden="true" />
          {t("source.open")}
        </ButtonLink>
        {loggersOf.length > 0 ? (
          <a href={mergedCsvPath(selection, range, loggersOf)} download className={buttonVariants()}>
            <Download aria-hidden="true" />
            {t("header.download")}
          </a>
        ) : (
          <ExportMenu kind="history" query={Object.fromEntries(askFor(selection, range))} />
        )}
        <MarkButton view={view} range={range} />
      </div>
      {isChoosing && <ProbeSheet chosen={selection.probeIds} range={range} onClose={() => setIsChoosing(false)} />}
    </div>
  );
});
