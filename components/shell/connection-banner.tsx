"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import { cn } from "@/components/ui/cn";
import { TONE_SOFT } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { formatInstant } from "@/lib/datetime/format";
import { useLostSince } from "@/lib/live/use-live";

/** Shown while the connection is lost; live values are greyed meanwhile. Both end by themselves. */
export function ConnectionBanner({ timeZone }: { timeZone: string }) {
  const t = useTranslations("shell.connection");
  const locale = useLocale();
  const since = useLostSince();
  const isLost = since !== null;
  useEffect(() => {
    if (!isLost) return;
    const { dataset } = document.documentElement;
    dataset.connection = "lost";
    return () => {
      delete dataset.connection;
    };
  }, [isLost]);
  if (since === null) return null;
  const time = formatInstant(new Date(since), new Date(), { locale, timeZone });
  return (
    <div
      role="alert"
      data-connection-banner=""
      data-print="hide"
      className={cn("flex shrink-0 items-start gap-2 border-b px-4 py-1.5 text-sm max-sm:px-3", TONE_SOFT.offline)}
    >
      <ToneIcon tone="offline" className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0 flex-1 text-foreground">
        <strong className="font-semibold">{t("lost", { time })}</strong> {t("meaning")}
      </p>
    </div>
  );
}
