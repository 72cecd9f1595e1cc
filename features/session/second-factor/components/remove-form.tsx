"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CodeField } from "@/components/form/code-field";
import { FormActions } from "@/components/form/form-layout";
import { PasswordField } from "@/components/form/password-field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { removeFactor } from "../client";
import { RemoveInput } from "../schema";

type RemoveFormProps = { onRemoved: () => void; onCancel: () => void };

export function RemoveForm({ onRemoved, onCancel }: RemoveFormProps) {
  const t = useTranslations("session.factor");
  const tCommon = useTranslations("common.action");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const form = useRecordForm({ schema: RemoveInput, send: removeFactor, onDone: onRemoved });
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit({ password, code });
      }}
    >
      <div>
        <h3 className="font-medium">{t("removeTitle")}</h3>
        <p className="mt-0.5 text-muted-foreground text-sm">{t("removeHint")}</p>
      </div>
      <PasswordField
        name="password"
        label={t("password")}
        issue={form.issue("password")}
        value={password}
        autoComplete="current-password"
        onChange={(event) => setPassword(event.target.value)}
      />
      <CodeField
        label={t("codeAny")}
        issue={form.issue("code")}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {form.error && <Alert tone="critical">{form.error}</Alert>}
      <FormActions className="pt-0">
        <Button onClick={onCancel}>{tCommon("cancel")}</Button>
        <Button type="submit" variant="destructive" loading={form.pending}>
          {t("remove")}
        </Button>
      </FormActions>
    </form>
  );
}
