"use client";

import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { showToast } from "@/components/ui/toast-store";
import { useExceptionTexts } from "../../components/labels";
import { useAcknowledge, useAcknowledgeBatch } from "../../exception.client";
import type { ExceptionDto } from "../../exception.schema";
import { CommentField } from "./comment-field";
import { FormError } from "./form-error";
import { useIssueTexts } from "./issue-texts";

type AcknowledgeDialogProps = { rows: readonly ExceptionDto[]; onClose: () => void; onDone: () => void };

const nameOf = (row: ExceptionDto) => row.carrier?.name ?? row.device.name;

/** Acknowledges one exception, or several with the same comment: all or none. */
export function AcknowledgeDialog({ rows, onClose, onDone }: AcknowledgeDialogProps) {
  const t = useTranslations("exception.acknowledge");
  const { what } = useExceptionTexts();
  const one = useAcknowledge();
  const batch = useAcknowledgeBatch();
  const [first] = rows;
  const isBatch = rows.length > 1;
  const texts = useIssueTexts(isBatch ? batch.error : one.error);
  if (!first) return null;

  const submit = (form: FormData) => {
    const comment = String(form.get("comment") ?? "");
    const onSuccess = () => {
      showToast("normal", t("done", { count: rows.length }));
      onDone();
    };
    if (isBatch) batch.mutate({ ids: rows.map(({ id }) => id), comment }, { onSuccess });
    else one.mutate({ id: first.id, comment }, { onSuccess });
  };
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={t("title", { count: rows.length })}
      description={isBatch ? t("batchHint") : `${nameOf(first)}: ${what(first)}`}
      submitLabel={t("submit", { count: rows.length })}
      pending={one.isPending || batch.isPending}
      onSubmit={submit}
    >
      <div className="flex flex-col gap-3">
        <FormError texts={texts} nameOf={(index) => rows[index] && nameOf(rows[index])} />
        <CommentField issue={texts.fields.comment} autoFocus />
      </div>
    </RecordDialog>
  );
}
