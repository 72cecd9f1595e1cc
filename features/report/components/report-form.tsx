"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { type DateRange, DateRangePicker } from "@/components/form/date-range-picker";
import { Field } from "@/components/form/field";
import { focusFirstInvalid } from "@/components/form/issues";
import type { SelectOption } from "@/components/form/multi-select";
import { type RecordOption, RecordSelect } from "@/components/form/record-select";
import { useRecordForm } from "@/components/form/use-record-form";
import { REPORT_TYPES } from "@/db/enums";
import type { TransportDto } from "@/features/transport/transport.schema";
import type { TaskDto } from "@/features/verification/task.schema";
import { formatDuration } from "@/lib/datetime/format";
import { startOfDay } from "@/lib/datetime/zone";
import { createReport, estimateQuery } from "../report.client";
import {
  EstimateInput,
  type ReportChoiceDto,
  type ReportDetailDto,
  type ReportDto,
  ReportInput,
} from "../report.schema";
import { REPORT_TYPE_RULES } from "../sections.rules";
import { CarriersSelect } from "./carriers-select";
import { LotsSelect } from "./lots-select";
import { HeadFields, ShapeFields, useShape } from "./shape-fields";

const PRESETS = ["today", "day", "week", "month", "quarter", "year"] as const;

type ReportFormProps = {
  /** A report with whose values the form begins. */
  source?: ReportDetailDto;
  timeZone: string;
  now: number;
  onClose: () => void;
  onSaved: (report: ReportDto) => void;
};

type TaskHit = Pick<TaskDto, "id" | "number" | "name" | "carrier">;
type TransportHit = Pick<TransportDto, "id" | "number" | "consignee" | "stops" | "loadedAt">;

const transportOption = ({ id, number, consignee, stops }: TransportHit): RecordOption => ({
  ...{ id, label: number },
  hint: consignee || stops.at(-1)?.name,
});

const taskOption = ({ id, number, name, carrier }: TaskHit): RecordOption => ({
  ...{ id, label: `${number} ${name}` },
  hint: carrier.name ?? undefined,
});

const rangeOf = (from: Date | number, to: Date | number): DateRange => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** Carriers of a report as the form chooses them. */
const chosenOf = ({ carriers }: ReportDetailDto): ReportChoiceDto[] =>
  carriers.map(({ id, name, place }) => ({ key: `carrier ${id}`, name, place, carrierIds: [id] }));

/** Asks for a report: type, carriers and range, lots, a transport or a verification, contents, languages; says how big it becomes. */
export function ReportForm({ source, timeZone, now, onClose, onSaved }: ReportFormProps) {
  const t = useTranslations("report");
  const fields = useRef<HTMLDivElement>(null);
  const state = useShape(source ?? null);
  const [carriers, setCarriers] = useState<readonly ReportChoiceDto[]>(source ? chosenOf(source) : []);
  const [lots, setLots] = useState<readonly SelectOption[]>([]);
  const [transport, setTransport] = useState<RecordOption | null>(null);
  const [verification, setVerification] = useState<RecordOption | null>(null);
  // As long as none is chosen, the last seven whole days; today, if nothing was measured before.
  const [range, setRange] = useState<DateRange | null>(source ? rangeOf(source.from, source.to) : null);
  const [{ week, today }] = useState(() => {
    const [opened, midnight] = [new Date(), startOfDay(new Date(now), timeZone)];
    return { week: rangeOf(startOfDay(new Date(now), timeZone, -7), midnight), today: rangeOf(midnight, opened) };
  });
  const form = useRecordForm({ schema: ReportInput, send: createReport, onDone: onSaved });
  const { type, sections, ...chosen } = state.shape;
  const { about } = REPORT_TYPE_RULES[type];
  const subjectsIn = ({ from, to }: DateRange) => ({
    lots: { lotIds: lots.map(({ value }) => Number(value)) },
    transport: { transportId: transport?.id },
    verification: { verificationId: verification?.id },
    carriers: {
      carrierIds: [...new Set(carriers.flatMap(({ carrierIds }) => carrierIds))],
      from: Date.parse(from),
      to: Date.parse(to),
    },
  });
  const askedIn = (period: DateRange) => ({ type, sections: [...sections], ...subjectsIn(period)[about] });
  const recent = useEstimate(askedIn(week), range === null);
  const period = range ?? (recent.isEmpty ? today : week);
  const asked = askedIn(period);
  const estimate = useEstimate(asked, true);
  return (
    <RecordDialog
      shape="sheet"
      onClose={onClose}
      title={t("form.title")}
      submitLabel={t("form.submit")}
      onSubmit={(data) => {
        // It would only fail.
        if (estimate.isEmpty && fields.current) return focusFirstInvalid(fields.current);
        void form.submit({
          ...{ ...asked, name: data.get("name") },
          ...{ locales: [...chosen.locales], signatures: [...chosen.signatures] },
        });
      }}
      pending={form.pending}
      error={form.error}
    >
      <div ref={fields} className="flex flex-col gap-4">
        <HeadFields state={state} form={form} name={source?.name} types={REPORT_TYPES} />
        {about === "transport" && (
          <Field label={t("form.transport")} hint={t("form.transportHint")} issue={form.issue("transportId")} required>
            {(control) => (
              <RecordSelect<TransportHit>
                control={control}
                aria-label={t("form.transport")}
                name="transportId"
                path="/service/transport"
                value={transport}
                onChange={setTransport}
                toOption={transportOption}
                placeholder={t("form.searchTransports")}
              />
            )}
          </Field>
        )}
        {about === "verification" && (
          <Field
            label={t("form.verification")}
            hint={t("form.verificationHint")}
            issue={form.issue("verificationId")}
            required
          >
            {(control) => (
              <RecordSelect<TaskHit>
                control={control}
                aria-label={t("form.verification")}
                name="verificationId"
                path="/service/verificationTask"
                value={verification}
                onChange={setVerification}
                toOption={taskOption}
                placeholder={t("form.searchVerifications")}
              />
            )}
          </Field>
        )}
        {about === "lots" && (
          <Field label={t("form.lots")} issue={form.issue("lotIds")} required>
            {(control) => (
              <LotsSelect control={{ ...control, "aria-label": t("form.lots") }} value={lots} onChange={setLots} />
            )}
          </Field>
        )}
        {about === "carriers" && (
          <>
            <Field label={t("form.carriers")} hint={t("form.carriersHint")} issue={form.issue("carrierIds")} required>
              {(control) => (
                <CarriersSelect
                  control={{ ...control, "aria-label": t("form.carriers") }}
                  value={carriers}
                  onChange={setCarriers}
                />
              )}
            </Field>
            <Field
              label={t("form.range")}
              issue={form.issue("from") ?? form.issue("to") ?? (estimate.isEmpty ? t("form.noData") : undefined)}
              required
            >
              {({ required: _, ...control }) => (
                <DateRangePicker
                  {...control}
                  label={t("form.range")}
                  timeZone={timeZone}
                  now={now}
                  value={period}
                  onChange={setRange}
                  presets={PRESETS}
                  clearable={false}
                  className="w-full"
                />
              )}
            </Field>
          </>
        )}
        <ShapeFields state={state} form={form} />
        <Estimate of={estimate} />
      </div>
    </RecordDialog>
  );
}

/** How big a report becomes, once all that it depends on is chosen; `isEmpty`: it would fail for want of readings. */
function useEstimate(asked: object, enabled: boolean) {
  const parsed = EstimateInput.safeParse(asked);
  const { data, isPlaceholderData } = useQuery({
    ...estimateQuery((parsed.data ?? {}) as never),
    enabled: enabled && parsed.success,
    placeholderData: keepPreviousData,
  });
  if (!enabled || !parsed.success || !data) return { isEmpty: false, size: null };
  const { readings } = REPORT_TYPE_RULES[parsed.data.type];
  const isEmpty = readings === "required" && data.readings === 0;
  return { isEmpty: isEmpty && !isPlaceholderData, size: isEmpty ? null : { ...data, asked: parsed.data } };
}

function Estimate({ of: { size } }: { of: ReturnType<typeof useEstimate> }) {
  const t = useTranslations("report.form");
  const locale = useLocale();
  if (!size) return <p className="min-h-5" />;
  const { pages, readings, seconds, isWhole, asked } = size;
  const shown = { pages, duration: formatDuration(seconds * 1000, locale) };
  return (
    <p role="status" className="min-h-5 text-pretty text-muted-foreground text-sm tabular-nums">
      {REPORT_TYPE_RULES[asked.type].about === "lots"
        ? t("estimateLots", shown)
        : t("estimate", { ...shown, readings })}
      {!isWhole && asked.sections.includes("data") && ` · ${t("intervals")}`}
    </p>
  );
}
