"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { showToast } from "@/components/ui/toast-store";
import type { CarrierRowDto } from "../../carrier.schema";
import { type useBatch, useNames } from "../client";

export type BatchDialogProps = {
  rows: readonly [CarrierRowDto, ...CarrierRowDto[]];
  onClose: () => void;
  onDone: () => void;
};

type BatchFormProps = BatchDialogProps & {
  /** Key of the action's texts. */
  verb: "edit" | "status" | "trigger" | "move";
  batch: Pick<ReturnType<typeof useBatch>, "mutate" | "isPending" | "error">;
  submitLabel?: string | undefined;
  /** The request body; null if the form already shows what is missing. */
  bodyOf: (form: FormData) => object | null;
  children: ReactNode;
};

/** The form of a batch action: the affected carriers, the fields, and the carrier that caused a refusal. */
export function BatchForm({ rows, verb, batch, submitLabel, bodyOf, onClose, onDone, children }: BatchFormProps) {
  const t = useTranslations("carrier.batch");
  const names = useNames(rows);
  const values = { count: rows.length, name: rows[0].name };
  return (
    <RecordDialog
      onClose={onClose}
      title={t(`${verb}.title`, values)}
      // For a single carrier, the title already contains its name.
      description={rows.length > 1 ? names : [rows[0].customerName, ...rows[0].scenePath].filter(Boolean).join(" / ")}
      submitLabel={submitLabel ?? t(`${verb}.submit`, values)}
      pending={batch.isPending}
      error={batch.error}
      onSubmit={(form) => {
        const body = bodyOf(form);
        if (body === null) return;
        batch.mutate(body, {
          onSuccess: () => {
            showToast("normal", t(`${verb}.done`, values));
            onDone();
          },
        });
      }}
    >
      <div className="flex flex-col gap-4">{children}</div>
    </RecordDialog>
  );
}
