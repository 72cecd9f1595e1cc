"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { callService, ServiceError } from "@/lib/http/call-service";
import { ConfirmDialog } from "./confirm-dialog";

type RemoveDialogProps = {
  /** The call of the record, as `/service/unit/7`. */
  path: string;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: string;
  onClose: () => void;
  onDone: () => void;
};

/** Asks, deletes, and says why the record has to stay if it does. */
export function RemoveDialog({ path, title, description, confirmLabel, onClose, onDone }: RemoveDialogProps) {
  const t = useTranslations("error");
  const textOf = useIssueText();
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<ServiceError | null>(null);
  const [issue] = refusal?.issues ?? [];

  const remove = async () => {
    setPending(true);
    setRefusal(null);
    try {
      await callService(path, { method: "DELETE" });
      onDone();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      setRefusal(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      destructive
      pending={pending}
      error={refusal && (issue ? textOf(issue) : t(refusal.key))}
      onConfirm={remove}
    />
  );
}
