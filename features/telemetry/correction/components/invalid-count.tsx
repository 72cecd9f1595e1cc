"use client";

import { useTranslations } from "next-intl";
import type { InvalidDto } from "../../history/history.schema";

/** Number of invalid readings of the range, if there are any. */
export function InvalidCount({ invalid }: { invalid: InvalidDto | undefined }) {
  const t = useTranslations("history.invalid");
  if (!invalid || invalid.count === 0) return null;
  return (
    <span className="flex items-center gap-1.5 text-sm" aria-live="polite">
      <span aria-hidden="true" className="size-2.5 rounded-full border-2 border-muted-foreground" />
      {t(invalid.isComplete ? "count" : "more", { count: invalid.count })}
    </span>
  );
}
