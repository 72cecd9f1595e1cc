"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CodeField } from "@/components/form/code-field";
import { CopyButton } from "@/components/form/copy-button";
import { AccountHint, PasswordField } from "@/components/form/password-field";
import { useRecordForm } from "@/components/form/use-record-form";
import { BeginInput, ConfirmInput, type FactorSetupDto } from "@/features/session/second-factor/schema";
import { beginFactor, confirmFactor } from "../client";
import { BackupCodesDialog } from "./backup-codes-dialog";

type FactorDialogProps = { username: string; onClose: () => void; onDone: () => void };

/** Sets up the second factor: password, authenticator, its first code, and the backup codes, which are shown once. */
export function FactorDialog({ username, onClose, onDone }: FactorDialogProps) {
  const t = useTranslations("profile.factor");
  const [setup, setSetup] = useState<FactorSetupDto | null>(null);
  const [backupCodes, setBackupCodes] = useState<readonly string[] | null>(null);
  const begin = useRecordForm({
    schema: BeginInput,
    send: ({ password }) => beginFactor(password),
    onDone: setSetup,
  });
  const confirm = useRecordForm({
    schema: ConfirmInput,
    send: ({ code }) => confirmFactor(code),
    onDone: (result) => setBackupCodes(result.backupCodes),
  });
  if (backupCodes) return <BackupCodesDialog codes={backupCodes} username={username} onClose={onDone} />;
  const step = setup ? confirm : begin;
  const submit = (data: FormData) =>
    setup ? confirm.submit({ code: data.get("code") }) : begin.submit({ password: data.get("password") });
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={t("title")}
      description={t(setup ? "scanHint" : "passwordHint")}
      submitLabel={t(setup ? "confirm" : "next")}
      pending={step.pending}
      error={step.error}
      onSubmit={submit}
    >
      {setup ? (
        <div className="flex flex-col gap-4">
          <div className="mx-auto size-48 overflow-hidden rounded-lg border bg-white">
            <img src={setup.qrcode} alt={t("picture")} className="size-full" />
          </div>
          <div className="flex flex-col gap-1">
            <p className="text-muted-foreground text-xs">{t("secretHint")}</p>
            <p className="flex items-center gap-2 rounded-md border bg-muted py-1 pr-1 pl-3">
              <code className="min-w-0 flex-1 break-all font-mono text-sm">{setup.secret}</code>
              <CopyButton text={setup.secret} label={t("copySecret")} variant="ghost" />
            </p>
          </div>
          <CodeField label={t("code")} hint={t("codeHint")} issue={confirm.issue("code")} inputMode="numeric" />
        </div>
      ) : (
        <>
          <PasswordField
            name="password"
            label={t("password")}
            issue={begin.issue("password")}
            autoComplete="current-password"
          />
          <AccountHint username={username} />
        </>
      )}
    </RecordDialog>
  );
}
