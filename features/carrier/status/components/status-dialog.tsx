"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { SegmentedControl } from "@/components/form/segmented-control";
import { useIssueText } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { CARRIER_STATUSES, type CarrierStatus } from "@/db/enums";
import type { Issue } from "@/lib/errors";
import { useBatch } from "../../batch/client";
import { type BatchDialogProps, BatchForm } from "../../batch/components/batch-dialog";
import { DEFROST_CHOICES, DEFROST_MINUTES, issuesOf, mayFollow, STATUS_REASON_LENGTH } from "../status.rules";

/** Sets the status of one or several carriers; statuses that suppress alarms require a reason. */
export function StatusDialog(props: BatchDialogProps) {
  const { rows } = props;
  const t = useTranslations("carrier");
  const textOf = useIssueText();
  const batch = useBatch(rows, "/status", "/status");
  const offered = CARRIER_STATUSES.filter((to) => rows.some(({ carrierStatus }) => mayFollow(carrierStatus, to)));
  const [to, setTo] = useState<CarrierStatus>(offered.includes("defrost") ? "defrost" : (offered[0] ?? "running"));
  const [lasting, setLasting] = useState<string>(String(DEFROST_MINUTES.default));
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const issue = (path: string) => {
    const found = issues.find((one) => one.path === path);
    return found ? textOf(found) : batch.issue(path);
  };
  const bodyOf = (form: FormData) => {
    const reason = String(form.get("reason") ?? "").trim();
    const minutes = lasting === "other" ? Number(form.get("minutes")) : Number(lasting);
    const defrostMinutes = to === "defrost" ? minutes : null;
    const found = issuesOf({ to, defrostMinutes, reason });
    setIssues(found);
    if (found.length > 0) return null;
    const from = rows.length === 1 ? { from: rows[0].carrierStatus } : {};
    return { status: to, reason, ...(defrostMinutes !== null && { defrostMinutes }), ...from };
  };
  return (
    <BatchForm {...props} verb="status" batch={batch} bodyOf={bodyOf}>
      <Field label={t("field.status")} hint={t(`statusHint.${to}`)} issue={issue("status")} required>
        {(control) => (
          <Select
            {...control}
            name="status"
            value={to}
            onChange={(event) => setTo(event.target.value as CarrierStatus)}
          >
            {offered.map((status) => (
              <option key={status} value={status}>
                {t(`statusChoice.${status}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {to === "defrost" && (
        <div className="flex flex-col items-start gap-3">
          <SegmentedControl
            name="lasting"
            label={t("defrost.label")}
            value={lasting}
            onValueChange={setLasting}
            options={[
              ...DEFROST_CHOICES.map((minutes) => ({ value: String(minutes), label: t(`defrost.${minutes}`) })),
              { value: "other", label: t("defrost.other") },
            ]}
          />
          {lasting === "other" && (
            <Field
              label={t("defrost.minutes")}
              hint={t("defrost.hint", { maximum: DEFROST_MINUTES.maximum })}
              issue={issue("defrostMinutes")}
              required
              className="w-full sm:w-56"
            >
              {(control) => (
                <Input
                  {...control}
                  type="number"
                  name="minutes"
                  min={DEFROST_MINUTES.minimum}
                  max={DEFROST_MINUTES.maximum}
                  defaultValue={DEFROST_MINUTES.default}
                />
              )}
            </Field>
          )}
        </div>
      )}
      <Field label={t("statusReason")} hint={t("statusReasonHint")} issue={issue("reason")} required={to !== "running"}>
        {(control) => <Textarea {...control} name="reason" rows={3} maxLength={STATUS_REASON_LENGTH} />}
      </Field>
    </BatchForm>
  );
}
