import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";

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
