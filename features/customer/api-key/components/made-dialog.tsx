"use client";

import { useTranslations } from "next-intl";
import { ShownOnce } from "@/components/form/shown-once";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import type { CreatedApiKeyDto } from "../schema";

/** Shows the new key, which cannot be shown again. */
export function MadeDialog({ made, onClose }: { made: CreatedApiKeyDto; onClose: () => void }) {
  const t = useTranslations("apiKey.made");
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent aria-describedby={undefined} onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader title={t("title", { name: made.name })} />
        <DialogBody className="flex flex-col gap-4">
          <Alert tone="warning">{t("warning")}</Alert>
          <ShownOnce label={t("label")} value={made.key} copyLabel={t("copy")} hint={t("use")} />
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            {t("done")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
