import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { ToneIcon } from "@/components/value/tone-icon";
import { formatDuration, formatInstant } from "@/lib/datetime/format";
import { PREVIEW_MS, type PreviewAlarm, type PreviewDto, type PreviewMessages } from "../schema";

/** The simulated alarms, and what the plan would have sent for each. */
export function PreviewResult({ preview, locale }: { preview: PreviewDto; locale: string }) {
  const t = useTranslations("trigger.preview");
  const tMeasure = useTranslations("carrier.measure");
  const { from, to, timeZone, alarms, total, messages, unconfigured, hasSilence, unwatched, carrierName } = preview;
  const tChannel = useTranslations("trigger.says.channel");
  const words = useMessages();
  return (
    <div role="status" className="flex flex-col gap-2 rounded-md border p-3">
      <p className="font-medium text-sm">
        {total === 0
          ? t("nothing", { name: carrierName })
          : t("result", {
              name: carrierName,
              count: total,
              messages: messages.reduce((sum, one) => sum + one.count, 0),
            })}
      </p>
      {messages.length > 0 && <p className="text-muted-foreground text-xs">{words(messages)}</p>}
      {alarms.length > 0 && (
        <ol className="divide-y border-y">
          {alarms.map((alarm) => (
            <AlarmLine
              key={`${alarm.kind} ${alarm.startedAt} ${alarm.measure ?? alarm.geofenceName}`}
              alarm={alarm}
              preview={preview}
              locale={locale}
            />
          ))}
        </ol>
      )}
      {total > alarms.length && (
        <p className="text-muted-foreground text-xs">{t("more", { count: total - alarms.length })}</p>
      )}
      <ul className="flex flex-col gap-1 text-muted-foreground text-xs">
        {to - from < PREVIEW_MS && (
          <li>{t("since", { from: formatInstant(new Date(from), new Date(to), { locale, timeZone }) })}</li>
        )}
        <li>{t("asIf")}</li>
        {total > 1 && messages.length > 0 && <li>{t("shared")}</li>}
        {unconfigured.length > 0 && (
          <li className="flex items-start gap-1">
            <ToneIcon tone="warning" className="mt-px size-3.5" />
            {t("unconfigured", { channels: unconfigured.map((channel) => tChannel(channel)).join(" · ") })}
          </li>
        )}
        {hasSilence && <li>{t("silence")}</li>}
        {preview.hasNoCrossings && (
          <li className="flex items-start gap-1">
            <ToneIcon tone="warning" className="mt-px size-3.5" />
            {t("noCrossings")}
          </li>
        )}
        {unwatched.length > 0 && (
          <li className="flex items-start gap-1">
            <ToneIcon tone="warning" className="mt-px size-3.5" />
            {t("unwatched", { measures: unwatched.map((measure) => tMeasure(measure)).join(" · ") })}
          </li>
        )}
      </ul>
    </div>
  );
}

function useMessages() {
  const t = useTranslations("trigger");
  return (messages: readonly PreviewMessages[]) =>
    messages
      .map(({ channel, count }) => t("preview.messages", { channel: t(`says.channel.${channel}`), count }))
      .join(" · ");
}

type AlarmLineProps = { alarm: PreviewAlarm; preview: PreviewDto; locale: string };

function AlarmLine({ alarm, preview: { to, timeZone }, locale }: AlarmLineProps) {
  const t = useTranslations("trigger");
  const tMeasure = useTranslations("carrier.measure");
  const words = useMessages();
  const { kind, measure, crossing, geofenceName, side, severity, raisedAt, startedAt, endedAt, messages } = alarm;
  const at = formatInstant(new Date(raisedAt), new Date(to), { locale, timeZone });
  const lasting = endedAt === null ? t("preview.goesOn") : formatDuration(endedAt - startedAt, locale);
  const whatOf = () => {
    if (crossing) return t(`says.geofence.${crossing}`, { geofence: geofenceName ?? "" });
    if (kind === "state" || measure === null || side === null)
      return t(`state.${measure === "power" ? "power" : "door"}`);
    return `${tMeasure(measure)}: ${t(`preview.side.${side}`)}`;
  };
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 py-1.5 text-sm">
      <span className="min-w-0">
        <span className="tabular-nums">{at}</span>
        <span className="text-muted-foreground"> · {lasting}</span>
        <span className="block text-muted-foreground text-xs">
          {t(`kind.${kind}`)} · {whatOf()}
        </span>
      </span>
      <span className="flex flex-col items-end gap-0.5 text-right">
        <Badge {...(severity === "critical" && { tone: "critical" as const })}>{t(`severity.${severity}`)}</Badge>
        <span className="text-muted-foreground text-xs">
          {messages.length > 0 ? words(messages) : t("preview.nobody")}
        </span>
      </span>
    </li>
  );
}
