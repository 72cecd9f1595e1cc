"use client";

import { useTranslations } from "next-intl";
import { knownReason } from "@/features/exception/figures/timeline.rules";

/** Translates a reason if it is one of the product's own. */
export function useReason(): (reason: string) => string {
  const t = useTranslations("notice-log.reason");
  return (reason) => {
    const known = knownReason(reason);
    return known ? t(known.key, { detail: known.detail }) : reason;
  };
}
