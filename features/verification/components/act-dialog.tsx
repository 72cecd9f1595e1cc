"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { EndingDialog } from "@/components/dialog/ending-dialog";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { InputField, SelectField, TextareaField } from "@/components/form/record-fields";
import { useIssueText, useRecordForm } from "@/components/form/use-record-form";
import { showToast } from "@/components/ui/toast-store";
import { fromLocalInput, toLocalInput } from "@/lib/datetime/zone";
import type { AskingAct } from "../act.rules";
import { TEXT_LENGTH } from "../limits.rules";
import { sendAct } from "../task.client";
import { ConfirmInput, MarkInput, StartInput, type TaskDetailDto } from "../task.schema";

type DialogProps = { task: TaskDetailDto; timeZone: string; now: number; onClose: () => void; onDone: () => void };

/** Asks what an act needs, and does it. */
export function ActDialog({ act, ...props }: DialogProps & { act: AskingAct }) {
  const t = useTranslations("verification.act");
  const { task, onClose, onDone } = props;
  if (act === "stop")
    return (
      <EndingDialog
        title={t("stopTitle", { number: task.number })}
        text={t(task.recordedFrom === null ? "stopUnrecorded" : "stopHint")}
        confirmLabel={t("stop")}
        reasonLabel={t("reason")}
        send={(reason) => sendAct(task.id, "stop", { reason })}
        onClose={onClose}
        onDone={() => {
          showToast("normal", t("stopped", { number: task.number }));
          onDone();
        }}
      />
    );
  if (act === "confirm") return <ConfirmTask {...props} />;
  return act === "start" ? <StartTask {...props} /> : <MarkTask {...props} />;
}

/** All reasons why something was refused: not only the first. */
function useReasons(form: { error: ReactNode; issues: readonly { rule: string; path: string }[] }) {
  const textOf = useIssueText();
  if (!form.error) return undefined;
  if (form.issues.length === 0) return form.error;
  return (
    <ul className="flex flex-col gap-1">
      {form.issues.map((issue) => (
        <li key={`${issue.path} ${issue.rule}`}>{textOf(issue as never)}</li>
      ))}
    </ul>
  );
}

function ConfirmTask({ task, onClose, onDone }: DialogProps) {
  const t = useTranslations("verification.act");
  const form = useRecordForm({
    schema: ConfirmInput.omit({ id: true }),
    send: (values) => sendAct(task.id, "confirm", values),
    onDone: () => {
      showToast("normal", t("confirmed", { number: task.number }));
      onDone();
    },
  });
  return (
    <RecordDialog
      title={t("confirmTitle", { number: task.number })}
      description={t("confirmHint")}
      submitLabel={t("confirm")}
      onClose={onClose}
      onSubmit={(data) => void form.submit({ remark: data.get("remark") })}
      pending={form.pending}
      error={useReasons(form)}
    >
      <TextareaField form={form} name="remark" label={t("remark")} rows={4} maxLength={TEXT_LENGTH} />
    </RecordDialog>
  );
}

function StartTask({ task, now, onClose, onDone }: DialogProps) {
  const t = useTranslations("verification.act");
  const [isPast, setPast] = useState(false);
  const form = useRecordForm({
    schema: StartInput.omit({ id: true }),
    send: (values) => sendAct(task.id, "start", values),
    onDone: () => {
      showToast("normal", t("started", { number: task.number }));
      onDone();
    },
  });
  const zone = task.timeZone;
  return (
    <RecordDialog
      title={t("startTitle", { number: task.number })}
      description={t("startHint")}
      submitLabel={t("start")}
      onClose={onClose}
      onSubmit={(data) => {
        const at = isPast ? fromLocalInput(String(data.get("startedAt") ?? ""), zone) : null;
        void form.submit(at ? { startedAt: at.toISOString() } : {});
      }}
      pending={form.pending}
      error={useReasons(form)}
    >
      <div className="flex flex-col gap-3">
        <CheckboxField
          label={t("past")}
          hint={t("pastHint")}
          checked={isPast}
          onChange={({ target }) => setPast(target.checked)}
        />
        {isPast && (
          <InputField
            form={form}
            name="startedAt"
            label={t("startedAt")}
            required
            type="datetime-local"
            defaultValue={toLocalInput(new Date(now), zone)}
          />
        )}
      </div>
    </RecordDialog>
  );
}

function MarkTask({ task, now, onClose, onDone }: DialogProps) {
  const t = useTranslations("verification");
  const form = useRecordForm({
    schema: MarkInput.omit({ id: true }),
    send: (values) => sendAct(task.id, "mark", values),
    onDone,
  });
  const zone = task.timeZone;
  const iso = (value: FormDataEntryValue | null) => fromLocalInput(String(value ?? ""), zone)?.toISOString();
  return (
    <RecordDialog
      title={t("act.markTitle")}
      description={t("act.markHint")}
      submitLabel={t("act.mark")}
      onClose={onClose}
      onSubmit={(data) => {
        const to = iso(data.get("to"));
        void form.submit({ test: data.get("test"), from: iso(data.get("from")), ...(to && { to }) });
      }}
      pending={form.pending}
      error={useReasons(form)}
    >
      <div className="flex flex-col gap-4">
        <SelectField
          form={form}
          name="test"
          label={t("field.test")}
          required
          options={task.tests.map((value) => ({ value, label: t(`test.${value}`) }))}
        />
        <InputField
          form={form}
          name="from"
          label={t("field.from")}
          required
          type="datetime-local"
          defaultValue={toLocalInput(new Date(task.recordedTo === null ? now : (task.recordedFrom ?? now)), zone)}
        />
        <InputField form={form} name="to" label={t("field.to")} hint={t("act.openEnd")} type="datetime-local" />
      </div>
    </RecordDialog>
  );
}
