"use client";

import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Instant } from "@/components/value/instant";
import { TONE_SOFT, TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { useNow } from "@/components/value/use-now";
import { Link } from "@/lib/i18n/navigation";
import { useLostSince } from "@/lib/live/use-live";
import { carrierHref } from "@/lib/page/carrier-page";
import { type Verdict, verdictOf } from "../home.rules";
import type { HomeOverviewDto, HomeRights, WorstCarrier } from "../home.schema";

const TONE: Record<Verdict, Tone> = {
  empty: "paused",
  critical: "critical",
  warning: "warning",
  offline: "offline",
  normal: "normal",
};

const toneOf = ({ severity, status }: WorstCarrier): Tone =>
  severity === "critical" ? "critical" : status === "abnormal" ? "warning" : "offline";

/** A verdict older than this is outdated; without a connection it is at once. */
const FRESH_MS = 90_000;

type VerdictProps = {
  overview: HomeOverviewDto;
  rights: HomeRights;
  timeZone: string;
  now: number;
  /** Rendered on the right. */
  children?: React.ReactNode;
};

/** The overall state and, if there is a problem, the first carrier affected: the first thing users read. */
export function VerdictBanner({ overview, rights, timeZone, now, children }: VerdictProps) {
  const t = useTranslations("home.verdict");
  const current = useNow(now);
  const { carriers, at } = overview;
  const verdict = carriers ? verdictOf(carriers) : null;
  const isLost = useLostSince() !== null;
  const isOld = isLost || current - at > FRESH_MS;
  const tone = isOld ? "offline" : TONE[verdict ?? "empty"];
  const { abnormal = 0, offline = 0, unknown = 0, total = 0, stopped = 0 } = carriers?.all ?? {};
  const silent = offline + unknown;
  const others = Math.max(0, abnormal + silent - (carriers?.worst.length ?? 0));
  return (
    <section
      aria-label={t("label")}
      data-verdict={verdict ?? "none"}
      className={cn("flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border px-4 py-3", TONE_SOFT[tone])}
    >
      <ToneIcon tone={tone} className="size-8 max-sm:size-6 max-sm:self-start" />
      <div className="min-w-0 flex-1 basis-64">
        <p aria-live="polite" className="text-balance font-semibold text-lg leading-tight sm:text-xl tracking-tight">
          {verdict ? t(verdict, { abnormal, silent, watched: total - stopped }) : t("none")}
          {/* Values out of range come first, but there may be other problems. */}
          {abnormal > 0 && silent > 0 && <span className="font-normal"> · {t("andSilent", { silent })}</span>}
        </p>
        <p className="mt-0.5 flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-muted-foreground text-sm">
          {carriers?.worst.map((one) => (
            <Link
              key={one.id}
              href={carrierHref(one.id, rights.carriers)}
              prefetch={false}
              className={cn(
                "inline-flex items-center gap-1 font-medium hover:underline touch:min-h-11",
                TONE_TEXT[toneOf(one)],
              )}
            >
              <ToneIcon tone={toneOf(one)} className="size-3.5" />
              <span className="wrap-anywhere">{one.customerName ? `${one.customerName} / ${one.name}` : one.name}</span>
            </Link>
          ))}
          {others > 0 && carriers && carriers.worst.length > 0 && (
            <Link href="/databoard/monitoringPoint" prefetch={false} className="touch-area hover:underline">
              {t("others", { count: others })}
            </Link>
          )}
          {isOld ? (
            <strong className="font-semibold text-offline">
              {t.rich("old", { time: () => <Instant at={at} now={current} timeZone={timeZone} /> })}
            </strong>
          ) : (
            <span>{t.rich("asOf", { time: () => <Instant at={at} now={current} timeZone={timeZone} /> })}</span>
          )}
        </p>
      </div>
      {children}
    </section>
  );
}
