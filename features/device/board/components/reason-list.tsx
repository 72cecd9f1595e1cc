import { useTranslations } from "next-intl";
import { Age } from "@/components/value/age";
import { StateBadge } from "@/components/value/state-badge";
import { TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { formatDate, formatDuration } from "@/lib/datetime/format";
import { formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { type Reason, reasonsOf } from "../rules";
import type { BoardRow } from "../schema";

const TONE: Record<Reason["key"], Tone> = {
  abnormal: "critical",
  offline: "offline",
  unknown: "offline",
  expired: "critical",
  dueSoon: "warning",
  batteryLow: "warning",
  signalWeak: "warning",
  slow: "warning",
};

type ReasonListProps = { device: BoardRow; now: number; timeZone: string };

/** Everything that is wrong with a device, most urgent first; or a text that nothing is. */
export function ReasonList({ device, now, timeZone }: ReasonListProps) {
  const t = useTranslations("deviceBoard.reason");
  const tState = useTranslations("device");
  const reasons = reasonsOf(device);
  const isStopped = device.onlineStatus === "stopped";
  return (
    <ul className="flex flex-col gap-0.5 sm:min-w-36 sm:max-w-80">
      {reasons.map((reason) => (
        <li key={reason.key} className={`flex items-start gap-1.5 text-sm ${TONE_TEXT[TONE[reason.key]]}`}>
          <ToneIcon tone={TONE[reason.key]} className="mt-0.75 size-3.5" />
          <span>
            <ReasonText reason={reason} now={now} timeZone={timeZone} />
          </span>
        </li>
      ))}
      {isStopped && (
        <li>
          <StateBadge tone="paused" plain>
            {tState("online.stopped")}
          </StateBadge>
        </li>
      )}
      {reasons.length === 0 && !isStopped && (
        <li>
          <StateBadge tone="normal" plain>
            {t("fine")}
          </StateBadge>
        </li>
      )}
    </ul>
  );
}

function ReasonText({ reason, now, timeZone }: { reason: Reason; now: number; timeZone: string }) {
  const t = useTranslations("deviceBoard.reason");
  const locale = useValueLocale();
  switch (reason.key) {
    case "abnormal":
      return t("abnormal", { count: reason.count });
    case "offline":
      return t.rich(reason.isGatewaySilent ? "offlineWithGateway" : "offline", {
        age: () => <Age at={reason.since} now={now} timeZone={timeZone} className="whitespace-nowrap" />,
      });
    case "unknown":
      return t("unknown");
    case "expired":
    case "dueSoon":
      return t(reason.key, { day: formatDate(reason.dueOn, new Date(now), { locale, timeZone }) });
    case "batteryLow":
      return t("batteryLow", { value: formatReading(reason.value, "battery", locale).text });
    case "slow":
      return t("slow", {
        pace: formatDuration(reason.paceSeconds * 1000, locale),
        agreed: formatDuration(reason.agreedSeconds * 1000, locale),
      });
    case "signalWeak":
      return t("signalWeak", { value: formatReading(reason.value, "signal", locale).text });
  }
}
