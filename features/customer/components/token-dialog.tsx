"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { ShownOnce } from "@/components/form/shown-once";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { useNewToken } from "../customer.client";
import type { CustomerRowDto } from "../customer.schema";

/** Creates a new ingest token after confirmation, because the earlier one stops working. The token is shown once. */
export function TokenDialog({ row, onClose }: { row: CustomerRowDto; onClose: () => void }) {
  const t = useTranslations("customer");
  const tError = useTranslations("error");
  const issue = useNewToken();
  if (!issue.data) {
    return (
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={t("token.title", { name: row.name })}
        description={t("token.hint")}
        confirmLabel={t("token.submit")}
        pending={issue.isPending}
        error={issue.error && tError(issue.error.key)}
        onConfirm={() => issue.mutate(row.id)}
      />
    );
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent aria-describedby={undefined} onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader title={t("token.made", { name: row.name })} />
        <DialogBody className="flex flex-col gap-4">
          <Alert tone="warning">{t("once.warning")}</Alert>
          <ShownOnce label={t("token.label")} value={issue.data.token} copyLabel={t("once.copy")} />
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            {t("once.done")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
