"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { ServiceError } from "@/lib/http/call-service";
import { ConfirmDialog } from "./confirm-dialog";

type EndingDialogProps = {
  title: string;
  text: string;
  confirmLabel: string;
  /** Asks for a reason, for the record. */
  reasonLabel?: string;
  /** Further inputs. */
  children?: ReactNode;
  send: (reason: string) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
};

/** Confirms, then ends or deletes something, and shows the reason if the server refuses. */
export function EndingDialog(props: EndingDialogProps) {
  const { title, text, confirmLabel, reasonLabel, children, send, onClose, onDone } = props;
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<ServiceError | null>(null);
  const [issue] = refusal?.issues ?? [];
  const confirm = async (reason: string) => {
    setPending(true);
    setRefusal(null);
    try {
      await send(reason);
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
      description={text}
      confirmLabel={confirmLabel}
      destructive
      reason={reasonLabel ? { label: reasonLabel, required: true } : undefined}
      pending={pending}
      error={refusal && (issue ? textOf(issue) : tError(refusal.key))}
      onConfirm={(reason) => void confirm(reason)}
    >
      {children}
    </ConfirmDialog>
  );
}
