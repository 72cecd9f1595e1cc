"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { useIssueText } from "@/components/form/use-record-form";
import { showToast } from "@/components/ui/toast-store";
import type { Issue } from "@/lib/errors";
import { issuesOf } from "@/lib/validation/issues";
import { useSetTimes } from "../client";
import { RecordTimesInput } from "../schema";
import { TimesFields, timeRow } from "./times-fields";

type TimesDialogProps = {
  carrierId: number;
  times: readonly string[];
  timeZone: string;
  onClose: () => void;
  onDone: () => void;
};

/** Changes the times of day. */
export function TimesDialog({ carrierId, times, timeZone, onClose, onDone }: TimesDialogProps) {
  const t = useTranslations("carrier-detail.record");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [rows, setRows] = useState(() => (times.length > 0 ? times : ["08:00"]).map(timeRow));
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const { mutate, isPending, error } = useSetTimes(carrierId);
  const shown = [...issues, ...(error?.issues ?? [])];
  const issueOf = (path: string) => {
    const found = shown.find((issue) => issue.path === path);
    return found && textOf(found);
  };
  const submit = () => {
    const input = { id: carrierId, times: rows.map(({ time }) => time) };
    const parsed = RecordTimesInput.safeParse(input);
    setIssues(parsed.success ? [] : issuesOf(parsed.error));
    if (!parsed.success) return;
    mutate(input.times, {
      onSuccess: () => {
        showToast("normal", t("saved"));
        onDone();
      },
    });
  };
  return (
    <RecordDialog
      onClose={onClose}
      title={t("set")}
      description={t("zone", { zone: timeZone })}
      onSubmit={submit}
      pending={isPending}
      error={issueOf("times") ?? (error && error.issues.length === 0 ? tError(error.key) : undefined)}
    >
      <div className="flex flex-col items-start gap-3">
        <TimesFields rows={rows} onChange={setRows} issueOf={issueOf} />
      </div>
    </RecordDialog>
  );
}
