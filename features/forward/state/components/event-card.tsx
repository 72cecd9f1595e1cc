"use client";

import { useLocale, useTranslations } from "next-intl";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import type { ForwardEvent } from "@/db/enums";
import { formatInstant } from "@/lib/datetime/format";
import type { ForwardEventDto } from "../schema";
import { useFailureText } from "./failure-text";

const TONES: Record<ForwardEvent, Tone> = {
  connected: "normal",
  disconnected: "offline",
  failed: "critical",
  recovered: "normal",
  tested: "normal",
  "test-failed": "warning",
  replay: "paused",
  replayed: "normal",
  skipped: "warning",
  overflowed: "warning",
};

type EventCardProps = { events: readonly ForwardEventDto[]; timeZone: string; now: number };

/** Events of a target, newest first. */
export function EventCard({ events, timeZone, now }: EventCardProps) {
  const t = useTranslations("forward");
  const locale = useLocale();
  const failureText = useFailureText();
  // For replays and skips the detail is the start.
  const detailOf = ({ kind, errorCode, detail }: ForwardEventDto) =>
    detail && (kind === "replay" || kind === "skipped")
      ? formatInstant(new Date(detail), new Date(now), { locale, timeZone })
      : failureText(errorCode, detail);
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("window.events")}</CardTitle>
      </CardHeader>
      {events.length === 0 ? (
        <CardBody className="text-center text-muted-foreground text-sm">{t("window.noEvents")}</CardBody>
      ) : (
        <ol>
          {events.map((event) => (
            <li
              key={event.id}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b px-4 py-2 text-sm last:border-b-0"
            >
              <Instant
                at={Date.parse(event.at)}
                now={now}
                timeZone={timeZone}
                className="w-32 shrink-0 text-muted-foreground tabular-nums"
              />
              <StateBadge plain tone={TONES[event.kind]}>
                {t(`event.${event.kind}`)}
              </StateBadge>
              <span className="wrap-anywhere min-w-0 text-muted-foreground" suppressHydrationWarning>
                {detailOf(event)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
