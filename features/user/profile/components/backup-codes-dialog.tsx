"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/form/copy-button";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";

type BackupCodesDialogProps = { codes: readonly string[]; username: string; onClose: () => void };

function download(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Shows the backup codes, which cannot be shown again. A click outside does not close it. */
export function BackupCodesDialog({ codes, username, onClose }: BackupCodesDialogProps) {
  const t = useTranslations("profile.factor");
  const text = codes.join("\n");
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        onInteractOutside={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => event.preventDefault()}
      >
        <DialogHeader title={t("codesTitle")} description={t("codesHint")} />
        <DialogBody className="flex flex-col gap-4">
          <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md border bg-muted px-5 py-3 font-mono text-base tracking-wide">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-2">
            <CopyButton text={text} label={t("copyCodes")}>
              {t("copyCodes")}
            </CopyButton>
            <Button onClick={() => download(`frostline-${username}.txt`, `${text}\n`)}>
              <Download aria-hidden="true" />
              {t("downloadCodes")}
            </Button>
          </div>
          <Alert tone="warning">{t("codesOnce")}</Alert>
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            {t("codesKept")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
