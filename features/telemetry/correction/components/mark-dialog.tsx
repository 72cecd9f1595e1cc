"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { TimeRange } from "@/components/chart/zoom";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { SelectField, TextareaField } from "@/components/form/record-fields";
import { SegmentedControl } from "@/components/form/segmented-control";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { showToast } from "@/components/ui/toast-store";
import { formatOffset } from "@/lib/datetime/format";
import { fromLocalInput, toLocalInput } from "@/lib/datetime/zone";
import { namesOf } from "../../history/history.rules";
import type { HistoryView } from "../../history/history.schema";
import { MAXIMUM_MOVED, REASON_LENGTH } from "../invalid.rules";
import { type Action, sendMark, useHistoryAnew } from "../mark.client";
import { MarkInput } from "../mark.schema";

const MINUTE_MS = 60_000;

type MarkDialogProps = { view: HistoryView; range: TimeRange; onClose: () => void };

/** Marks a span of one probe's readings as invalid, or restores them. */
export function MarkDialog({ view: { probes, timeZone, now }, range, onClose }: MarkDialogProps) {
  const t = useTranslations("history");
  const [action, setAction] = useState<Action>("mark");
  const names = useMemo(() => namesOf(probes), [probes]);
  const local = (at: number) => toLocalInput(new Date(at), timeZone);
  const [from, setFrom] = useState(() => local(Math.floor(range.from / MINUTE_MS) * MINUTE_MS));
  const [to, setTo] = useState(() => local(Math.ceil(range.to / MINUTE_MS) * MINUTE_MS));
  const readAnew = useHistoryAnew();
  const form = useRecordForm({
    schema: MarkInput,
    send: (values) => sendMark(action, values),
    onDone: ({ count }) => {
      showToast("normal", t(`invalid.${action}.done`, { count }));
      onClose();
      readAnew();
    },
  });
  const submit = (data: FormData) =>
    void form.submit({
      probeId: data.get("probeId"),
      from: fromLocalInput(from, timeZone)?.getTime() ?? "",
      to: fromLocalInput(to, timeZone)?.getTime() ?? "",
      reason: data.get("reason"),
    });
  const ends = { from: [from, setFrom], to: [to, setTo] } as const;
  return (
    <RecordDialog
      onClose={onClose}
      title={t("invalid.mark.title")}
      description={t("invalid.mark.text", { limit: MAXIMUM_MOVED })}
      submitLabel={t(`invalid.mark.${action}`)}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <div className="flex flex-col gap-4">
        <SegmentedControl
          name="deed"
          label={t("invalid.mark.what")}
          value={action}
          onValueChange={setAction}
          className="self-start"
          options={(["mark", "restore"] as const).map((value) => ({ value, label: t(`invalid.mark.${value}`) }))}
        />
        <SelectField
          form={form}
          name="probeId"
          label={t("invalid.mark.probe")}
          required
          options={probes.map(({ probeId, measure }) => ({
            value: probeId,
            label: `${names.get(probeId)} · ${t(`measure.${measure}`)}`,
          }))}
        />
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
          {(["from", "to"] as const).map((name) => {
            const [value, change] = ends[name];
            return (
              <Field key={name} label={t(`invalid.mark.${name}`)} issue={form.issue(name)} required>
                {(control) => (
                  <Input
                    {...control}
                    type="datetime-local"
                    value={value}
                    onChange={(event) => change(event.target.value)}
                  />
                )}
              </Field>
            );
          })}
          <p className="text-muted-foreground text-xs sm:col-span-2">
            {`${timeZone} (${formatOffset(new Date(now), timeZone)})`}
          </p>
        </div>
        <TextareaField
          form={form}
          name="reason"
          label={t("invalid.reason")}
          required
          rows={2}
          maxLength={REASON_LENGTH}
        />
      </div>
    </RecordDialog>
  );
}
