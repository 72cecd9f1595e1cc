"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { PasswordField } from "@/components/form/password-field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { resetForgotten } from "../client";
import { ResetInput } from "../schema";

/** `given`: the key of the mail's link; empty if the user enters it. */
export function ResetForm({ given }: { given: string }) {
  const t = useTranslations("session");
  const locale = useLocale();
  const [values, setValues] = useState({ key: given, newPassword: "", confirmPassword: "" });
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useRecordForm({
    schema: ResetInput,
    send: resetForgotten,
    onDone: () => {
      setIsLeaving(true);
      window.location.assign(`/${locale}/login?reason=password-changed`);
    },
  });
  const field = (name: "newPassword" | "confirmPassword", hint?: string) => (
    <PasswordField
      name={name}
      label={t(`password.${name}`)}
      {...(hint && { hint })}
      issue={form.issue(name)}
      value={values[name]}
      autoComplete="new-password"
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
    />
  );
  const keyIssue = form.issue("key");
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit(values);
      }}
    >
      {given ? (
        keyIssue && <Alert tone="critical">{keyIssue}</Alert>
      ) : (
        <Field label={t("reset.key")} hint={t("reset.keyHint")} issue={keyIssue} required>
          {(control) => (
            <Input
              {...control}
              name="key"
              value={values.key}
              autoComplete="one-time-code"
              spellCheck={false}
              onChange={(event) => setValues({ ...values, key: event.target.value })}
            />
          )}
        </Field>
      )}
      {field("newPassword", t("password.rule"))}
      {field("confirmPassword")}
      {form.error && <Alert tone="critical">{form.error}</Alert>}
      <Button type="submit" variant="primary" size="lg" loading={form.pending || isLeaving} className="w-full">
        {t("reset.submit")}
      </Button>
      {form.refusal?.key === "RESET_INVALID" && (
        <a
          href={`/${locale}/forgotPassword`}
          className="text-center font-medium text-primary text-sm underline-offset-4 hover:underline"
        >
          {t("reset.again")}
        </a>
      )}
    </form>
  );
}
