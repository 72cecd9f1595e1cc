import { CircleDashed } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Instant } from "@/components/value/instant";
import { TONE_SOLID, TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { formatReading } from "@/lib/units/format";
import type { LotVerdictDto } from "../lot.schema";
import type { Verdict } from "../verdict.rules";
import { useMinutes } from "./budget-table";

/** Events listed; a lot of years may have more. */
const MOST_LISTED = 12;

type Event = {
  from: number;
  to: number;
  tone: Tone;
  text: string;
  carrierId: number | null;
  probeId: number | null;
  isOpen: boolean;
};
type TimelineProps = { answer: LotVerdictDto; timeZone: string; now: number };

function useEvents({ verdict }: LotVerdictDto): Event[] {
  const t = useTranslations("lot.detail");
  const locale = useLocale();
  const excursions = verdict.excursions.map(({ side, extreme, from, to, carrierId, probeId, isRunning }): Event => {
    const text = t(`excursion.${side}`, { extreme: formatReading(extreme, "temperature", locale).text });
    return { from, to, tone: side, text, carrierId, probeId, isOpen: isRunning && to >= verdict.at };
  });
  const gaps = verdict.unobserved.spans.map(({ from, to, cause, carrierId }): Event => {
    return { from, to, tone: "offline", text: t(`cause.${cause}`), carrierId, probeId: null, isOpen: to >= verdict.at };
  });
  return [...excursions, ...gaps].toSorted((a, b) => b.from - a.from);
}

/** The life of a lot as one bar, with excursions and gaps on it, and the same as a list, the latest first. */
export function Timeline({ answer, timeZone, now }: TimelineProps) {
  const t = useTranslations("lot.detail");
  const events = useEvents(answer);
  if (answer.verdict.from === null) return <p className="p-4 text-muted-foreground text-sm">{t("staysEmpty")}</p>;
  return (
    <div className="flex flex-col gap-3 p-4">
      <Lane verdict={answer.verdict} events={events} timeZone={timeZone} now={now} />
      {events.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t("excursionsEmpty")}</p>
      ) : (
        <ol className="flex flex-col divide-y divide-border">
          {events.slice(0, MOST_LISTED).map((event) => (
            <Line key={`${event.tone} ${event.from}`} {...{ event, answer, timeZone, now }} />
          ))}
        </ol>
      )}
      {events.length > MOST_LISTED && (
        <p className="text-muted-foreground text-xs">{t("more", { count: events.length - MOST_LISTED })}</p>
      )}
    </div>
  );
}

type LaneProps = { verdict: Verdict; events: readonly Event[]; timeZone: string; now: number };

function Lane({ verdict, events, timeZone, now }: LaneProps) {
  const [from, to] = [verdict.from ?? verdict.at, verdict.at];
  const share = (at: number) => `${((at - from) / Math.max(1, to - from)) * 100}%`;
  return (
    <div>
      <div aria-hidden="true" className="relative h-4 overflow-hidden rounded-sm bg-normal-soft">
        {events.map((event) => (
          <span
            key={`${event.tone} ${event.from}`}
            className={cn("absolute inset-y-0 min-w-0.75", TONE_SOLID[event.tone])}
            style={{ left: share(event.from), width: share(from + event.to - event.from) }}
          />
        ))}
      </div>
      <p className="mt-1 flex justify-between text-muted-foreground text-xs tabular-nums">
        <Instant at={from} now={now} timeZone={timeZone} />
        <Instant at={to} now={now} timeZone={timeZone} />
      </p>
    </div>
  );
}

function Line({ event, answer, timeZone, now }: TimelineProps & { event: Event }) {
  const t = useTranslations("lot.detail");
  const minutes = useMinutes();
  const { from, to, tone, text, carrierId, probeId, isOpen } = event;
  const carrier = carrierId === null ? null : (answer.carriers[carrierId] ?? t("hidden"));
  const probe = probeId === null ? null : answer.probes[probeId];
  return (
    <li className="flex items-start gap-2.5 py-2 text-sm">
      <span className={cn("mt-0.5", TONE_TEXT[tone])}>
        {tone === "offline" ? (
          <CircleDashed aria-hidden="true" className="size-4" />
        ) : (
          <ToneIcon tone={tone} className="size-4" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap gap-x-2 font-medium tabular-nums">
          {text} · {minutes(to - from)}
          {isOpen && <span className="text-warning">{t("running")}</span>}
        </span>
        <span className="block break-words text-muted-foreground text-xs tabular-nums">
          <Instant at={from} now={now} timeZone={timeZone} />
          {carrier && ` · ${carrier}`}
          {probe && ` · ${probe}`}
        </span>
      </span>
    </li>
  );
}
