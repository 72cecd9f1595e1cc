"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormActions } from "@/components/form/form-layout";
import { PasswordField } from "@/components/form/password-field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { beginFactor } from "../client";
import { BeginInput, type FactorSetupDto } from "../schema";

type BeginFormProps = { onSetup: (setup: FactorSetupDto) => void; onCancel?: () => void };

/** Asks for the password: an open session alone must not bind the account to another person's phone. */
export function BeginForm({ onSetup, onCancel }: BeginFormProps) {
  const t = useTranslations("session.factor");
  const tCommon = useTranslations("common.action");
  const [password, setPassword] = useState("");
  const form = useRecordForm({ schema: BeginInput, send: beginFactor, onDone: onSetup });
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit({ password });
      }}
    >
      <PasswordField
        name="password"
        label={t("password")}
        issue={form.issue("password")}
        value={password}
        autoComplete="current-password"
        onChange={(event) => setPassword(event.target.value)}
      />
      {form.error && <Alert tone="critical">{form.error}</Alert>}
      <FormActions className="pt-2">
        {onCancel && <Button onClick={onCancel}>{tCommon("cancel")}</Button>}
        <Button type="submit" variant="primary" loading={form.pending}>
          {t("next")}
        </Button>
      </FormActions>
    </form>
  );
}
