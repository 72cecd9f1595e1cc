"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/form/copy-button";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";

type BackupCodesProps = { codes: readonly string[]; onStored: () => void };

/** The codes for the case that the authenticator is lost. They are shown once, and can be saved in three ways. */
export function BackupCodes({ codes, onStored }: BackupCodesProps) {
  const t = useTranslations("session.factor");
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h3 className="font-medium">{t("backupTitle")}</h3>
        <p className="mt-0.5 text-pretty text-muted-foreground text-sm">{t("backupHint")}</p>
      </div>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-md bg-muted p-3 text-center font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={t("copy")}>
          {t("copy")}
        </CopyButton>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="frostline-backup-codes.txt"
          className={buttonVariants()}
        >
          <Download aria-hidden="true" />
          {t("download")}
        </a>
      </div>
      <Button variant="primary" size="lg" onClick={onStored}>
        {t("stored")}
      </Button>
    </div>
  );
}
