"use client";

import { BellOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { CountStrip } from "@/components/data-table/count-strip";
import { listHref } from "@/components/data-table/list-href";
import type { Tone } from "@/components/value/tone";
import { useSummary } from "../monitoring.client";
import type { MonitoringSummary } from "../monitoring.schema";

type Part = { name: keyof MonitoringSummary; tone?: Tone; filter: Record<string, string | null> };

const only = (status: string | null, alarmSwitch: string | null = null) => ({ status, alarmSwitch });
const PARTS: readonly Part[] = [
  { name: "total", filter: only(null) },
  { name: "abnormal", tone: "critical", filter: only("abnormal") },
  { name: "offline", tone: "offline", filter: only("offline") },
  { name: "unknown", tone: "offline", filter: only("unknown") },
  { name: "normal", tone: "normal", filter: only("normal") },
  { name: "stopped", tone: "paused", filter: only("stopped") },
  { name: "silenced", tone: "paused", filter: only(null, "silenced") },
];

type SummaryStripProps = { path: string; values: Readonly<Record<string, string>> };

/** The number of carriers per state; each count links to its carriers. */
export function SummaryStrip({ path, values }: SummaryStripProps) {
  const t = useTranslations("monitoring.summary");
  const summary = useSummary();
  const parts = PARTS.map(({ name, tone, filter }) => ({
    name,
    label: t(name),
    count: summary[name],
    tone,
    href: listHref({ path, query: values }, filter),
    isCurrent: Object.entries(filter).every(([key, value]) => (values[key] ?? null) === value),
    ...(name === "silenced" && {
      guide: "alarmSwitch",
      hint: t("hint"),
      icon: <BellOff aria-hidden="true" className="size-3.5 shrink-0 max-sm:hidden" />,
    }),
  }));
  return (
    <CountStrip
      label={t("label")}
      parts={parts}
      className="grid-cols-4 max-xl:[&>li:first-child]:col-span-2 xl:grid-cols-7"
    />
  );
}
