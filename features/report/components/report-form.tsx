"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { type DateRange, DateRangePicker } from "@/components/form/date-range-picker";
import { Field } from "@/components/form/field";
import type { SelectOption } from "@/components/form/multi-select";
import { type RecordOption, RecordSelect } from "@/components/form/record-select";
import { useRecordForm } from "@/components/form/use-record-form";
import { REPORT_TYPES } from "@/db/enums";
import type { TransportDto } from "@/features/transport/transport.schema";
import type { TaskDto } from "@/features/verification/task.schema";
import { formatDuration } from "@/lib/datetime/format";
import { startOfDay } from "@/lib/datetime/zone";
import { createReport, estimateQuery } from "../report.client";
import { EstimateInput, type ReportChoiceDto, type ReportDto, ReportInput } from "../report.schema";
import { REPORT_TYPE_RULES } from "../sections.rules";
import { CarriersSelect } from "./carriers-select";
import { LotsSelect } from "./lots-select";
import { HeadFields, ShapeFields, useShape } from "./shape-fields";

const PRESETS = ["day", "week", "month", "quarter", "year"] as const;

type ReportFormProps = {
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

/** Asks for a report: type, carriers and range, lots, a transport or a verification, contents, languages; says how big it becomes. */
export function ReportForm({ timeZone, now, onClose, onSaved }: ReportFormProps) {
  const t = useTranslations("report");
  const state = useShape(null);
  const [carriers, setCarriers] = useState<readonly ReportChoiceDto[]>([]);
  const [lots, setLots] = useState<readonly SelectOption[]>([]);
  const [transport, setTransport] = useState<RecordOption | null>(null);
  const [verification, setVerification] = useState<RecordOption | null>(null);
  const [range, setRange] = useState<DateRange | null>(() => ({
    from: startOfDay(new Date(now), timeZone, -7).toISOString(),
    to: startOfDay(new Date(now), timeZone).toISOString(),
  }));
  const form = useRecordForm({ schema: ReportInput, send: createReport, onDone: onSaved });
  const { type, sections, ...chosen } = state.shape;
  const { about } = REPORT_TYPE_RULES[type];
  const subjects = {
    lots: { lotIds: lots.map(({ value }) => Number(value)) },
    transport: { transportId: transport?.id },
    verification: { verificationId: verification?.id },
    carriers: {
      carrierIds: [...new Set(carriers.flatMap(({ carrierIds }) => carrierIds))],
      from: range ? Date.parse(range.from) : undefined,
      to: range ? Date.parse(range.to) : undefined,
    },
  };
  const asked = { type, sections: [...sections], ...subjects[about] };
  return (
    <RecordDialog
      shape="sheet"
      onClose={onClose}
      title={t("form.title")}
      submitLabel={t("form.submit")}
      onSubmit={(data) =>
        void form.submit({
          ...{ ...asked, name: data.get("name") },
          ...{ locales: [...chosen.locales], signatures: [...chosen.signatures] },
        })
      }
      pending={form.pending}
      error={form.error}
    >
      <div className="flex flex-col gap-4">
        <HeadFields state={state} form={form} name={undefined} types={REPORT_TYPES} />
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
            <Field label={t("form.range")} issue={form.issue("from") ?? form.issue("to")} required>
              {({ id }) => (
                <DateRangePicker
                  id={id}
                  label={t("form.range")}
                  timeZone={timeZone}
                  now={now}
                  value={range}
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
        <Estimate asked={useDeferredValue(asked)} />
      </div>
    </RecordDialog>
  );
}

/** How big the report becomes, once all that it depends on is chosen. */
function Estimate({ asked }: { asked: object }) {
  const t = useTranslations("report.form");
  const locale = useLocale();
  const parsed = EstimateInput.safeParse(asked);
  const { data } = useQuery({
    ...estimateQuery((parsed.data ?? {}) as never),
    enabled: parsed.success,
    placeholderData: keepPreviousData,
  });
  if (!parsed.success || !data) return <p className="min-h-5" />;
  const rules = REPORT_TYPE_RULES[parsed.data.type];
  const { pages, readings } = data;
  const size = { pages, duration: formatDuration(data.seconds * 1000, locale) };
  const text =
    rules.readings === "required" && readings === 0
      ? t("noData")
      : rules.about === "lots"
        ? t("estimateLots", size)
        : t("estimate", { ...size, readings });
  return (
    <p role="status" className="min-h-5 text-pretty text-muted-foreground text-sm tabular-nums">
      {text}
      {!data.isWhole && parsed.data.sections.includes("data") && ` · ${t("intervals")}`}
    </p>
  );
}
