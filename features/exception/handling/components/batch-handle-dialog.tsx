"use client";

import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { showToast } from "@/components/ui/toast-store";
import { useHandleBatch } from "../../exception.client";
import { type BatchProps, useNames, useRowName } from "./batch-acknowledge-dialog";
import { FormError } from "./form-error";
import { HandlingFields, handlingOf } from "./handling-fields";
import { useIssueTexts } from "./issue-texts";

/** Records the same reason, result, measures and remark for several exceptions: all or none. */
export function BatchHandleDialog({ rows, timeZone, onClose, onDone }: BatchProps) {
  const t = useTranslations("exception.handle");
  const tError = useTranslations("error");
  const batch = useHandleBatch();
  const texts = useIssueTexts(batch.error, tError);
  const names = useNames(rows);
  const rowName = useRowName(rows, timeZone);
  const submit = (form: FormData) =>
    batch.mutate(
      { ids: rows.map(({ id }) => id), ...handlingOf(form) },
      {
        onSuccess: () => {
          showToast("normal", t("batch.done", { count: rows.length }));
          onDone();
        },
      },
    );
  return (
    <RecordDialog
      onClose={onClose}
      title={t("batch.title", { count: rows.length })}
      description={`${names}. ${t("batch.hint")}`}
      submitLabel={t("submit")}
      pending={batch.isPending}
      onSubmit={submit}
    >
      <div className="flex flex-col gap-3">
        <FormError texts={texts} nameOf={rowName} />
        <HandlingFields customerIds={rows.map(({ customerId }) => customerId)} issues={texts.fields} />
      </div>
    </RecordDialog>
  );
}
