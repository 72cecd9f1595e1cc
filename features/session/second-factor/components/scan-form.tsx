"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CodeField } from "@/components/form/code-field";
import { CopyButton } from "@/components/form/copy-button";
import { FormActions } from "@/components/form/form-layout";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { confirmFactor } from "../client";
import { ConfirmInput, type FactorSetupDto } from "../schema";

type ScanFormProps = {
  setup: FactorSetupDto;
  onCodes: (codes: readonly string[]) => void;
  onCancel?: () => void;
};

/** Formats a base32 secret in groups of four for manual entry. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

/** The QR code for the authenticator, the key for manual entry, and the first code as proof. */
export function ScanForm({ setup, onCodes, onCancel }: ScanFormProps) {
  const t = useTranslations("session.factor");
  const tCommon = useTranslations("common.action");
  const [code, setCode] = useState("");
  const form = useRecordForm({
    schema: ConfirmInput,
    send: confirmFactor,
    onDone: ({ backupCodes }) => onCodes(backupCodes),
  });
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit({ code });
      }}
    >
      <div>
        <h3 className="font-medium">{t("scanTitle")}</h3>
        <p className="mt-0.5 text-pretty text-muted-foreground text-sm">{t("scan")}</p>
      </div>
      <img
        src={setup.qrcode}
        alt={t("picture")}
        width={184}
        height={184}
        className="self-center rounded-md border bg-white"
      />
      <div>
        <p className="text-muted-foreground text-sm">{t("secret")}</p>
        <div className="mt-1 flex items-center gap-2">
          <code className="min-w-0 flex-1 select-all break-words rounded-sm bg-muted px-2 py-1.5 font-mono text-sm">
            {grouped(setup.secret)}
          </code>
          <CopyButton text={setup.secret} label={t("copySecret")} />
        </div>
      </div>
      <CodeField
        label={t("code")}
        issue={form.issue("code")}
        value={code}
        inputMode="numeric"
        onChange={(event) => setCode(event.target.value)}
      />
      {form.error && <Alert tone="critical">{form.error}</Alert>}
      <FormActions className="pt-0">
        {onCancel && <Button onClick={onCancel}>{tCommon("cancel")}</Button>}
        <Button type="submit" variant="primary" loading={form.pending}>
          {t("confirm")}
        </Button>
      </FormActions>
    </form>
  );
}
