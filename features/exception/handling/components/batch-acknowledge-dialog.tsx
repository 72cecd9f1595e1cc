"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { showToast } from "@/components/ui/toast-store";
import { useExceptionTexts } from "../../components/labels";
import { reasonsQuery, useAcknowledgeBatch } from "../../exception.client";
import type { ExceptionDto } from "../../exception.schema";
import { barOf } from "../rules";
import { AcknowledgeFields, statementOf } from "./acknowledge-fields";
import { useAcknowledgeTexts } from "./acknowledge-texts";
import { FormError } from "./form-error";
import { useIssueTexts } from "./issue-texts";

type BatchProps = { rows: readonly ExceptionDto[]; onClose: () => void; onDone: () => void };

export const nameOf = (row: ExceptionDto): string => row.carrier?.name ?? row.device.name;

const NAMED = 4;

/** The first of the chosen exceptions by name, and how many more there are. */
export function useNames(rows: readonly ExceptionDto[]): string {
  const t = useTranslations("acknowledge");
  const names = [...new Set(rows.map(nameOf))];
  const shown = names.slice(0, NAMED).join(", ");
  return names.length > NAMED ? t("others", { names: shown, count: names.length - NAMED }) : shown;
}

/** Acknowledges several exceptions with the same comment and cause: all or none. */
export function BatchAcknowledgeDialog({ rows, onClose, onDone }: BatchProps) {
  const t = useTranslations("acknowledge");
  const tError = useTranslations("error");
  const { reason } = useExceptionTexts();
  const batch = useAcknowledgeBatch();
  const texts = useIssueTexts(batch.error, tError);
  const fields = useAcknowledgeTexts();
  const names = useNames(rows);
  const [customerId = 0, ...others] = [...new Set(rows.map((row) => row.customerId))];
  const mayGiveCause = rows.every((row) => barOf("handle", row) === null);
  const reasons = useQuery({ ...reasonsQuery(customerId), enabled: mayGiveCause });
  const causes = mayGiveCause
    ? (reasons.data ?? []).filter((one) => others.length === 0 || one.customerId === null)
    : [];
  const submit = (form: FormData) =>
    batch.mutate(
      { ids: rows.map(({ id }) => id), ...statementOf(form) },
      {
        onSuccess: () => {
          showToast("normal", t("done", { count: rows.length }));
          onDone();
        },
      },
    );
  return (
    <RecordDialog
      onClose={onClose}
      title={t("title", { count: rows.length })}
      description={`${names}. ${t("batchHint")}`}
      submitLabel={t("submit", { count: rows.length })}
      pending={batch.isPending}
      onSubmit={submit}
    >
      <div className="flex flex-col gap-3">
        <FormError texts={texts} nameOf={(index) => rows[index] && nameOf(rows[index])} />
        <AcknowledgeFields
          texts={fields}
          causes={causes.map((one) => ({ id: one.id, code: one.code, name: reason(one) }))}
          issues={texts.fields}
          autoFocus
        />
      </div>
    </RecordDialog>
  );
}
