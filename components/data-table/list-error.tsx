import { useTranslations } from "next-intl";
import { ErrorState } from "@/components/layout/error-state";
import { Button } from "@/components/ui/button";

type ListErrorProps = { requestId?: string; onRetry: () => void };

/** Shown instead of the rows if they could not be loaded. */
export function ListError({ requestId, onRetry }: ListErrorProps) {
  const t = useTranslations("common");
  return (
    <ErrorState
      title={t("error.title")}
      request={requestId ? { label: t("error.requestId"), id: requestId } : undefined}
      action={<Button onClick={onRetry}>{t("action.retry")}</Button>}
    >
      {t("error.hint")}
    </ErrorState>
  );
}
