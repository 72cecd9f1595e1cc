"use client";

import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { TextareaField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { showToast } from "@/components/ui/toast-store";
import { REASON_LENGTH } from "../invalid.rules";
import { sendMark, useHistoryAnew } from "../mark.client";
import { MarkInput } from "../mark.schema";

/** Asks for a reason and restores one reading. */
export function RestoreDialog({ probeId, at, onClose }: { probeId: number; at: number; onClose: () => void }) {
  const t = useTranslations("history.invalid");
  const readAnew = useHistoryAnew();
  const form = useRecordForm({
    schema: MarkInput,
    send: (values) => sendMark("restore", values),
    onDone: ({ count }) => {
      showToast("normal", t("restore.done", { count }));
      onClose();
      readAnew();
    },
  });
  return (
    <RecordDialog
      onClose={onClose}
      title={t("restore.title")}
      description={t("restore.text")}
      submitLabel={t("restore.confirm")}
      onSubmit={(data) => void form.submit({ probeId, from: at, to: at + 1, reason: data.get("reason") })}
      pending={form.pending}
      error={form.error}
    >
      <TextareaField form={form} name="reason" label={t("reason")} required rows={2} maxLength={REASON_LENGTH} />
    </RecordDialog>
  );
}
