"use client";

import { useTranslations } from "next-intl";
import { Skeleton } from "./skeleton";

/** The title of a sheet whose record is on its way: a bar to see, a word to hear, as a dialog has to have a name. */
export function WaitingTitle() {
  const t = useTranslations("common");
  return (
    <>
      <span className="sr-only">{t("table.loading")}</span>
      <Skeleton className="my-1 w-48" />
    </>
  );
}
