"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRefresh } from "@/components/data-table/use-refresh";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { useTest } from "../client";
import { useFailureText } from "./failure-text";

type TestButtonProps = { id: number; name: string; isSmall?: boolean };

/** Sends a test message and shows the result. */
export function TestButton({ id, name, isSmall = false }: TestButtonProps) {
  const t = useTranslations("forward.test");
  const tError = useTranslations("error");
  const failureText = useFailureText();
  const refresh = useRefresh();
  const { mutate, isPending } = useTest(id);
  const test = () =>
    mutate(undefined, {
      onSuccess: ({ ok, elapsedMs, errorCode, errorDetail }) => {
        if (ok) showToast("normal", t("ok", { name, ms: elapsedMs }));
        else showToast("warning", t("failed", { name, reason: failureText(errorCode, errorDetail) }));
        refresh();
      },
      onError: (error) => showToast("critical", tError(error.key), error.requestId),
    });
  if (!isSmall)
    return (
      <Button loading={isPending} onClick={test}>
        <Send aria-hidden="true" />
        {t("do")}
      </Button>
    );
  return (
    <Button
      size="sm"
      variant="ghost"
      className="sm:w-control-sm sm:px-0"
      aria-label={t("of", { name })}
      title={t("do")}
      loading={isPending}
      onClick={test}
    >
      <Send aria-hidden="true" />
      <span className="sm:hidden">{t("do")}</span>
    </Button>
  );
}
