"use client";

import { VolumeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { Instant } from "@/components/value/instant";
import { useNow } from "@/components/value/use-now";
import { stateOf } from "@/features/alarm/silence/silence.rules";
import type { CarrierSilenceDto } from "@/features/alarm/silence/silence.schema";
import { Link } from "@/lib/i18n/navigation";
import type { CarrierDetailView } from "../detail.schema";

/** The active and planned maintenance silences of the carrier, with their end and reason. */
export function SilenceNotes({ view }: { view: CarrierDetailView }) {
  const t = useTranslations("carrier-detail.silence");
  const current = useNow(view.now);
  const stateAt = ({ startsAt, endsAt }: CarrierSilenceDto) =>
    stateOf({ startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt), endedAt: null }, current);
  const shown = view.silences.map((silence) => ({ ...silence, state: stateAt(silence) }));
  const lasting = shown.filter(({ state }) => state === "active" || state === "planned");
  if (lasting.length === 0) return null;
  return (
    <ul aria-label={t("label")} className="flex flex-col gap-1.5 border-t px-4 py-2.5 text-sm">
      {lasting.map(({ id, state, startsAt, endsAt, reason, createdBy }) => (
        <li key={id} className="flex min-w-0 items-start gap-2">
          <VolumeOff
            aria-hidden="true"
            className={`mt-0.5 size-4 shrink-0 ${state === "active" ? "text-paused" : "text-muted-foreground"}`}
          />
          <span className="wrap-anywhere min-w-0">
            <span className={state === "active" ? "font-medium text-paused" : "font-medium"}>
              {t.rich(state, {
                from: () => <Instant at={Date.parse(startsAt)} now={current} timeZone={view.timeZone} />,
                until: () => <Instant at={Date.parse(endsAt)} now={current} timeZone={view.timeZone} />,
              })}
            </span>{" "}
            {view.rights.silences ? (
              <Link
                prefetch={false}
                href={`/abnormal/silence?carrierId=${view.carrier.id}&id=${id}`}
                className="underline-offset-2 hover:text-primary hover:underline"
              >
                {reason}
              </Link>
            ) : (
              reason
            )}
            {createdBy && <span className="text-muted-foreground"> · {createdBy}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
