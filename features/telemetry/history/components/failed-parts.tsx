"use client";

import { useLocale, useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

type PartName = "excursions" | "events" | "invalid" | "outside" | "completeness";
type Part = { error: Error | null; refetch: () => unknown };

/** Names the parts of the window that did not load: missing data must not look as if nothing happened. */
export function FailedParts({ parts }: { parts: Record<PartName, Part> }) {
  const t = useTranslations("history.failed");
  const tCommon = useTranslations("common");
  const locale = useLocale();
  const failed = (Object.entries(parts) as [PartName, Part][]).filter(([, { error }]) => error !== null);
  if (failed.length === 0) return null;
  const names = new Intl.ListFormat(locale).format(failed.map(([name]) => t(`part.${name}`)));
  const retry = () => failed.forEach(([, { refetch }]) => void refetch());
  return (
    <Alert
      tone="critical"
      title={t("title", { parts: names })}
      action={
        <Button size="sm" onClick={retry}>
          {tCommon("action.retry")}
        </Button>
      }
    />
  );
}
