"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { SegmentedControl } from "@/components/form/segmented-control";
import { useIssueText } from "@/components/form/use-record-form";
import { DescriptionList } from "@/components/layout/description-list";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { formatInstant } from "@/lib/datetime/format";
import type { ServiceError } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { formatRange } from "@/lib/units/format-range";
import { planQuery, sendTestAlarm, statesQuery } from "../client";
import { countStates, messageFinder, UNKNOWN } from "../follow.rules";
import { chosenSteps, messagesOf } from "../rules";
import type { TestAlarmPlanDto } from "../schema";
import { PlanStep } from "./plan-step";

type TestAlarmDialogProps = { carrierId: number; onClose: () => void };

/** Shows who would be notified of an alarm of a carrier and who would not, sends a test, and follows each delivery. */
export function TestAlarmDialog({ carrierId, onClose }: TestAlarmDialogProps) {
  const t = useTranslations("testAlarm");
  const [levels, setLevels] = useState<"first" | "all">("first");
  const planned = useQuery(planQuery(carrierId));
  const { mutate, data: sent, error, isPending } = useServiceMutation(() => sendTestAlarm(carrierId, levels));
  const { data: followed = UNKNOWN } = useQuery(statesQuery(carrierId, sent?.sent.map(({ id }) => id) ?? []));
  const findMessage = useMemo(() => messageFinder(sent?.sent ?? []), [sent]);
  // What was sent is what the server resolved on sending.
  const plan = sent ?? planned.data;
  const chosen = plan ? chosenSteps(plan.steps, levels) : [];
  const count = messagesOf(chosen).length;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="sm:w-[560px]">
        <DialogHeader title={plan ? t("title", { name: plan.carrierName }) : t("open")} description={t("hint")} />
        <DialogBody className="flex flex-col gap-4 max-sm:px-4">
          {planned.isPending && (
            <p role="status" className="flex items-center gap-2 text-muted-foreground text-sm">
              <Spinner />
              {t("loading")}
            </p>
          )}
          {!plan && planned.error && <Refused error={planned.error} />}
          {plan && <Facts plan={plan} />}
          {plan && plan.steps.length > 1 && (
            <SegmentedControl
              name="levels"
              label={t("levels")}
              options={[
                { value: "first", label: t("first") },
                { value: "all", label: t("all") },
              ]}
              value={levels}
              onValueChange={setLevels}
            />
          )}
          {plan && plan.steps.length > 0 && (
            <ol className="flex flex-col gap-3">
              {plan.steps.map((step) => (
                <PlanStep
                  key={step.rowId}
                  step={step}
                  isChosen={chosen.includes(step)}
                  timeZone={plan.timeZone}
                  stateOf={({ contactId, channel }) => {
                    const message = findMessage({ rowId: step.rowId, contactId, channel });
                    return message ? (followed.states.get(message.id) ?? WAITING) : null;
                  }}
                />
              ))}
            </ol>
          )}
          {plan && count === 0 && plan.steps.length > 0 && <Alert tone="warning">{t("nobody")}</Alert>}
          {error && <Refused error={error} />}
        </DialogBody>
        <DialogFooter className="items-center">
          {sent && <Progress {...countStates(followed)} count={sent.sent.length} />}
          <DialogClose asChild>
            <Button>{t("close")}</Button>
          </DialogClose>
          <Button variant="primary" loading={isPending} disabled={count === 0} onClick={() => mutate()}>
            {sent ? t("again") : t("send", { count })}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

const WAITING = { state: "waiting", tookMs: null, reason: "" } as const;

/** Why a call was refused. */
function Refused({ error }: { error: ServiceError }) {
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [issue] = error.issues;
  return <Alert tone="critical">{issue ? textOf(issue) : tError(error.key)}</Alert>;
}

/** The limits and the trigger that the test stands for, and what would prevent a real alarm. */
function Facts({ plan: { limits, trigger, obstacles, timeZone } }: { plan: TestAlarmPlanDto }) {
  const t = useTranslations("testAlarm");
  const locale = useLocale();
  const until = (at: number | null) =>
    at === null ? "" : formatInstant(new Date(at), new Date(), { locale, timeZone });
  return (
    <>
      <DescriptionList
        items={[
          { term: t("limit"), value: limits.map((one) => formatRange(one, locale)).join(", ") || t("none") },
          { term: t("trigger"), value: trigger?.name ?? t("none") },
        ]}
      />
      {obstacles.length > 0 && (
        <Alert tone="warning" title={t("obstacles")}>
          <ul>
            {obstacles.map(({ reason, until: at }) => (
              <li key={reason}>{t(`obstacle.${reason}`, { until: until(at), hasEnd: at === null ? "no" : "yes" })}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

/** How many messages are delivered, announced to screen readers. */
function Progress({ delivered, failed, count }: { delivered: number; failed: number; count: number }) {
  const t = useTranslations("testAlarm");
  return (
    <p role="status" className="mr-auto text-sm tabular-nums">
      {t(failed > 0 ? "progressFailed" : "progress", { delivered, count, failed })}
    </p>
  );
}
