"use client";

import { LocateFixed } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Age } from "@/components/value/age";
import { Instant } from "@/components/value/instant";
import { TONE_SOLID, TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { formatDuration } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { formatReading } from "@/lib/units/format";
import { formatRange } from "@/lib/units/format-range";
import { CustomerUnit, useValueLocale } from "@/lib/units/units-context";
import { concernsOf, LATE_MINUTES, toneOfRow } from "../board.rules";
import type { BoardRowDto } from "../transport.schema";
import { TransportLink, useRoute } from "./columns";
import { StateBadge } from "./state-badge";

type BoardRowProps = {
  row: BoardRowDto;
  isSelected: boolean;
  showsCustomer: boolean;
  mayException: boolean;
  timeZone: string;
  now: number;
  /** Shows it on the map; undefined without a position. */
  onSelect: (() => void) | undefined;
};

/** One transport on its way: how warm, how long that will do, when it arrives, and what is wrong. */
export const BoardRow = (props: BoardRowProps) => (
  <CustomerUnit customerId={props.row.customerId}>
    <Row {...props} />
  </CustomerUnit>
);

function Row({ row, isSelected, showsCustomer, mayException, timeZone, now, onSelect }: BoardRowProps) {
  const t = useTranslations("transport");
  const routeOf = useRoute();
  const { carrier, customerName } = row;
  const tone = toneOfRow(row);
  return (
    <li
      id={`transport-${row.id}`}
      data-tone={tone}
      aria-current={isSelected ? "true" : undefined}
      className={cn(
        "relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 py-3 pr-3 pl-4 transition-colors",
        "2xl:grid-cols-[minmax(0,1.5fr)_8.5rem_minmax(0,1.2fr)_auto] 2xl:items-center",
        onSelect && "hover:bg-row-hover",
        isSelected && "bg-primary-soft/60 hover:bg-primary-soft/60",
      )}
    >
      <span
        aria-hidden="true"
        className={cn("absolute inset-y-0 left-0 w-1", tone === "normal" ? "bg-transparent" : TONE_SOLID[tone])}
      />
      <div className="min-w-0">
        <p className="relative z-10 flex w-fit flex-wrap items-center gap-x-2 gap-y-1">
          <TransportLink transport={row} />
          <StateBadge state={row.state} />
        </p>
        <p className="wrap-anywhere mt-0.5 text-sm">{carrier.name ?? t("hidden")}</p>
        <p className="wrap-anywhere text-muted-foreground text-xs">
          {[showsCustomer && customerName, routeOf(row)].filter(Boolean).join(" · ")}
        </p>
      </div>
      <Temperature row={row} now={now} />
      <Arrival row={row} timeZone={timeZone} now={now} />
      <div className="flex flex-wrap items-center justify-end gap-2 max-2xl:self-end">
        <Exceptions row={row} mayOpen={mayException} />
        {onSelect && (
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label={t("board.show", { number: row.number })}
            title={t("board.show", { number: row.number })}
            // A press anywhere on the row is one on this button.
            className="after:absolute after:inset-0"
            onClick={onSelect}
          >
            <LocateFixed aria-hidden="true" />
          </Button>
        )}
      </div>
    </li>
  );
}

function Temperature({ row, now }: { row: BoardRowDto; now: number }) {
  const t = useTranslations("transport.board");
  const tState = useTranslations("common.state");
  const locale = useValueLocale();
  const { temperature, breach } = row.progress;
  if (!temperature)
    return (
      <p className="text-right text-muted-foreground text-sm 2xl:text-left">
        <Sign tone="offline">{t("noTemperature")}</Sign>
      </p>
    );
  const { value, at, minimum, maximum, state } = temperature;
  const isOut = state === "above" || state === "below";
  const isStale = state === "stale";
  const { number, unit } = formatReading(value, "temperature", locale);
  return (
    <div className="text-right tabular-nums 2xl:text-left">
      <p
        className={cn("whitespace-nowrap leading-tight", isOut && TONE_TEXT[state], isStale && "text-faint-foreground")}
      >
        {isOut && <ToneIcon tone={state} className="mr-1 inline size-4 align-[-0.15em]" />}
        {isOut && <span className="sr-only">{tState(state)}</span>}
        <span className="font-semibold text-xl tracking-tight">{number}</span> <span className="text-sm">{unit}</span>
      </p>
      <p className="whitespace-nowrap text-muted-foreground text-xs">
        {formatRange({ measure: "temperature", minimum, maximum }, locale)}
      </p>
      {isStale && (
        <p className="text-offline text-xs">
          <Age at={at} now={now} />
        </p>
      )}
      {breach && breach.minutes > 0 && !isOut && (
        <p className="text-pretty font-medium text-warning text-xs">
          {t(`breach.${breach.side}`, { duration: formatDuration(breach.minutes * 60_000, locale) })}
        </p>
      )}
    </div>
  );
}

/** Where it goes next and when the destination is reached, against the plan. */
function Arrival({ row, timeZone, now }: { row: BoardRowDto; timeZone: string; now: number }) {
  const t = useTranslations("transport");
  const locale = useValueLocale();
  const { progress, stops, state } = row;
  const { nextStop, etaAt, delayMinutes } = progress;
  const planned = stops.at(-1)?.plannedArriveAt ?? null;
  const arrived = stops.at(-1)?.arrivedAt ?? null;
  const next = nextStop === null ? null : stops[nextStop];
  const instant = (at: number) => <Instant at={at} now={now} timeZone={timeZone} className="font-medium" />;
  const isLate = concernsOf(row).has("late");
  const delay =
    delayMinutes === null
      ? null
      : Math.abs(delayMinutes) <= LATE_MINUTES
        ? t("board.onTime")
        : t(delayMinutes > 0 ? "board.late" : "board.early", {
            duration: formatDuration(Math.abs(delayMinutes) * 60_000, locale),
          });
  return (
    <div className="min-w-0 text-sm tabular-nums">
      {next && state === "underway" && nextStop !== stops.length - 1 && (
        <p className="wrap-anywhere">{t("board.next", { name: next.name || t("openPlace") })}</p>
      )}
      <p>
        {arrived !== null
          ? t.rich("board.arrived", { at: () => instant(arrived) })
          : etaAt !== null
            ? t.rich("board.eta", { at: () => instant(etaAt) })
            : planned !== null
              ? t.rich("board.planned", { at: () => instant(planned) })
              : t("board.noPlan")}
      </p>
      {delay && (
        <p className="text-xs">
          {isLate ? <Sign tone="warning">{delay}</Sign> : <span className="text-muted-foreground">{delay}</span>}
        </p>
      )}
    </div>
  );
}

function Exceptions({ row, mayOpen }: { row: BoardRowDto; mayOpen: boolean }) {
  const t = useTranslations("transport.board");
  const open = row.progress.openExceptions;
  if (!open) return null;
  const tone: Tone = open.worstSeverity === "critical" ? "critical" : "warning";
  const text = <Sign tone={tone}>{t("exceptions", { count: open.count })}</Sign>;
  if (!mayOpen) return text;
  return (
    <Link
      href={`/abnormal/dataex?carrierId=${row.carrier.id}&state=open&id=${open.firstId}`}
      prefetch={false}
      className="relative z-10 underline-offset-2 hover:underline"
    >
      {text}
    </Link>
  );
}

/** A short remark with the sign of its tone. */
const Sign = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={cn("inline-flex items-center gap-1 font-medium text-xs", TONE_TEXT[tone])}>
    <ToneIcon tone={tone} className="size-3.5" />
    {children}
  </span>
);
