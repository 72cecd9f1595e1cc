import { useLocale, useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { StateBadge } from "@/components/value/state-badge";
import { TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { useNow } from "@/components/value/use-now";
import type { Severity } from "@/db/enums";
import type { ExceptionDto } from "@/features/exception/exception.schema";
import { toneOf } from "@/features/exception/kind.rules";
import { figuresOf, whatOf } from "@/features/exception/phrase.rules";
import { formatDuration } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { useValueLocales } from "@/lib/units/units-context";

const SEVERITY: Record<Severity, Tone | undefined> = {
  critical: "critical",
  major: "warning",
  minor: undefined,
  warning: undefined,
};

export function SeverityLabel({ severity }: { severity: Severity }) {
  const t = useTranslations("exception.severity");
  const tone = SEVERITY[severity];
  return <Badge {...(tone && { tone })}>{t(severity)}</Badge>;
}

/** What went wrong, linked to the exception record, with its figures. */
export function WhatLink({ row, timeZone }: { row: ExceptionDto; timeZone: string }) {
  const t = useTranslations("exception");
  const locale = useValueLocales()(row.customerId);
  const tone = toneOf(row);
  const figures = figuresOf(row, { locale, timeZone });
  return (
    <span className="flex min-w-0 flex-col items-start">
      <Link
        href={`/abnormal/dataex?carrierId=${row.carrier?.id ?? ""}&id=${row.id}`}
        prefetch={false}
        className={`inline-flex items-center gap-1.5 font-medium underline-offset-2 hover:underline touch:-my-3 touch:min-h-11 ${TONE_TEXT[tone]}`}
      >
        <ToneIcon tone={tone} className="size-3.5" />
        {whatOf(row, t)}
      </Link>
      {figures && (
        <span className="text-muted-foreground text-xs tabular-nums sm:whitespace-nowrap">
          {t.rich(figures.key, {
            ...figures.values,
            to: () => <span aria-hidden="true">→</span>,
            strong: (chunks) => <strong className="font-semibold text-foreground">{chunks}</strong>,
          })}
        </span>
      )}
    </span>
  );
}

const isOngoing = ({ endedAt, withdrawnAt }: ExceptionDto) => endedAt === null && withdrawnAt === null;

/** How long the exception lasted, or has lasted so far. */
export function Duration({ row, now }: { row: ExceptionDto; now: number }) {
  const locale = useLocale();
  const current = useNow(now);
  const known = row.durationSeconds * 1000;
  const elapsed = isOngoing(row) ? Math.max(known, current - Date.parse(row.startedAt)) : known;
  return (
    <span suppressHydrationWarning className={isOngoing(row) ? "font-semibold" : undefined}>
      {formatDuration(elapsed, locale)}
    </span>
  );
}

/** Open or closed, and whether it is acknowledged. */
export function StateLabel({ row }: { row: ExceptionDto }) {
  const t = useTranslations("exception.state");
  const isAcknowledged = row.acknowledgedAt !== null;
  if (row.withdrawnAt !== null)
    return <StateBadge tone="paused">{t(row.mergedIntoId === null ? "withdrawn" : "merged")}</StateBadge>;
  return (
    <span className="flex flex-col items-start gap-0.5">
      {isOngoing(row) ? (
        <StateBadge tone={isAcknowledged ? "warning" : "critical"}>{t("open")}</StateBadge>
      ) : (
        <StateBadge tone="normal" plain>
          {t("cleared")}
        </StateBadge>
      )}
      <span className="text-muted-foreground text-xs">
        {isAcknowledged ? t("acknowledgedBy", { name: row.acknowledgedBy ?? "" }) : t("unacknowledged")}
      </span>
    </span>
  );
}
