"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { showToast } from "@/components/ui/toast-store";
import { formatInstant } from "@/lib/datetime/format";
import { useExceptionTexts } from "../../components/labels";
import { reasonsQuery, useAcknowledgeBatch } from "../../exception.client";
import type { ExceptionDto } from "../../exception.schema";
import { barOf } from "../rules";
import { AcknowledgeFields, statementOf } from "./acknowledge-fields";
import { useAcknowledgeTexts } from "./acknowledge-texts";
import { FormError } from "./form-error";
import { useIssueTexts } from "./issue-texts";

export type BatchProps = {
  rows: readonly ExceptionDto[];
  timeZone: string;
  onClose: () => void;
  onDone: () => void;
};

export const nameOf = (row: ExceptionDto): string => row.carrier?.name ?? row.device.name;

/** What a refusal calls a row of a batch: a carrier may have several exceptions, told apart by what and when. */
export function useRowName(rows: readonly ExceptionDto[], timeZone: string): (index: number) => string | undefined {
  const { what } = useExceptionTexts();
  const locale = useLocale();
  return (index) => {
    const row = rows[index];
    if (!row || rows.length === 1) return row && nameOf(row);
    const started = formatInstant(new Date(row.startedAt), new Date(), { locale, timeZone });
    return [nameOf(row), what(row), started].join(" · ");
  };
}

const NAMED = 4;

/** The first of the chosen exceptions by name, and how many more there are. */
export function useNames(rows: readonly ExceptionDto[]): string {
  const t = useTranslations("acknowledge");
  const names = [...new Set(rows.map(nameOf))];
  const shown = names.slice(0, NAMED).join(", ");
  return names.length > NAMED ? t("others", { names: shown, count: names.length - NAMED }) : shown;
}

/** Acknowledges several exceptions with the same comment and cause: all or none. */
export function BatchAcknowledgeDialog({ rows, timeZone, onClose, onDone }: BatchProps) {
  const t = useTranslations("acknowledge");
  const tError = useTranslations("error");
  const { reason } = useExceptionTexts();
  const batch = useAcknowledgeBatch();
  const texts = useIssueTexts(batch.error, tError);
  const fields = useAcknowledgeTexts();
  const names = useNames(rows);
  const rowName = useRowName(rows, timeZone);
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
        <FormError texts={texts} nameOf={rowName} />
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
