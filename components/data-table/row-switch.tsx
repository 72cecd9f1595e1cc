"use client";

import { useTranslations } from "next-intl";
import { useOptimistic, useTransition } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { Switch } from "@/components/ui/switch";
import { showToast } from "@/components/ui/toast-store";
import { callService, ServiceError } from "@/lib/http/call-service";
import { useRefresh } from "./use-refresh";

type RowSwitchProps = {
  /** The call that accepts `{ isEnabled }`. */
  path: string;
  isEnabled: boolean;
  /** The row's name. */
  name: string;
  disabled: boolean;
};

/** Switches a row on or off optimistically, reverts if the server refuses, and reloads the rows. */
export function RowSwitch({ path, isEnabled, name, disabled }: RowSwitchProps) {
  const t = useTranslations("common.record");
  const tError = useTranslations("error");
  const refresh = useRefresh();
  const textOf = useIssueText();
  const [, startTransition] = useTransition();
  const [shown, setShown] = useOptimistic(isEnabled);

  const change = (next: boolean) =>
    startTransition(async () => {
      setShown(next);
      try {
        await callService(path, { method: "PUT", body: { isEnabled: next } });
        showToast("normal", t(next ? "enabled" : "disabled", { name }));
        refresh();
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const [issue] = error.issues;
        showToast("critical", issue ? textOf(issue) : tError(error.key), error.requestId);
      }
    });
  return (
    <Switch
      aria-label={t("enable", { name })}
      checked={shown}
      disabled={disabled}
      onChange={(event) => change(event.target.checked)}
      className="align-middle"
    />
  );
}
