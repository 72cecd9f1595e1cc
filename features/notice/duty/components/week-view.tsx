"use client";

import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { toLocalInput } from "@/lib/datetime/zone";
import { type DutySpan, dayAfter, instantOf } from "../duty.rules";

type WeekViewProps = {
  /** Seven calendar days. */
  days: readonly string[];
  spans: readonly DutySpan[];
  nameOf: (contactId: number) => string;
  timeZone: string;
  today: string;
  now: number;
};

/** A week with one lane per person; on a phone a list by day. */
export function WeekView(props: WeekViewProps) {
  return (
    <>
      <Lanes {...props} />
      <DayList {...props} />
    </>
  );
}

const clockOf = (at: number, timeZone: string) => toLocalInput(new Date(at), timeZone).slice(11);
/** Server and browser may spell it differently: its elements suppress the warning. */
const dayOf = (day: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", timeZone: "UTC" }).format(
    new Date(`${day}T12:00Z`),
  );

type Bar = Pick<DutySpan, "from" | "to"> & { holiday: string | null };

function Lanes({ days, spans, nameOf, timeZone, today, now }: WeekViewProps) {
  const t = useTranslations("duty.week");
  const locale = useLocale();
  const [begin, end] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 1];
  const share = (at: number) => `${((at - begin) / (end - begin)) * 100}%`;
  const ids = [...new Set(spans.flatMap(({ contactIds }) => contactIds))];
  const lanes: { key: string; name: string; isGap: boolean; bars: Bar[] }[] = [
    ...ids.map((id) => ({
      key: String(id),
      name: nameOf(id),
      isGap: false,
      bars: joined(spans.filter(({ contactIds }) => contactIds.includes(id))),
    })),
    { key: "gap", name: t("nobody"), isGap: true, bars: spans.filter(({ contactIds }) => contactIds.length === 0) },
  ].filter(({ bars }) => bars.length > 0);
  const edges = days.map((day) => instantOf(day, "00:00", timeZone));
  return (
    <div className="max-sm:hidden">
      <div className="ml-44 flex border-b pb-1 text-muted-foreground text-xs" aria-hidden="true">
        {days.map((day, index) => (
          <span
            key={day}
            className={cn("min-w-0 truncate px-1.5", day === today && "font-semibold text-foreground")}
            style={{ width: `calc(${share(edges[index + 1] ?? end)} - ${share(edges[index] ?? begin)})` }}
            suppressHydrationWarning
          >
            {dayOf(day, locale)}
          </span>
        ))}
      </div>
      <ul>
        {lanes.map(({ key, name, isGap, bars }) => (
          <li key={key} className="flex items-stretch border-b last:border-b-0">
            <span
              className={cn(
                "wrap-anywhere line-clamp-2 w-44 shrink-0 self-center py-1 pr-3 font-medium text-sm",
                isGap && "text-critical",
              )}
              title={name}
            >
              {name}
            </span>
            <span className="relative min-h-11 min-w-0 flex-1">
              {edges.slice(1).map((edge) => (
                <span
                  key={edge}
                  aria-hidden="true"
                  className="absolute inset-y-0 border-l border-dashed"
                  style={{ left: share(edge) }}
                />
              ))}
              {bars.map((bar) => {
                const hours = `${clockOf(bar.from, timeZone)}–${clockOf(bar.to, timeZone)}`;
                const said = [days.length && dayText(bar.from, locale, timeZone), hours, bar.holiday]
                  .filter(Boolean)
                  .join(" ");
                return (
                  <span
                    key={bar.from}
                    title={said}
                    suppressHydrationWarning
                    className={cn(
                      "absolute inset-y-1.5 flex items-center overflow-hidden rounded-sm border text-xs tabular-nums",
                      bar.holiday && "px-1",
                      isGap
                        ? "border-critical-line border-dashed bg-critical-soft text-critical"
                        : bar.holiday
                          ? "border-warning-line bg-warning-soft text-foreground"
                          : "border-primary/40 bg-primary-soft text-primary-soft-foreground",
                    )}
                    style={{ left: share(bar.from), width: `calc(${share(bar.to)} - ${share(bar.from)})` }}
                  >
                    {bar.holiday ? (
                      <span aria-hidden="true" className="truncate">
                        {bar.holiday}
                      </span>
                    ) : (
                      <WholeOrNothing>{hours.replaceAll(":00", "")}</WholeOrNothing>
                    )}
                    <span className="sr-only" suppressHydrationWarning>
                      {said}
                    </span>
                  </span>
                );
              })}
              {begin <= now && now < end && (
                <span
                  aria-hidden="true"
                  className="absolute inset-y-0 w-0.5 bg-foreground"
                  style={{ left: share(now) }}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Hides a line that does not fit its box: a truncated time of day would be misread. */
const WholeOrNothing = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="block h-4 w-full overflow-hidden text-center leading-4">
    {/* The element before the text makes text that does not fit wrap to the next line, which is hidden. */}
    <span className="inline-block h-4 w-px align-top" />{" "}
    <span className="inline-block whitespace-nowrap align-top">{children}</span>
  </span>
);

const dayText = (at: number, locale: string, timeZone: string) =>
  new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", timeZone }).format(at);

/** Merges consecutive spans of one person into one bar. */
function joined(spans: readonly DutySpan[]): Bar[] {
  const bars: Bar[] = [];
  for (const { from, to, holiday } of spans) {
    const last = bars.at(-1);
    if (last && last.to === from && last.holiday === holiday) last.to = to;
    else bars.push({ from, to, holiday });
  }
  return bars;
}

function DayList({ days, spans, nameOf, timeZone, today }: WeekViewProps) {
  const t = useTranslations("duty.week");
  const locale = useLocale();
  return (
    <ul className="flex flex-col gap-3 sm:hidden">
      {days.map((day) => {
        const from = instantOf(day, "00:00", timeZone);
        const to = instantOf(dayAfter(day), "00:00", timeZone);
        const own = spans.filter((span) => span.from < to && from < span.to);
        return (
          <li key={day}>
            <h3
              className={cn("text-sm", day === today ? "font-semibold" : "font-medium text-muted-foreground")}
              suppressHydrationWarning
            >
              {dayOf(day, locale)}
              {own[0]?.holiday && <span className="font-normal"> · {own[0].holiday}</span>}
            </h3>
            <ul>
              {own.map((span) => {
                const isGap = span.contactIds.length === 0;
                const end = span.to >= to ? "24:00" : clockOf(span.to, timeZone);
                return (
                  <li key={span.from} className="flex gap-3 border-b py-1.5 text-sm last:border-b-0">
                    <span className="w-24 shrink-0 tabular-nums">
                      {clockOf(Math.max(span.from, from), timeZone)}–{end}
                    </span>
                    <span className={cn("min-w-0 break-words", isGap && "font-medium text-critical")}>
                      {isGap ? t("nobody") : span.contactIds.map(nameOf).join(", ")}
                    </span>
                  </li>
                );
              })}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
