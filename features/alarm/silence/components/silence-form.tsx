"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { TextareaField } from "@/components/form/record-fields";
import { SegmentedControl } from "@/components/form/segmented-control";
import { useIssueText, useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { useNow } from "@/components/value/use-now";
import { formatOffset } from "@/lib/datetime/format";
import { fromLocalInput, toLocalInput } from "@/lib/datetime/zone";
import type { Issue } from "@/lib/errors";
import { createSilence } from "../silence.client";
import { issuesOf, LENGTH_MINUTES, REASON_LENGTH } from "../silence.rules";
import { type SilenceDto, SilenceInput } from "../silence.schema";
import { type ChosenTarget, TargetSelect } from "./target-select";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type SilenceFormProps = {
  /** The targets named by the link to this form. */
  targets: readonly ChosenTarget[];
  isForSeveral: boolean;
  now: number;
  timeZone: string;
  onClose: () => void;
  onSaved: (silence: SilenceDto) => void;
};

/** Creates a silence: targets, start, end and reason. */
export function SilenceForm({ targets: named, isForSeveral, now, timeZone, onClose, onSaved }: SilenceFormProps) {
  const t = useTranslations("silence");
  const textOf = useIssueText();
  const current = useNow(now);
  const [targets, setTargets] = useState(named);
  const [begin, setBegin] = useState<"now" | "later">("now");
  const [length, setLength] = useState<string>(String(LENGTH_MINUTES[1]));
  const [start, setStart] = useState(() => toLocalInput(new Date(current + 24 * HOUR_MS), timeZone));
  const [end, setEnd] = useState(() => toLocalInput(new Date(current + 28 * HOUR_MS), timeZone));
  const [spanIssues, setSpanIssues] = useState<readonly Issue[]>([]);
  const form = useRecordForm({ schema: SilenceInput, send: createSilence, onDone: onSaved });

  const instantOf = (local: string) => fromLocalInput(local, timeZone)?.getTime() ?? null;
  const submit = (data: FormData) => {
    const clock = Date.now();
    const startsAt = begin === "later" ? instantOf(start) : null;
    const from = startsAt ?? clock;
    const endsAt = length === "until" ? instantOf(end) : from + Number(length) * MINUTE_MS;
    const missing = (path: string): Issue => ({ path, rule: "required", message: "required" });
    const found = [
      ...(begin === "later" && startsAt === null ? [missing("startsAt")] : []),
      ...(endsAt === null ? [missing("endsAt")] : issuesOf({ startsAt, endsAt }, clock)),
    ];
    setSpanIssues(found);
    const iso = (at: number | null) => (at === null ? undefined : new Date(at).toISOString());
    const values = {
      targets: targets.map(({ kind, id }) => ({ kind, id })),
      startsAt: iso(startsAt),
      endsAt: iso(endsAt ?? clock),
      reason: data.get("reason"),
    };
    // Issues of the span are shown together with all others and never sent.
    if (found.length > 0 && SilenceInput.safeParse(values).success) return;
    void form.submit(values);
  };
  const issueOf = (path: "startsAt" | "endsAt") => {
    const said = form.issue(path);
    const found = spanIssues.find((issue) => issue.path === path);
    return found ? textOf(found) : said;
  };
  const zone = `${timeZone} (${formatOffset(new Date(current), timeZone)})`;
  const lengths = [...LENGTH_MINUTES.map(String), "until"];
  return (
    <RecordDialog
      onClose={onClose}
      title={t("form.title")}
      description={t("form.hint")}
      submitLabel={t(begin === "now" ? "form.submitNow" : "form.submitLater")}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <div className="flex flex-col gap-4">
        <Field label={t("form.targets")} hint={t("form.targetsHint")} issue={form.issue("targets")} required>
          {(control) => (
            <TargetSelect
              control={{ ...control, "aria-label": t("form.targets") }}
              value={targets}
              onChange={setTargets}
              isForSeveral={isForSeveral}
            />
          )}
        </Field>
        <div className="flex flex-col items-start gap-2">
          <span aria-hidden="true" className="font-medium text-sm">
            {t("form.begin")}
          </span>
          <SegmentedControl
            name="begin"
            label={t("form.begin")}
            value={begin}
            onValueChange={setBegin}
            options={(["now", "later"] as const).map((value) => ({ value, label: t(`form.beginChoice.${value}`) }))}
          />
          {begin === "later" && (
            <Field
              label={t("column.startsAt")}
              hint={zone}
              issue={issueOf("startsAt")}
              required
              className="w-full sm:w-64"
            >
              {(control) => (
                <Input
                  {...control}
                  type="datetime-local"
                  value={start}
                  min={toLocalInput(new Date(current), timeZone)}
                  onChange={(event) => setStart(event.target.value)}
                />
              )}
            </Field>
          )}
        </div>
        <div className="flex flex-col items-start gap-2">
          <span aria-hidden="true" className="font-medium text-sm">
            {t("form.length")}
          </span>
          <SegmentedControl
            name="length"
            label={t("form.length")}
            value={length}
            onValueChange={setLength}
            options={lengths.map((value) => ({ value, label: t(`form.lengthChoice.${value}`) }))}
          />
          {length === "until" && (
            <Field label={t("column.endsAt")} hint={zone} issue={issueOf("endsAt")} required className="w-full sm:w-64">
              {(control) => (
                <Input
                  {...control}
                  type="datetime-local"
                  value={end}
                  min={toLocalInput(new Date(current), timeZone)}
                  onChange={(event) => setEnd(event.target.value)}
                />
              )}
            </Field>
          )}
        </div>
        <TextareaField
          form={form}
          name="reason"
          label={t("column.reason")}
          hint={t("form.reasonHint")}
          required
          rows={3}
          maxLength={REASON_LENGTH}
        />
      </div>
    </RecordDialog>
  );
}
