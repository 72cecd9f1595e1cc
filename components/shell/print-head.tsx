"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { formatStamp } from "@/lib/datetime/format";
import { usePathname } from "@/lib/i18n/navigation";
import type { PageTitles } from "./page-key";
import { usePrintOwner } from "./print-owner";

/** Whose data a printed page shows, and in which zone its times are. */
export type PrintSource = { organisation: string; person: string; timeZone: string };

/** The head of a printed screen: title, the customer of the record or else of the reader, when and by whom it was printed. Not shown on the screen. */
export function PrintHead({ titles, source }: { titles: PageTitles; source: PrintSource }) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const [at, setAt] = useState<Date | null>(null);
  useEffect(() => {
    // The page is printed right after the event.
    const note = () => flushSync(() => setAt(new Date()));
    window.addEventListener("beforeprint", note);
    return () => window.removeEventListener("beforeprint", note);
  }, []);
  const owner = usePrintOwner();
  const { organisation, person, timeZone } = source;
  return (
    <div
      data-print-head=""
      aria-hidden="true"
      className="hidden items-end justify-between gap-6 border-b pb-2 print:flex"
    >
      <div>
        <p className="text-muted-foreground text-xs">{owner ?? organisation}</p>
        <p className="font-semibold text-lg">{titles[pathname]?.title ?? t("product")}</p>
      </div>
      <p className="text-right text-muted-foreground text-xs">
        {at && t("printed", { at: formatStamp(at, { timeZone }), person })}
      </p>
    </div>
  );
}
