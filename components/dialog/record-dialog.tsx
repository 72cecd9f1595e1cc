"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useUnsavedGuard } from "@/components/form/use-unsaved-guard";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";

type RecordDialogProps = {
  /** Omitted if the dialog is rendered only while open. */
  open?: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** `sheet` fills the height, for long forms. */
  shape?: "dialog" | "sheet";
  /** "Save" by default. */
  submitLabel?: string;
  onSubmit: (form: FormData) => void;
  pending?: boolean;
  /** Whether something was changed that is no field, such as the number of rows. */
  isChanged?: boolean;
  /** The error of the record as a whole, or what somebody else changed; errors of fields are shown beside them. */
  error?: ReactNode;
  /** The fields. */
  children: ReactNode;
};

/** Focuses the first field, not the close button; nothing on touch devices, where the keyboard would cover the form. */
function focusFirstField(event: Event) {
  const dialog = event.currentTarget as HTMLElement;
  const field = dialog.querySelector<HTMLElement>("form :is(input, select, textarea)");
  event.preventDefault();
  (field && window.matchMedia("(pointer: fine)").matches ? field : dialog).focus();
}

/** A form in a dialog or a sheet. Asks before it closes with unsaved changes. */
export function RecordDialog(props: RecordDialogProps) {
  const {
    open = true,
    onClose,
    title,
    description,
    shape = "dialog",
    submitLabel,
    onSubmit,
    pending,
    isChanged = false,
    error,
    children,
  } = props;
  const t = useTranslations("common");
  const formId = useId();
  const [edited, setEdited] = useState(false);
  const changed = edited || isChanged;
  const [asking, setAsking] = useState(false);
  useUnsavedGuard(open && changed);

  const close = () => {
    setEdited(false);
    setAsking(false);
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !next && (changed ? setAsking(true) : close())}>
      <DialogContent shape={shape} onOpenAutoFocus={focusFirstField}>
        <DialogHeader title={title} description={description} />
        {/* While the user decides between two versions, the fields are hidden: their values are one of the two. */}
        <DialogBody className="has-[[data-conflict]]:[&>form]:hidden">
          {typeof error === "string" ? (
            <Alert tone="critical" className="mb-4">
              {error}
            </Alert>
          ) : (
            error
          )}
          <form id={formId} noValidate onChange={() => setEdited(true)} onSubmit={submit}>
            {children}
          </form>
        </DialogBody>
        <DialogFooter>
          {asking ? (
            <>
              <p role="alert" className="mr-auto self-center text-sm">
                {t("form.unsaved")}
              </p>
              {/* A separate node: if React reused it as the submit button during its click, the click would save. */}
              <Button key="keep" onClick={() => setAsking(false)}>
                {t("form.keepEditing")}
              </Button>
              <Button key="discard" variant="destructive" onClick={close}>
                {t("form.discard")}
              </Button>
            </>
          ) : (
            <>
              <Button key="cancel" onClick={() => (changed ? setAsking(true) : close())}>
                {t("action.cancel")}
              </Button>
              <Button key="submit" type="submit" form={formId} variant="primary" loading={pending}>
                {submitLabel ?? t("action.save")}
              </Button>
            </>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
