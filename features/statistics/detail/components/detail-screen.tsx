"use client";

import { Download, ListChecks } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { DateRangePicker } from "@/components/form/date-range-picker";
import { PageBody } from "@/components/shell/page-body";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Label } from "@/components/ui/label";
import { Select } from "@/components/ui/select";
import { ExportMenu } from "@/features/file/components/export-menu";
import { MAXIMUM_PROBES } from "@/features/telemetry/history/limits.rules";
import { useRouter } from "@/lib/i18n/navigation";
import { RecordsUnit } from "@/lib/units/units-context";
import { type Asked, choicesQuery, paramsOf } from "../detail.client";
import { INTERVALS, type Interval, type Shown, VALUES } from "../detail.rules";
import type { DetailView } from "../detail.schema";
import { DetailChart } from "./detail-chart";
import { DetailTable } from "./detail-table";

const ProbeChooser = dynamic(() =>
  import("@/features/telemetry/history/components/probe-chooser").then((module) => module.ProbeChooser),
);
const ProbeSheet = dynamic(
  () => import("@/features/telemetry/history/components/probe-sheet").then((module) => module.ProbeSheet),
  { ssr: false },
);

const PATH = "/count/detailData";

/** Values of several probes side by side: what is shown, a chart, and a row per interval. */
export const DetailScreen = (props: { view: DetailView }) => (
  <RecordsUnit customerIds={props.view.probes.map(({ customerId }) => customerId)}>
    <Screen {...props} />
  </RecordsUnit>
);

function Screen({ view }: { view: DetailView }) {
  const t = useTranslations("detail");
  const tHistory = useTranslations("history");
  const tRule = useTranslations("error.rule");
  const tDownload = useTranslations("common.download");
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [isChoosing, setIsChoosing] = useState(false);
  const { selection, range, interval, show, timeZone, now } = view;
  const asked: Asked = { selection, range, interval, show };
  const go = (change: Partial<Asked>) =>
    startTransition(() => router.push(`${PATH}?${paramsOf({ ...asked, ...change })}`, { scroll: false }));
  const chooser = { path: PATH, choicesOf: choicesQuery, keep: { interval, show } };
  const hasProbes = view.probes.length > 0;
  return (
    <PageBody>
      <div
        className="flex flex-wrap items-end gap-x-3 gap-y-2 rounded-lg border bg-card p-3"
        aria-busy={pending || undefined}
      >
        <div className="flex flex-col gap-1 max-sm:w-full sm:w-72">
          <Label htmlFor="detail-range" className="text-muted-foreground text-xs">
            {tHistory("header.range")}
          </Label>
          <DateRangePicker
            id="detail-range"
            label={tHistory("header.range")}
            timeZone={timeZone}
            now={now}
            clearable={false}
            className="w-full"
            value={{ from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() }}
            onChange={(next) => next && go({ range: { from: Date.parse(next.from), to: Date.parse(next.to) } })}
          />
        </div>
        <Choice
          name="interval"
          label={t("interval.label")}
          value={interval}
          options={INTERVALS.map((value) => ({ value, label: t(`interval.${value}`) }))}
          onChange={(value) => go({ interval: value as Interval })}
        />
        <Choice
          name="show"
          label={t("show.label")}
          value={interval === "raw" ? "value" : show}
          disabled={interval === "raw"}
          options={VALUES.map((value) => ({ value, label: t(`show.${value}`) }))}
          onChange={(value) => go({ show: value as Shown })}
        />
        <span className="ml-auto flex flex-wrap gap-2">
          {hasProbes && (
            <Button onClick={() => setIsChoosing(true)}>
              <ListChecks aria-hidden="true" />
              {tHistory("header.choose")}
            </Button>
          )}
          <span data-guide="exportData">
            {hasProbes && view.tooManyDays === null ? (
              <ExportMenu kind="detail" query={Object.fromEntries(paramsOf(asked))} />
            ) : (
              <Button disabled>
                <Download aria-hidden="true" />
                {tDownload("export")}
              </Button>
            )}
          </span>
        </span>
      </div>
      {view.choices && (
        <ProbeChooser
          {...chooser}
          initial={view.choices}
          chosen={[]}
          range={range}
          className="mx-auto w-full max-w-3xl rounded-lg border bg-card"
        />
      )}
      {view.hiddenProbes > 0 && (
        <Alert>{tHistory("header.hidden", { count: view.hiddenProbes, maximum: MAXIMUM_PROBES })}</Alert>
      )}
      {view.tooManyDays !== null && hasProbes && (
        <Alert tone="warning">{tRule("selectionDays", { limit: view.tooManyDays })}</Alert>
      )}
      {hasProbes && view.tooManyDays === null && (
        <div key={paramsOf(asked).toString()} className="contents">
          <DetailChart view={view} />
          <DetailTable view={view} asked={asked} />
        </div>
      )}
      {isChoosing && (
        <ProbeSheet {...chooser} chosen={selection.probeIds} range={range} onClose={() => setIsChoosing(false)} />
      )}
    </PageBody>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  value: string;
  disabled?: boolean;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

function Choice({ name, label, value, disabled = false, options, onChange }: ChoiceProps) {
  return (
    <div className="flex flex-col gap-1 max-sm:flex-1 sm:w-40">
      <Label htmlFor={`detail-${name}`} className="text-muted-foreground text-xs">
        {label}
      </Label>
      <Select
        id={`detail-${name}`}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </div>
  );
}
