"use client";

import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { moveNotice } from "../calibration.client";
import { type CalibrationDto, NoticeInput } from "../calibration.schema";

type NoticeDialogProps = { certificate: CalibrationDto; today: string; onClose: () => void; onSaved: () => void };

/** Edits the reminder date, which is not part of the certificate. */
export function NoticeDialog({ certificate, today, onClose, onSaved }: NoticeDialogProps) {
  const t = useTranslations("calibration");
  const form = useRecordForm({
    schema: NoticeInput,
    send: ({ id, noticeOn }) => moveNotice(id, noticeOn),
    onDone: onSaved,
  });
  return (
    <RecordDialog
      title={t("moveNotice")}
      description={certificate.certificateNumber}
      onClose={onClose}
      onSubmit={(data) => void form.submit({ id: certificate.id, noticeOn: data.get("noticeOn") })}
      pending={form.pending}
      error={form.error}
    >
      <Field label={t("field.noticeOn")} hint={t("noticeHint")} issue={form.issue("noticeOn")} className="sm:w-60">
        {(control) => (
          <Input
            {...control}
            type="date"
            name="noticeOn"
            min={today}
            max={certificate.dueOn}
            defaultValue={certificate.noticeOn ?? ""}
          />
        )}
      </Field>
    </RecordDialog>
  );
}
