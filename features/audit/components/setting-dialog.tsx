"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/ui/input";
import { showToast } from "@/components/ui/toast-store";
import { useSetting } from "../audit.client";
import { isLogDays, LOG_DAYS } from "../audit.rules";

type SettingDialogProps = { days: number; onClose: () => void; onSet: () => void };

/** Sets how many days of the log are shown. */
export function SettingDialog({ days, onClose, onSet }: SettingDialogProps) {
  const t = useTranslations("audit.setting");
  const tError = useTranslations("error");
  const [isRefused, setRefused] = useState(false);
  const setting = useSetting();
  const submit = (form: FormData) => {
    const text = String(form.get("days") ?? "").trim();
    const wanted = text === "" ? Number.NaN : Number(text);
    setRefused(!isLogDays(wanted));
    if (!isLogDays(wanted)) return;
    setting.mutate(wanted, {
      onSuccess: ({ code }) => {
        setRefused(code === 0);
        if (code === 0) return;
        showToast("normal", t("done"));
        onSet();
      },
    });
  };
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={t("title")}
      submitLabel={t("save")}
      pending={setting.isPending}
      error={setting.error && tError(setting.error.key)}
      onSubmit={submit}
    >
      <Field
        label={t("days")}
        required
        hint={t("hint", LOG_DAYS)}
        issue={isRefused ? t("failed", LOG_DAYS) : undefined}
        className="max-w-72"
      >
        {(control) => <Input {...control} name="days" inputMode="numeric" defaultValue={days} />}
      </Field>
    </RecordDialog>
  );
}
