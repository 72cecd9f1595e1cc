"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useIssueText } from "@/components/form/use-record-form";
import { ServiceError } from "@/lib/http/call-service";

type CorrectDialogProps = {
  send: (reason: string) => Promise<{ id: number }>;
  onClose: () => void;
  onDone: (next: { id: number }) => void;
};

/** Asks why the next version of a sheet is opened. */
export function CorrectDialog({ send, onClose, onDone }: CorrectDialogProps) {
  const t = useTranslations("record.correct");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async (reason: string) => {
    setPending(true);
    setError(null);
    try {
      onDone(await send(reason));
    } catch (failure) {
      if (!(failure instanceof ServiceError)) throw failure;
      const [issue] = failure.issues;
      setError(issue ? textOf(issue) : tError(failure.key));
      setPending(false);
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title")}
      description={t("hint")}
      confirmLabel={t("title")}
      reason={{ label: t("reason"), required: true }}
      pending={pending}
      error={error}
      onConfirm={(reason) => void confirm(reason)}
    />
  );
}
