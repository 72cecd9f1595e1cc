"use client";

import { useParams } from "next/navigation";
import { ErrorState } from "@/components/layout/error-state";
import { buttonVariants } from "@/components/ui/button-variants";
import { BOUNDARY_TEXTS } from "@/lib/i18n/boundary-texts";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";

export type BoundaryProps = { error: Error & { digest?: string }; reset: () => void };

/** Replaces a page that failed; the id identifies the log line. */
export function BoundaryView({ error, reset }: BoundaryProps) {
  const { locale } = useParams<{ locale?: string }>();
  const known = toLocale(locale) ?? DEFAULT_LOCALE;
  const texts = BOUNDARY_TEXTS[known];
  return (
    <ErrorState
      title={texts.title}
      request={error.digest ? { label: texts.requestId, id: error.digest } : undefined}
      className="min-h-96 grow"
      action={
        <>
          <button type="button" onClick={reset} className={buttonVariants({ variant: "primary" })}>
            {texts.retry}
          </button>
          <a href={`/${known}/home`} className={buttonVariants()}>
            {texts.home}
          </a>
        </>
      }
    >
      {texts.hint}
    </ErrorState>
  );
}
