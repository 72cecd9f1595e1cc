"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { type CaptchaHandle, CaptchaInput } from "@/features/session/components/captcha-input";
import { LoginField } from "@/features/session/components/login-field";
import { requestReset } from "../client";
import { RESET_MINUTES } from "../rules";
import { ForgottenInput } from "../schema";

/** The answer says nothing about whether the account exists. */
export function ForgottenForm({ withCaptcha }: { withCaptcha: boolean }) {
  const t = useTranslations("session.forgotten");
  const locale = useLocale();
  const captcha = useRef<CaptchaHandle>(null);
  const [isSent, setIsSent] = useState(false);
  const form = useRecordForm({
    schema: ForgottenInput,
    // A captcha is valid for one attempt.
    send: (values) => requestReset(values).finally(() => captcha.current?.renew()),
    onDone: () => setIsSent(true),
  });
  if (isSent)
    return (
      <div className="flex flex-col gap-4">
        <Alert>{t("sent", { minutes: RESET_MINUTES })}</Alert>
        <a href={`/${locale}/resetPassword`} className={buttonVariants({ size: "lg" })}>
          {t("enterKey")}
        </a>
      </div>
    );
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const account = String(fields.get("account") ?? "");
        const code = String(fields.get("code") ?? "");
        void form.submit({ account, ...(withCaptcha && { key: captcha.current?.key() ?? "", code }) });
      }}
    >
      <LoginField id="account" label={t("account")} issue={form.issue("account")}>
        {(control) => (
          <input
            {...control}
            name="account"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
          />
        )}
      </LoginField>
      {withCaptcha && (
        <LoginField id="code" label={t("code")} issue={form.issue("code")}>
          {(control) => (
            <CaptchaInput ref={captcha} control={control} picture={t("captcha")} renew={t("refreshCaptcha")} />
          )}
        </LoginField>
      )}
      {form.error && (
        <Alert tone="critical" className="mb-3">
          {form.error}
        </Alert>
      )}
      <Button type="submit" variant="primary" size="lg" loading={form.pending} className="w-full">
        {t("submit")}
      </Button>
    </form>
  );
}
