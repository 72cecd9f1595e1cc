"use client";

import { useTranslations } from "next-intl";
import { useOptimistic, useTransition } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { Switch } from "@/components/ui/switch";
import { showToast } from "@/components/ui/toast-store";
import { callService, ServiceError } from "@/lib/http/call-service";

type RowSwitchProps = {
  /** The call that takes `{ isEnabled }`. */
  path: string;
  isEnabled: boolean;
  label: string;
  disabled?: boolean;
  /** The row has changed on the server; whoever shows it reads it anew. */
  onDone: (isEnabled: boolean) => void;
};

/** Switches a row on or off at once; it falls back if the server refuses. */
export function RowSwitch({ path, isEnabled, label, disabled, onDone }: RowSwitchProps) {
  const t = useTranslations("error");
  const textOf = useIssueText();
  const [, startTransition] = useTransition();
  const [shown, setShown] = useOptimistic(isEnabled);

  const change = (next: boolean) =>
    startTransition(async () => {
      setShown(next);
      try {
        await callService(path, { method: "PUT", body: { isEnabled: next } });
        onDone(next);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const [issue] = error.issues;
        showToast("critical", issue ? textOf(issue) : t(error.key), error.requestId);
      }
    });
  return (
    <Switch
      aria-label={label}
      checked={shown}
      disabled={disabled}
      onChange={(event) => change(event.target.checked)}
      className="align-middle"
    />
  );
}
