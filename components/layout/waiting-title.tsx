"use client";

import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";

/** The title of a loading sheet: a placeholder, with text for screen readers, because a dialog needs a name. */
export function WaitingTitle() {
  const t = useTranslations("common");
  return (
    <>
      <span className="sr-only">{t("table.loading")}</span>
      <Skeleton className="my-1 w-48" />
    </>
  );
}
