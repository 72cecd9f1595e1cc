"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { showToast } from "@/components/ui/toast-store";
import { useRemoveBatch } from "../../exception.client";
import { type BatchProps, useNames, useRowName } from "./batch-acknowledge-dialog";
import { FormError } from "./form-error";
import { useIssueTexts } from "./issue-texts";

/** Deletes exceptions from the lists with a reason: all or none. */
export function RemovalDialog({ rows, timeZone, onClose, onDone }: BatchProps) {
  const t = useTranslations("exception.remove");
  const tError = useTranslations("error");
  const remove = useRemoveBatch();
  const texts = useIssueTexts(remove.error, tError);
  const names = useNames(rows);
  const rowName = useRowName(rows, timeZone);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { count: rows.length })}
      description={`${names}. ${t("hint")}`}
      confirmLabel={t("submit", { count: rows.length })}
      destructive
      reason={{ label: t("reason"), required: true }}
      pending={remove.isPending}
      error={texts.fields.reason}
      onConfirm={(reason) =>
        remove.mutate(
          { ids: rows.map(({ id }) => id), reason },
          {
            onSuccess: () => {
              showToast("normal", t("done", { count: rows.length }));
              onDone();
            },
          },
        )
      }
    >
      <FormError texts={texts} nameOf={rowName} />
    </ConfirmDialog>
  );
}
