"use client";

import { CircleQuestionMark } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button-variants";
import { usePathname } from "@/lib/i18n/navigation";
import { GUIDE_PATH, openPopup } from "../guide.client";

/** Opens the help topic of this screen: in a separate window, on a phone as a page. */
export function GuideButton() {
  const t = useTranslations("shell");
  const locale = useLocale();
  const pathname = usePathname();
  if (pathname === GUIDE_PATH) return null;
  const href = `/${locale}${GUIDE_PATH}?at=${encodeURIComponent(pathname)}`;
  return (
    <a
      href={href}
      target="frostline-guide"
      aria-label={t("guide")}
      title={t("guide")}
      className={buttonVariants({ variant: "ghost", size: "icon" })}
      onClick={(event) => {
        const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey);
        if (!isPlain || !window.matchMedia("(min-width: 48rem)").matches) return;
        if (openPopup(href)) event.preventDefault();
      }}
    >
      <CircleQuestionMark aria-hidden="true" />
    </a>
  );
}
