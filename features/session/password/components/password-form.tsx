"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { PasswordField } from "@/components/form/password-field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { changePassword } from "../client";
import { ChosenPassword, PasswordInput } from "../schema";

const EMPTY = { oldPassword: "", newPassword: "", confirmPassword: "" };

type PasswordFormProps = {
  username: string;
  next: string;
  /** The present password is a one-time password, with which the user has just logged in: it is not asked for again. */
  isForced: boolean;
};

/** Changes the user's password. The session ends, so it opens the login, which then continues to `next`. */
export function PasswordForm({ username, next, isForced }: PasswordFormProps) {
  const t = useTranslations("session.password");
  const locale = useLocale();
  const [values, setValues] = useState(EMPTY);
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useRecordForm({
    schema: isForced ? ChosenPassword : PasswordInput,
    send: changePassword,
    onDone: () => {
      setIsLeaving(true);
      window.location.assign(`/${locale}/login?reason=password-changed&next=${encodeURIComponent(next)}`);
    },
  });
  const field = (name: keyof typeof EMPTY, hint?: string) => (
    <PasswordField
      name={name}
      label={t(name)}
      {...(hint && { hint })}
      issue={form.issue(name)}
      value={values[name]}
      autoComplete={name === "oldPassword" ? "current-password" : "new-password"}
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
    />
  );
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const { oldPassword, ...chosen } = values;
        void form.submit(isForced ? chosen : { oldPassword, ...chosen });
      }}
    >
      {/* For password managers, which store the password under this name. */}
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      {!isForced && field("oldPassword")}
      {field("newPassword", t("rule"))}
      {field("confirmPassword")}
      {form.error && <Alert tone="critical">{form.error}</Alert>}
      <Button type="submit" variant="primary" size="lg" loading={form.pending || isLeaving} className="w-full">
        {t("submit")}
      </Button>
      <p className="-mt-2 text-center text-muted-foreground text-xs">{t("hint")}</p>
    </form>
  );
}
