"use client";

import { useTranslations } from "next-intl";
import { entryOf, type Permission } from "@/lib/auth/permissions";

/** The names of codes and subjects in the language of the page. */
export function useCodeNames() {
  const t = useTranslations("permission");
  const action = (code: Permission) => t(`action.${entryOf(code).action}`);
  const subject = (label: string) => t(`subject.${label}`);
  return {
    action,
    subject,
    group: (group: string) => t(`group.${group}`),
    /** Subject and action: `Exceptions: handle`. */
    full: (code: Permission) => t("name", { subject: subject(entryOf(code).label), action: action(code) }),
  };
}
