"use client";

import { Archive, CirclePause, CirclePlay, Droplets, type LucideIcon, Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import { StateBadge } from "@/components/value/state-badge";
import { TONE_TEXT, type Tone } from "@/components/value/tone";
import { useNow } from "@/components/value/use-now";
import { type CarrierStatus, type Measure, MONITORED_MEASURES } from "@/db/enums";
import { formatDuration } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import { abnormalityOf } from "../carrier.rules";
import type { CarrierRowDto } from "../carrier.schema";
import { ValuesCell } from "../monitoring/components/cells";
import { useLabels } from "../monitoring/components/labels";
import { RowIcon } from "../monitoring/components/row-icon";
import { toneOfPoint } from "../monitoring/components/tones";
import { usePoint } from "../monitoring/monitoring.client";
import { isStopped, pointStatus } from "../monitoring/monitoring.rules";

/** Icon, name and parent nodes; the name links to the carrier's page. */
export function NameCell({ row }: { row: CarrierRowDto }) {
  const labels = useLabels();
  const type = row.carrierTypeName ?? labels.type(row.type);
  const path = [row.customerName, ...row.scenePath].filter(Boolean).join(" / ");
  // The lowest nodes identify the location; the upper ones are the same across the list.
  const place = [row.customerName, ...row.scenePath.slice(-2)].filter(Boolean).join(" / ");
  return (
    <span className="flex min-w-0 items-center gap-2.5 sm:min-w-36">
      <span title={type} className="shrink-0 text-muted-foreground">
        <RowIcon name={row.type} />
        <span className="sr-only">{type}</span>
      </span>
      <span className="min-w-0">
        <Link
          href={carrierPage(row.id)}
          prefetch={false}
          title={row.name}
          className="line-clamp-2 break-words font-medium hover:text-primary"
        >
          {row.name}
        </Link>
        <span title={path} className="line-clamp-1 break-all font-normal text-faint-foreground text-xs">
          {place}
        </span>
      </span>
    </span>
  );
}

const STATUS: Record<CarrierStatus, { tone: Tone; icon: LucideIcon }> = {
  running: { tone: "normal", icon: CirclePlay },
  defrost: { tone: "below", icon: Droplets },
  backup: { tone: "paused", icon: CirclePause },
  repaired: { tone: "warning", icon: Wrench },
  retirement: { tone: "offline", icon: Archive },
};

type PointProps = { id: number; now: number };

/** The status; for a defrost, with the remaining time. */
export function StatusCell({ id, now }: PointProps) {
  const { carrierStatus, defrostUntil } = usePoint(id);
  const t = useTranslations("carrier");
  const current = useNow(now);
  const { locale } = useLabels();
  const left = carrierStatus === "defrost" && defrostUntil !== null ? defrostUntil - current : 0;
  const minutes = Math.ceil(left / 60_000);
  const { tone, icon: Icon } = STATUS[carrierStatus];
  return (
    <span className="flex flex-col items-start">
      <span className={`inline-flex items-center gap-1.5 whitespace-nowrap font-medium text-xs ${TONE_TEXT[tone]}`}>
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        {t(`statusChoice.${carrierStatus}`)}
      </span>
      {minutes > 0 && (
        <span className="whitespace-nowrap pl-5 text-muted-foreground text-xs" suppressHydrationWarning>
          {t("defrostLeft", { duration: formatDuration(minutes * 60_000, locale) })}
        </span>
      )}
    </span>
  );
}

/** Number of reasons shown; the rest are counted and listed in the tooltip. */
const SHOWN_REASONS = 3;

/** Normal, abnormal or stopped, with the reasons. */
export function AbnormalityCell({ id, now }: PointProps) {
  const point = usePoint(id);
  const t = useTranslations("carrier.abnormality");
  const current = useNow(now);
  const labels = useLabels().of(point.customerId);
  const abnormality = abnormalityOf(pointStatus(point, current));
  const tone = toneOfPoint(point, current);
  const reasons = isStopped(point.carrierStatus)
    ? []
    : [...labels.reasons(point, current), ...labels.remarks(point, current)];
  return (
    <span data-tone={tone} className="flex min-w-0 flex-col items-start gap-0.5 sm:min-w-36">
      <StateBadge tone={abnormality === "normal" ? "normal" : tone} plain>
        {t(abnormality)}
      </StateBadge>
      {reasons.slice(0, SHOWN_REASONS).map((reason) => (
        <span key={reason.key} className={`pl-5 text-xs ${TONE_TEXT[reason.tone]}`}>
          {reason.text}
        </span>
      ))}
      {reasons.length > SHOWN_REASONS && (
        <span title={reasons.map(({ text }) => text).join("\n")} className="pl-5 text-muted-foreground text-xs">
          +{reasons.length - SHOWN_REASONS}
        </span>
      )}
    </span>
  );
}

/** The latest values of the monitored measures. */
export function LiveCell({ id, now }: PointProps) {
  const { probes } = usePoint(id);
  const measures: Measure[] = MONITORED_MEASURES.filter((measure) => probes.some((probe) => probe.measure === measure));
  if (measures.length === 0) return <span className="text-faint-foreground">–</span>;
  return (
    <span className="flex flex-col gap-1">
      {measures.map((measure) => (
        <ValuesCell key={measure} id={id} now={now} measure={measure} />
      ))}
    </span>
  );
}
