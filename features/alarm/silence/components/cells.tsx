"use client";

import { Bell, BellRing, CalendarClock, Check, Network, Thermometer, VolumeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Instant } from "@/components/value/instant";
import { useNow } from "@/components/value/use-now";
import { Link } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import { keyOf, type SilenceState, stateOf, type TargetKind } from "../silence.rules";
import type { SilenceDto, SilenceTargetDto } from "../silence.schema";

/** Only an active silence is coloured, because only it affects alarms. */
const STATE_LOOK = {
  planned: [CalendarClock, ""],
  active: [VolumeOff, "text-paused"],
  over: [Check, "text-muted-foreground"],
  ended: [BellRing, "text-muted-foreground"],
} as const satisfies Record<SilenceState, unknown>;

/** The present state: an open list updates as time passes. */
export function useSilenceState(row: SilenceDto, now: number): SilenceState {
  const current = useNow(now);
  return stateOf(
    {
      startsAt: Date.parse(row.startsAt),
      endsAt: Date.parse(row.endsAt),
      endedAt: row.endedAt === null ? null : Date.parse(row.endedAt),
    },
    current,
  );
}

export function StateCell({ row, now }: { row: SilenceDto; now: number }) {
  const t = useTranslations("silence.state");
  const state = useSilenceState(row, now);
  const [Icon, colour] = STATE_LOOK[state];
  return (
    <span className={cn("inline-flex items-center gap-1.5 whitespace-nowrap font-medium text-xs", colour)}>
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {t(state)}
    </span>
  );
}

const KIND_ICON = { scene: Network, carrier: Thermometer, trigger: Bell } as const satisfies Record<
  TargetKind,
  unknown
>;

/** A node, carrier or trigger by kind and name; a carrier links to its page. */
export function Target({ target, isLinked }: { target: SilenceTargetDto; isLinked: boolean }) {
  const t = useTranslations("silence.target.kind");
  const Icon = KIND_ICON[target.kind];
  return (
    <span className="inline-flex min-w-0 items-start gap-1.5">
      <span title={t(target.kind)} className="mt-0.5 shrink-0 text-muted-foreground">
        <Icon aria-hidden="true" className="size-3.5" />
        <span className="sr-only">{t(target.kind)}</span>
      </span>
      {isLinked && target.kind === "carrier" ? (
        <Link
          prefetch={false}
          href={carrierPage(target.id)}
          className="wrap-anywhere min-w-0 underline-offset-2 hover:text-primary hover:underline"
        >
          {target.name}
        </Link>
      ) : (
        <span className="wrap-anywhere min-w-0">{target.name}</span>
      )}
    </span>
  );
}

const SHOWN = 3;

/** The targets: the first few, and the number of the others. */
export function TargetsCell({ row }: { row: SilenceDto }) {
  const t = useTranslations("silence.target");
  const more = Math.max(0, row.targets.length - SHOWN) + row.hiddenTargets;
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5 sm:min-w-44">
      {row.targets.slice(0, SHOWN).map((target) => (
        <Target key={keyOf(target)} target={target} isLinked={false} />
      ))}
      {more > 0 && <span className="text-muted-foreground text-xs">{t("more", { count: more })}</span>}
      {more === 0 && row.targets.length === 0 && <span className="text-muted-foreground">{t("gone")}</span>}
    </span>
  );
}

type EndCellProps = { row: SilenceDto; now: number; timeZone: string };

/** The end; if ended early, when and by whom. */
export function EndCell({ row, now, timeZone }: EndCellProps) {
  const t = useTranslations("silence");
  if (row.endedAt === null)
    return <Instant at={Date.parse(row.endsAt)} now={now} timeZone={timeZone} className="whitespace-nowrap" />;
  return (
    <span className="flex flex-col">
      <Instant at={Date.parse(row.endedAt)} now={now} timeZone={timeZone} className="whitespace-nowrap" />
      <span className="wrap-anywhere text-muted-foreground text-xs">
        {t("endedBy", { name: row.endedBy ?? t("apiKey") })}
      </span>
    </span>
  );
}
