"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { ShownOnce } from "@/components/form/shown-once";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { useIngestToken } from "../token.client";
import type { TokenKind } from "../token.rules";

type TokenDialogProps = { id: number; kind: TokenKind; name: string; onClose: () => void };

/** Confirms a new ingest token for a device, creates it and shows it once. */
export function TokenDialog({ id, kind, name, onClose }: TokenDialogProps) {
  const t = useTranslations("device.detail");
  const tError = useTranslations("error");
  const { data, mutate, isPending, error } = useIngestToken(kind);
  if (!data) {
    return (
      <ConfirmDialog
        open
        // A pending request cannot be cancelled: the new token would be lost.
        onOpenChange={(open) => !open && !isPending && onClose()}
        title={t("tokenTitle")}
        description={t(kind === "gateway" ? "tokenText" : "tokenOwnText")}
        confirmLabel={t("tokenConfirm")}
        destructive
        pending={isPending}
        error={error && tError(error.key)}
        onConfirm={() => mutate(id)}
      />
    );
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader title={t("tokenShown", { name })} description={t("tokenOnce")} />
        <DialogBody>
          <ShownOnce
            label={t("token")}
            value={data.token}
            copyLabel={t("tokenCopy")}
            hint={kind === "gateway" ? undefined : t("tokenOwnUse")}
          />
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            {t("close")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
