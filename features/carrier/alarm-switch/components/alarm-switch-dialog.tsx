"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { SegmentedControl } from "@/components/form/segmented-control";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { showToast } from "@/components/ui/toast-store";
import { useNow } from "@/components/value/use-now";
import type { AlarmSwitch } from "@/db/enums";
import { formatOffset } from "@/lib/datetime/format";
import { fromLocalInput, toLocalInput } from "@/lib/datetime/zone";
import type { Issue } from "@/lib/errors";
import { useNames } from "../../batch/client";
import { useSwitchAlarm } from "../client";
import { issuesOf, MAXIMUM_PAUSE_MS, PAUSE_MINUTES, REASON_LENGTH, type SwitchPosition } from "../rules";

const MINUTE_MS = 60_000;
/** Ordered from the least to the most far-reaching. */
const CHOICES = ["on", "paused", "off"] as const satisfies readonly AlarmSwitch[];

type Switchable = { id: number; name: string; alarmSwitch: SwitchPosition; pausedUntil: number | null };

type AlarmSwitchDialogProps = {
  /** One carrier, or several with the same switch position. */
  carriers: readonly [Switchable, ...Switchable[]];
  now: number;
  timeZone: string;
  onClose: () => void;
  onDone: () => void;
};

/** Switches the alarm of carriers on, off, or off for a while. Off and pause require a reason. */
export function AlarmSwitchDialog({ carriers, now, timeZone, onClose, onDone }: AlarmSwitchDialogProps) {
  const [carrier] = carriers;
  const t = useTranslations("carrier.alarm");
  const tBatch = useTranslations("carrier.batch");
  const tError = useTranslations("error");
  const current = useNow(now);
  const { mutate, isPending, error } = useSwitchAlarm(carriers.map(({ id }) => id));
  const isOver = carrier.alarmSwitch === "paused" && carrier.pausedUntil !== null && carrier.pausedUntil <= current;
  const from = isOver ? "on" : carrier.alarmSwitch;
  const [to, setTo] = useState<AlarmSwitch>(from === "on" ? "paused" : "on");
  const [pause, setPause] = useState<string>(String(PAUSE_MINUTES[1]));
  const [until, setUntil] = useState(() => toLocalInput(new Date(current + PAUSE_MINUTES[2] * MINUTE_MS), timeZone));
  const [issues, setIssues] = useState<readonly Issue[]>([]);

  const names = useNames(carriers);
  const name = carriers.length === 1 ? carrier.name : t("several", { count: carriers.length });
  const pausedUntil = () => {
    if (to !== "paused") return null;
    if (pause !== "until") return Date.now() + Number(pause) * MINUTE_MS;
    return fromLocalInput(until, timeZone)?.getTime() ?? null;
  };
  const submit = (form: FormData) => {
    const wish = { to, from, pausedUntil: pausedUntil(), reason: String(form.get("reason") ?? "").trim() };
    const found = issuesOf(wish, Date.now());
    setIssues(found);
    if (found.length > 0) return;
    mutate(wish, {
      onSuccess: () => {
        showToast("normal", t(`done.${to}`, { name }));
        onDone();
      },
      onError: (refusal) => setIssues(refusal.issues),
    });
  };
  const issueOf = (path: string) => {
    const rule = issues.find((issue) => issue.path === path)?.rule;
    return rule && (t.has(`issue.${path}.${rule}`) ? t(`issue.${path}.${rule}`) : tError(`rule.${rule}`));
  };
  const row = issues.find(({ path }) => path.startsWith("ids."));
  const barrier = row && carriers[Number(row.path.slice("ids.".length))];
  const refused =
    row && barrier
      ? tBatch("barred", { name: barrier.name, why: tError(`rule.${row.rule}`) })
      : (issueOf("alarmSwitch") ?? (error && issues.length === 0 ? tError(error.key) : undefined));
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={t("title")}
      description={`${names} · ${t(`position.${from}`)}`}
      submitLabel={t(`submit.${to}`)}
      onSubmit={submit}
      pending={isPending}
      error={refused}
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-col items-start gap-1.5">
          <SegmentedControl
            name="to"
            label={t("title")}
            value={to}
            onValueChange={setTo}
            options={CHOICES.filter((position) => position === "paused" || position !== from).map((position) => ({
              value: position,
              label: t(`choice.${position}`),
            }))}
          />
          <p className="text-muted-foreground text-xs">{t(`hint.${to}`)}</p>
        </div>
        {to === "paused" && (
          <div className="flex flex-col items-start gap-3">
            <SegmentedControl
              name="pause"
              label={t("pauseFor")}
              value={pause}
              onValueChange={setPause}
              options={[
                ...PAUSE_MINUTES.map((minutes) => ({ value: String(minutes), label: t(`pause.${minutes}`) })),
                { value: "until", label: t("pause.until") },
              ]}
            />
            {pause === "until" && (
              <Field
                label={t("until")}
                hint={`${timeZone} (${formatOffset(new Date(current), timeZone)})`}
                issue={issueOf("pausedUntil")}
                required
                className="w-full sm:w-64"
              >
                {(control) => (
                  <Input
                    {...control}
                    type="datetime-local"
                    value={until}
                    min={toLocalInput(new Date(current), timeZone)}
                    max={toLocalInput(new Date(current + MAXIMUM_PAUSE_MS), timeZone)}
                    onChange={(event) => setUntil(event.target.value)}
                  />
                )}
              </Field>
            )}
          </div>
        )}
        <Field label={t("reason")} hint={t("reasonHint")} issue={issueOf("reason")} required={to !== "on"}>
          {(control) => <Textarea {...control} name="reason" rows={3} maxLength={REASON_LENGTH} />}
        </Field>
      </div>
    </RecordDialog>
  );
}
