"use client";

import { useTranslations } from "next-intl";
import { ErrorState } from "@/components/layout/error-state";
import { Button } from "@/components/ui/button";
import type { ServiceError } from "@/lib/http/call-service";

/** Shown if a record cannot be loaded. */
export function Failure({ error, onRetry }: { error: ServiceError; onRetry: () => void }) {
  const t = useTranslations("customer.detail");
  const tError = useTranslations("error");
  const tCommon = useTranslations("common");
  const missing = error.key === "NOT_FOUND";
  return (
    <ErrorState
      title={missing ? t("missing") : tError(error.key)}
      request={!missing && error.requestId ? { label: tCommon("error.requestId"), id: error.requestId } : undefined}
      action={!missing && <Button onClick={onRetry}>{tCommon("action.retry")}</Button>}
    />
  );
}
