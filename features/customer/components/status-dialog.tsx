"use client";

import { useTranslations } from "next-intl";
import { useIssueText } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { showToast } from "@/components/ui/toast-store";
import type { ServiceError } from "@/lib/http/call-service";
import { type StatusVerb, useStatusChange } from "../customer.client";
import type { CustomerRowDto } from "../customer.schema";

type StatusDialogProps = {
  verb: StatusVerb;
  rows: readonly CustomerRowDto[];
  onClose: () => void;
  onDone: () => void;
};

/** Confirms that customers are cancelled or activated, and names those that caused a refusal. */
export function StatusDialog({ verb, rows, onClose, onDone }: StatusDialogProps) {
  const t = useTranslations("customer.change");
  const tAction = useTranslations("common.action");
  const change = useStatusChange();
  const count = rows.length;
  const [first] = rows;
  const one = count === 1 && first;
  const submit = () =>
    change.mutate(
      { verb, ids: rows.map(({ id }) => id) },
      {
        onSuccess: () => {
          showToast("normal", t(verb === "cancel" ? "cancelled" : "activated", { count }));
          onDone();
        },
      },
    );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent role="alertdialog">
        <DialogHeader
          title={one ? t(`${verb}Title`, { name: one.name }) : t(`${verb}Many`, { count })}
          description={t(`${verb}Hint`)}
          className={!one || change.error ? undefined : "border-b-0"}
        />
        {(!one || change.error) && (
          <DialogBody className="flex flex-col gap-3">
            {!one && (
              <ul className="max-h-48 list-disc overflow-y-auto pl-5 text-sm">
                {rows.map(({ id, name }) => (
                  <li key={id} className="break-words">
                    {name}
                  </li>
                ))}
              </ul>
            )}
            {change.error && <Refusal error={change.error} rows={rows} />}
          </DialogBody>
        )}
        <DialogFooter>
          <DialogClose asChild>
            {/* If the question is about cancelling, a button "Cancel" would be ambiguous. */}
            <Button autoFocus>{tAction(verb === "cancel" ? "keep" : "cancel")}</Button>
          </DialogClose>
          <Button variant={verb === "cancel" ? "destructive" : "primary"} loading={change.isPending} onClick={submit}>
            {one ? t(`${verb}Confirm`) : t(`${verb}ManyConfirm`, { count })}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** Why it was refused: each customer that caused it with its reason, or the error as a whole. */
function Refusal({ error, rows }: { error: ServiceError; rows: readonly CustomerRowDto[] }) {
  const t = useTranslations("customer.change");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const named = error.issues.map((issue) => ({
    name: rows[Number(issue.path.split(".")[1] ?? 0)]?.name ?? "",
    reason: textOf(issue),
  }));
  return (
    <Alert tone="critical">
      {named.length === 0
        ? tError(error.key)
        : named.map(({ name, reason }) => <p key={name}>{t("refused", { name, reason })}</p>)}
    </Alert>
  );
}
