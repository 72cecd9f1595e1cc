"use client";

import { useTranslations } from "next-intl";
import { formatStamp } from "@/lib/datetime/format";
import { useSetPrintOwner } from "./print-owner";

type PrintFactsProps = {
  /** The customers of the record, for the head of the page. */
  customers: readonly string[];
  carriers: readonly string[];
  /** The time range; epoch ms. */
  range: { from: number; to: number };
  timeZone: string;
  /** The monitoring ranges, with what they are for. */
  limits: readonly string[];
};

/** Below the head of a printed record: of what it is, of which time in which zone, and what was allowed. */
export function PrintFacts({ customers, carriers, range, timeZone, limits }: PrintFactsProps) {
  const t = useTranslations("common.print");
  useSetPrintOwner(customers.join(", "));
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone }).slice(0, 16);
  const facts = [
    ["carrier", carriers.join(", ")],
    ["period", `${stamp(range.from)} – ${stamp(range.to)}`],
    ["zone", timeZone],
    ["limits", limits.join(" · ")],
  ] as const;
  return (
    <dl data-print-facts="" className="hidden grid-cols-[auto_1fr] gap-x-6 gap-y-0.5 text-xs print:grid">
      {facts
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{t(name)}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
