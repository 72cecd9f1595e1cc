"use client";

import { useTranslations } from "next-intl";

/** Empty state of a section. */
export function Nothing({ text }: { text: string }) {
  const t = useTranslations("device.detail");
  return <p className="text-muted-foreground text-sm">{t(text)}</p>;
}
