"use client";

import { useLocale, useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { AccountHint, PasswordField } from "@/components/form/password-field";
import { useRecordForm } from "@/components/form/use-record-form";
import { leaveSaved } from "@/components/form/use-unsaved-guard";
import { PasswordInput } from "@/features/session/password/schema";
import { changePassword } from "../client";

/** Changes the password. Afterwards all sessions end and the user must log in again. */
export function PasswordDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const t = useTranslations("profile.password");
  const locale = useLocale();
  const form = useRecordForm({
    schema: PasswordInput,
    send: changePassword,
    onDone: () => leaveSaved(`/${locale}/login?reason=password-changed`),
  });
  const submit = (data: FormData) => {
    data.delete("account");
    form.submit(Object.fromEntries(data));
  };
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={t("title")}
      description={t("hint")}
      submitLabel={t("submit")}
      pending={form.pending}
      error={form.error}
      onSubmit={submit}
    >
      <div className="flex flex-col gap-4">
        <PasswordField
          name="oldPassword"
          label={t("old")}
          issue={form.issue("oldPassword")}
          autoComplete="current-password"
        />
        <PasswordField
          name="newPassword"
          label={t("new")}
          hint={t("rule")}
          issue={form.issue("newPassword")}
          autoComplete="new-password"
        />
        <PasswordField
          name="confirmPassword"
          label={t("confirm")}
          issue={form.issue("confirmPassword")}
          autoComplete="new-password"
        />
        <AccountHint username={username} />
      </div>
    </RecordDialog>
  );
}
