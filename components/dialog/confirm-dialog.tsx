"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId, useRef, useState } from "react";
import { RequiredMark } from "@/components/form/field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { Label } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen, and to what. */
  description: ReactNode;
  /** The action, as `Delete 3 sensors`, never `OK`. */
  confirmLabel: string;
  destructive?: boolean;
  /** The label of the dismiss button where "Cancel" would be ambiguous. */
  dismissLabel?: string;
  /** Asks for a reason that is sent with the confirmation. */
  reason?: { label: string; required: boolean };
  /** Further inputs. */
  children?: ReactNode;
  onConfirm: (reason: string) => void;
  /** While true, the dialog stays open and the button shows a spinner. */
  pending?: boolean;
  /** Why the action failed. */
  error?: ReactNode;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, destructive = false } = props;
  const { reason, children, onConfirm, pending = false, error, dismissLabel } = props;
  const t = useTranslations("common");
  const id = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const [text, setText] = useState("");
  const hasBody = Boolean(reason || children || error);
  // Focus starts on the harmless button instead of the close button, or in the reason field if there is one.
  const onOpenAutoFocus = (event: Event) => {
    if (reason) return;
    event.preventDefault();
    cancel.current?.focus();
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent role="alertdialog" onOpenAutoFocus={onOpenAutoFocus}>
        <DialogHeader title={title} description={description} className={hasBody ? undefined : "border-b-0"} />
        {hasBody && (
          <DialogBody className="flex flex-col gap-3">
            {reason && (
              <div className="flex flex-col gap-1">
                <Label htmlFor={id}>
                  {reason.label}
                  {reason.required && <RequiredMark />}
                </Label>
                <Textarea
                  id={id}
                  required={reason.required}
                  maxLength={250}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              </div>
            )}
            {children}
            {error && <Alert tone="critical">{error}</Alert>}
          </DialogBody>
        )}
        <DialogFooter>
          <DialogClose asChild>
            <Button ref={cancel}>{dismissLabel ?? t("action.cancel")}</Button>
          </DialogClose>
          <Button
            variant={destructive ? "destructive" : "primary"}
            loading={pending}
            disabled={reason?.required && text.trim() === ""}
            onClick={() => onConfirm(text.trim())}
          >
            {confirmLabel}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
