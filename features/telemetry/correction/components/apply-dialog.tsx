"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { formatOffset } from "@/lib/datetime/format";
import { fromLocalInput, toLocalInput } from "@/lib/datetime/zone";
import type { InvalidRuleRowDto } from "../invalid.schema";
import { applyInvalidRule, previewQuery } from "../run.client";
import { RunInput } from "../run.schema";

const WEEK_MS = 7 * 86_400_000;

type ApplyDialogProps = {
  rule: InvalidRuleRowDto;
  now: number;
  timeZone: string;
  onClose: () => void;
  onDone: () => void;
};

/** Asks from when on a rule applies to stored readings, and previews how many it would invalidate. */
export function ApplyDialog({ rule, now, timeZone, onClose, onDone }: ApplyDialogProps) {
  const t = useTranslations("invalidRule.apply");
  const [since, setSince] = useState(() => toLocalInput(new Date(now - WEEK_MS), timeZone));
  const from = fromLocalInput(since, timeZone)?.getTime() ?? null;
  const form = useRecordForm({
    schema: RunInput,
    send: (values) => applyInvalidRule(rule.id, values.from),
    onDone,
  });
  return (
    <RecordDialog
      onClose={onClose}
      title={t("title", { name: rule.name })}
      description={t("text")}
      submitLabel={t("confirm")}
      onSubmit={() => void form.submit({ id: rule.id, from: from ?? "" })}
      pending={form.pending}
      error={form.error}
    >
      <div className="flex flex-col gap-4">
        <Field
          label={t("from")}
          hint={`${timeZone} (${formatOffset(new Date(now), timeZone)})`}
          issue={form.issue("from")}
          required
        >
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              className="sm:w-64"
              value={since}
              max={toLocalInput(new Date(now), timeZone)}
              onChange={(event) => setSince(event.target.value)}
            />
          )}
        </Field>
        {from !== null && from < now && <Count ruleId={rule.id} from={from} />}
      </div>
    </RecordDialog>
  );
}

function Count({ ruleId, from }: { ruleId: number; from: number }) {
  const t = useTranslations("invalidRule.apply");
  const { data, isError } = useQuery(previewQuery(ruleId, from));
  return (
    <p aria-live="polite" className="flex min-h-6 items-center gap-2 text-sm">
      {isError && t("failed")}
      {!isError && !data && (
        <>
          <Spinner />
          {t("counting")}
        </>
      )}
      {data && <strong>{t(data.isComplete ? "count" : "atLeast", { count: data.count })}</strong>}
    </p>
  );
}
