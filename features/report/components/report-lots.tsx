"use client";

import { useTranslations } from "next-intl";
import { OutcomeBadge } from "@/features/lot/components/outcome-badge";
import type { ReportLot } from "../report.schema";

/** The lots of a report with their verdicts, as it says them. */
export function ReportLots({ lots }: { lots: readonly ReportLot[] }) {
  const t = useTranslations("report.section");
  return (
    <section aria-labelledby="report-lots" className="flex flex-col gap-2">
      <h3 id="report-lots" className="font-semibold text-base">
        {t("verdict")}
      </h3>
      <ul className="flex flex-col divide-y divide-border rounded-lg border">
        {lots.map((lot) => (
          <li key={lot.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
            <span className="min-w-0 break-words">
              {lot.product} · {lot.number}
            </span>
            <OutcomeBadge outcome={lot.outcome} />
          </li>
        ))}
      </ul>
    </section>
  );
}
