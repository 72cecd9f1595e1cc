"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { ShownOnce } from "@/components/form/shown-once";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { useGatewayToken } from "../../client";

/** Makes a new ingest token for a gateway after a question, and shows it this once. */
export function TokenButton({ id, name }: { id: number; name: string }) {
  const t = useTranslations("device.detail");
  const tError = useTranslations("error");
  const [asking, setAsking] = useState(false);
  const making = useGatewayToken();
  const { data } = making;
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <KeyRound aria-hidden="true" />
        {t("newToken")}
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title={t("tokenTitle")}
          description={t("tokenText")}
          confirmLabel={t("tokenConfirm")}
          destructive
          pending={making.isPending}
          error={making.error && tError(making.error.key)}
          onConfirm={() => making.mutate(id, { onSuccess: () => setAsking(false) })}
        />
      )}
      {data && (
        <Dialog open onOpenChange={(open) => !open && making.reset()}>
          <DialogContent>
            <DialogHeader title={t("tokenShown", { name })} description={t("tokenOnce")} />
            <DialogBody>
              <ShownOnce label={t("token")} value={data.token} copyLabel={t("tokenCopy")} />
            </DialogBody>
            <DialogFooter>
              <Button variant="primary" onClick={() => making.reset()}>
                {t("close")}
              </Button>
            </DialogFooter>
          </DialogContent>
        </Dialog>
      )}
    </>
  );
}
