"use client";

import { BellMinus, Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentType, type ReactNode, useState } from "react";
import { DescriptionList } from "@/components/layout/description-list";
import { EmptyState } from "@/components/layout/empty-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import type { ConditionKind, DelayMode, NoticeChannel } from "@/db/enums";
import { TestAlarmButton } from "@/features/alarm/test-alarm/components/test-alarm-button";
import { KINDS } from "@/features/exception/kind.rules";
import { exposureText } from "@/features/exception/phrase.rules";
import type { ChannelStateDto } from "@/features/notice/health/schema";
import { formatDuration } from "@/lib/datetime/format";
import { formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { TriggerDialog } from "../../batch/components/trigger-dialog";
import { useLabels } from "../../monitoring/components/labels";
import type {
  BoundConditionDto,
  BoundPlanRowDto,
  BoundTriggerDto,
  CarrierDetailView,
  TabContent,
} from "../detail.schema";
import { SeverityLabel } from "./exception-labels";
import { RangesCard } from "./ranges-card";

type Content = Extract<TabContent, { tab: "trigger" }>;
/** The warning about channels, from the triggers' own screen. */
export type BrokenChannels = ComponentType<{ channels: readonly NoticeChannel[]; states: readonly ChannelStateDto[] }>;

type TriggerTabProps = {
  view: CarrierDetailView;
  content: Content;
  BrokenChannels: BrokenChannels;
  onChanged: () => void;
};

/** When an alarm is raised for this carrier, and who is notified. */
export function TriggerTab({ view, content, BrokenChannels, onChanged }: TriggerTabProps) {
  const { trigger, zones, channelStates } = content;
  const t = useTranslations("carrier-detail.trigger");
  const [isAsking, setIsAsking] = useState(false);
  const change = view.rights.edit && (
    <Button variant={trigger ? "secondary" : "primary"} onClick={() => setIsAsking(true)}>
      <Zap aria-hidden="true" />
      {t(trigger ? "change" : "bind")}
    </Button>
  );
  const ranges = <RangesCard view={view} zones={zones} onChanged={onChanged} />;
  return (
    <>
      {trigger ? (
        <div className="grid items-start gap-3 lg:grid-cols-2">
          <Card>
            <CardHeader>
              <CardTitle className="min-w-0 break-words">{trigger.name}</CardTitle>
              <SeverityLabel severity={trigger.severity} />
              {!trigger.isEnabled && <Badge tone="paused">{t("disabled")}</Badge>}
              {change}
            </CardHeader>
            <CardBody>
              <h3 className="mb-2 font-medium text-sm">{t("conditions")}</h3>
              {trigger.conditions.length === 0 ? (
                <p className="text-muted-foreground text-sm">{t("noConditions")}</p>
              ) : (
                <ul className="flex flex-col gap-3">
                  {trigger.conditions.map((condition) => (
                    <Condition key={condition.id} condition={condition} zones={zones} />
                  ))}
                </ul>
              )}
            </CardBody>
            <CardBody className="border-t">
              <Calendar trigger={trigger} />
            </CardBody>
          </Card>
          <Card>
            <CardHeader>
              <CardTitle>{t("plan")}</CardTitle>
              {view.rights.testAlarm && <TestAlarmButton carrierId={view.carrier.id} />}
            </CardHeader>
            {trigger.plan.length === 0 ? (
              <p className="p-4 text-muted-foreground text-sm">{t("noPlan")}</p>
            ) : (
              <ol>
                {trigger.plan.map((row) => (
                  <PlanRow key={row.id} row={row}>
                    <BrokenChannels channels={row.channels} states={channelStates} />
                  </PlanRow>
                ))}
              </ol>
            )}
          </Card>
          {ranges}
        </div>
      ) : (
        <>
          <Card>
            <EmptyState icon={<BellMinus aria-hidden="true" />} title={t("none")} action={change}>
              {t("noneHint")}
            </EmptyState>
          </Card>
          {ranges}
        </>
      )}
      {isAsking && (
        <TriggerDialog
          rows={[view.carrier]}
          onClose={() => setIsAsking(false)}
          onDone={() => {
            setIsAsking(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}

/** A condition: what must be met, for how long, and when it clears. */
function Condition({ condition, zones }: { condition: BoundConditionDto; zones: Content["zones"] }) {
  const t = useTranslations("carrier-detail.trigger");
  const tSeverity = useTranslations("exception.severity");
  const labels = useLabels();
  const locale = useValueLocale();
  const { kind, measure, delaySeconds, deadBand, doorDelaySeconds } = condition;
  const zone = zones.find((one) => one.measure === measure);
  const isOwn = condition.minimum === null && condition.maximum === null;
  const { minimum, maximum } = isOwn ? (zone ?? condition) : condition;
  const text = (value: number | null) => formatReading(value, measure ?? "temperature", locale).text;
  const limits = { minimum: text(minimum), maximum: text(maximum) };
  const side = minimum === null ? (maximum === null ? "unlimited" : "above") : maximum === null ? "below" : "outside";
  const values = { measure: measure === null ? "" : labels.measure(measure), ...limits };
  const lasting = (seconds: number) => formatDuration(seconds * 1000, locale);
  const exposure = (minutes: number | null) => exposureText(minutes ?? 0, locale);
  const delay = (mode: DelayMode) =>
    delaySeconds > 0 ? t(`delay.${mode}`, { duration: lasting(delaySeconds) }) : t("delay.none");
  const told: Record<ConditionKind, () => { what: string; notes: string[] }> = {
    range: () => ({ what: t(`condition.${side}`, values), notes: [delay(condition.delayMode)] }),
    cumulative: () => ({
      what: t(`condition.${side}`, values),
      notes: [t("inAll", { outside: exposure(condition.outsideMinutes), window: exposure(condition.windowMinutes) })],
    }),
    "no-data": () => ({ what: t("noData", values), notes: delaySeconds > 0 ? [delay(condition.delayMode)] : [] }),
    // State conditions support this delay mode only: a state that ends before the delay raises nothing.
    state: () => ({ what: t(`state.${measure === "power" ? measure : "door"}`), notes: [delay("ignore-delay")] }),
    trend: () => ({
      what: t(`trend.${side}`, values),
      notes: [t("horizon", { duration: lasting((condition.horizonMinutes ?? 0) * 60) })],
    }),
    geofence: () => {
      const { crossing, geofenceName } = condition;
      const key = crossing === "enter" ? "enter" : "exit";
      return {
        what: geofenceName === null ? t(`geofence.${key}Any`) : t(`geofence.${key}`, { geofence: geofenceName }),
        notes: [delay("ignore-delay")],
      };
    },
  };
  const { what, notes: own } = told[kind]();
  const notes = [
    KINDS[kind].hasLimits && isOwn && zone && t("ofRange", { name: zone.name }),
    ...own,
    doorDelaySeconds > 0 && t("doorDelay", { duration: lasting(doorDelaySeconds) }),
    ...(condition.severitySteps ?? []).map(({ afterMinutes, severity }) =>
      t("rise", { severity: tSeverity(severity), duration: lasting(afterMinutes * 60) }),
    ),
    KINDS[kind].hasFigures && deadBand > 0 && t("deadBand", { value: text(deadBand) }),
  ].filter(Boolean);
  return (
    <li className="text-sm">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        {what}
        {condition.severity && <SeverityLabel severity={condition.severity} />}
      </p>
      <p className="text-muted-foreground text-xs">{notes.join(" · ")}</p>
    </li>
  );
}

/** 2024-01-01 was a Monday, so adding an ISO weekday gives that weekday. */
const weekday = (day: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" }).format(Date.UTC(2024, 0, day));

function Calendar({ trigger: { calendar, timeZone } }: { trigger: BoundTriggerDto }) {
  const t = useTranslations("carrier-detail.trigger");
  const locale = useValueLocale();
  if (calendar === null) return <DescriptionList items={[{ term: t("calendar"), value: t("always") }]} />;
  const { days, windows } = calendar;
  return (
    <DescriptionList
      items={[
        {
          term: t("days"),
          value: days.length === 7 ? t("everyDay") : days.map((day) => weekday(day, locale)).join(" · "),
        },
        {
          term: t("hours"),
          value: windows.length === 0 ? t("allDay") : windows.map(({ from, to }) => `${from}–${to}`).join(" · "),
        },
        { term: t("zone"), value: timeZone },
      ]}
    />
  );
}

function PlanRow({ row, children }: { row: BoundPlanRowDto; children: ReactNode }) {
  const t = useTranslations("carrier-detail.trigger");
  const locale = useValueLocale();
  const { afterMinutes, groupName, level, isOnDuty, channels, repeatTimes, repeatIntervalMinutes } = row;
  const lasting = (minutes: number) => formatDuration(minutes * 60_000, locale);
  return (
    <li className="flex gap-4 border-b px-4 py-2.5 text-sm last:border-b-0">
      <span className="w-28 shrink-0 font-medium tabular-nums">
        {afterMinutes === 0 ? t("atOnce") : t("after", { duration: lasting(afterMinutes) })}
      </span>
      <span className="min-w-0">
        <span className="break-words">{t(isOnDuty ? "toldOnDuty" : "told", { group: groupName ?? "–", level })}</span>
        <span className="block text-muted-foreground text-xs">
          {[
            channels.map((channel) => t(`channel.${channel}`)).join(" · "),
            repeatTimes > 0 && t("repeat", { count: repeatTimes, duration: lasting(repeatIntervalMinutes) }),
          ]
            .filter(Boolean)
            .join(" — ")}
        </span>
        {children}
      </span>
    </li>
  );
}
