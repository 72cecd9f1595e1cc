"use client";

import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CodeField } from "@/components/form/code-field";
import { AccountHint, PasswordField } from "@/components/form/password-field";
import { useRecordForm } from "@/components/form/use-record-form";
import { showToast } from "@/components/ui/toast-store";
import { RemoveInput } from "@/features/session/second-factor/schema";
import { removeFactor } from "../client";

type FactorOffDialogProps = { username: string; onClose: () => void; onDone: () => void };

/** Disables the second factor. Requires the password and a code. */
export function FactorOffDialog({ username, onClose, onDone }: FactorOffDialogProps) {
  const t = useTranslations("profile.factor");
  const form = useRecordForm({
    schema: RemoveInput,
    send: removeFactor,
    onDone: () => {
      showToast("normal", t("isOff"));
      onDone();
    },
  });
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={t("offTitle")}
      description={t("offHint")}
      submitLabel={t("offSubmit")}
      pending={form.pending}
      error={form.error}
      onSubmit={(data) => form.submit({ password: data.get("password"), code: data.get("code") })}
    >
      <div className="flex flex-col gap-4">
        <PasswordField
          name="password"
          label={t("password")}
          issue={form.issue("password")}
          autoComplete="current-password"
        />
        <CodeField label={t("code")} hint={t("offCodeHint")} issue={form.issue("code")} />
        <AccountHint username={username} />
      </div>
    </RecordDialog>
  );
}
