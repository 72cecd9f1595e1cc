"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { ToneIcon } from "@/components/value/tone-icon";
import { ChannelIcon } from "@/features/notice/health/components/channel-icon";
import { formatDuration, formatInstant } from "@/lib/datetime/format";
import type { TestAlarmState } from "../follow.rules";
import type { LeftOut, TestAlarmStep, TestRecipient } from "../schema";

/** The most recipients of a step that are listed; failed ones are listed in any case. */
const MOST_LISTED = 100;

type State = Pick<TestAlarmState, "state" | "tookMs" | "reason">;

type PlanStepProps = {
  step: TestAlarmStep;
  /** Whether the test is sent to this step. */
  isChosen: boolean;
  timeZone: string;
  /** The delivery of a recipient's message; null if none was sent. */
  stateOf: (recipient: TestRecipient) => State | null;
};

/** A row of the plan: when and whom, who gets which message, and who gets none and why. */
export function PlanStep({ step, isChosen, timeZone, stateOf }: PlanStepProps) {
  const t = useTranslations("testAlarm");
  const locale = useLocale();
  const { afterMinutes, groupName, level, isOnDuty, recipients, leftOut } = step;
  const lasting = (minutes: number) => formatDuration(minutes * 60_000, locale);
  const whom = groupName === null ? t("console") : t(isOnDuty ? "toldOnDuty" : "told", { group: groupName, level });
  const listed = recipients
    .map((recipient) => ({ recipient, state: stateOf(recipient) }))
    .filter(({ state }, index) => index < MOST_LISTED || state?.state === "failed");
  return (
    <li className="rounded-md border" data-step-chosen={isChosen}>
      <p className={cn("border-b px-3 py-2 font-medium text-sm", !isChosen && "text-muted-foreground")}>
        {afterMinutes === 0 ? t("atOnce") : t("after", { duration: lasting(afterMinutes) })}
        <span className="wrap-anywhere ml-2 font-normal text-muted-foreground">{whom}</span>
      </p>
      {recipients.length > 0 && (
        <ul aria-label={t("gets")} className="px-3 py-1">
          {listed.map(({ recipient, state }) => (
            <Recipient
              key={`${recipient.channel} ${recipient.contactId}`}
              recipient={recipient}
              later={recipient.afterMinutes > afterMinutes ? lasting(recipient.afterMinutes - afterMinutes) : null}
              timeZone={timeZone}
              state={state}
            />
          ))}
          {listed.length < recipients.length && (
            <li className="py-1.5 text-muted-foreground text-sm">
              {t("more", { count: recipients.length - listed.length })}
            </li>
          )}
        </ul>
      )}
      {leftOut.length > 0 && (
        <div className={cn("px-3 py-2 text-sm", recipients.length > 0 && "border-t")}>
          <p className="font-medium text-muted-foreground text-xs">{t("leftOut")}</p>
          <ul aria-label={t("leftOut")}>
            {leftOut.map((one) => (
              <NotNotified key={`${one.contactId} ${one.channel} ${one.reason}`} one={one} timeZone={timeZone} />
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

type RecipientProps = { recipient: TestRecipient; later: string | null; timeZone: string; state: State | null };

function Recipient({ recipient, later, timeZone, state }: RecipientProps) {
  const t = useTranslations("testAlarm");
  const locale = useLocale();
  const { contactId, name, channel, address, remark, isFailing, quiet } = recipient;
  const notes = [
    t(`channel.${channel}`),
    address,
    later && t("later", { duration: later }),
    remark && t(`remark.${remark}`),
  ].filter(Boolean);
  const until = quiet && formatInstant(new Date(quiet.until), new Date(), { locale, timeZone });
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-1.5 text-sm" data-state={state?.state ?? "planned"}>
      <ChannelIcon channel={channel} className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{contactId === null ? t("console") : name}</p>
        <p className="wrap-anywhere text-muted-foreground text-xs">{notes.join(" · ")}</p>
        {isFailing && <p className="text-warning text-xs">{t("failing")}</p>}
        {quiet && until && <p className="text-muted-foreground text-xs">{t("quiet", { until, upTo: quiet.upTo })}</p>}
      </div>
      {state && <Delivery state={state} />}
    </li>
  );
}

/** On its way, delivered with the time it took, or failed with the reason. */
function Delivery({ state: { state, tookMs, reason } }: { state: State }) {
  const t = useTranslations("testAlarm");
  const locale = useLocale();
  const line = (icon: ReactNode, text: string, className?: string) => (
    <p className={cn("flex items-center gap-1.5 text-sm max-sm:w-full max-sm:pl-7", className)}>
      {icon}
      {text}
    </p>
  );
  if (state === "waiting") return line(<Spinner />, t("waiting"), "text-muted-foreground");
  if (state === "delivered") {
    const took = tookMs ?? 0;
    const text = took < 1000 ? t("deliveredFast") : t("delivered", { duration: formatDuration(took, locale) });
    return line(<ToneIcon tone="normal" className="size-4 shrink-0 text-normal" />, text);
  }
  return (
    <div className="w-full pl-7">
      {line(<ToneIcon tone="critical" className="size-4 shrink-0 text-critical" />, t("failed"), "max-sm:pl-0")}
      {reason && <p className="wrap-anywhere text-muted-foreground text-xs">{reason}</p>}
    </div>
  );
}

/** Somebody without a message, or a channel or step that reaches nobody. */
function NotNotified({ one, timeZone }: { one: LeftOut; timeZone: string }) {
  const t = useTranslations("testAlarm");
  const locale = useLocale();
  const { name, channel, reason, until: at } = one;
  const until = at === null ? "" : formatInstant(new Date(at), new Date(), { locale, timeZone });
  const who = [name, channel && t(`channel.${channel}`)].filter(Boolean).join(" · ");
  return (
    <li className="wrap-anywhere py-0.5">
      {who}
      <span className={cn("text-muted-foreground", who !== "" && "ml-2")}>{t(`reason.${reason}`, { until })}</span>
    </li>
  );
}
