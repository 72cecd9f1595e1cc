"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { useIssueText } from "@/components/form/use-record-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { showToast } from "@/components/ui/toast-store";
import type { Issue } from "@/lib/errors";
import { issuesOf } from "@/lib/validation/issues";
import { useSetTimes } from "../client";
import { MAXIMUM_TIMES } from "../rules";
import { RecordTimesInput } from "../schema";

type TimesDialogProps = {
  carrierId: number;
  times: readonly string[];
  timeZone: string;
  onClose: () => void;
  onDone: () => void;
};

let made = 0;
const rowOf = (time: string) => {
  made += 1;
  return { key: made, time };
};

/** The times of day, each in its own field. */
export function TimesDialog({ carrierId, times, timeZone, onClose, onDone }: TimesDialogProps) {
  const t = useTranslations("carrier-detail.record");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [rows, setRows] = useState(() => (times.length > 0 ? times : ["08:00"]).map(rowOf));
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
  const change = (key: number, time: string) => setRows(rows.map((row) => (row.key === key ? { key, time } : row)));
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
        {rows.map(({ key, time }, index) => (
          <div key={key} className="flex w-full items-start gap-2">
            <Field
              label={t("timeNumber", { number: index + 1 })}
              issue={issueOf(`times.${index}`)}
              className="w-full sm:w-48"
            >
              {(control) => (
                <Input
                  {...control}
                  type="time"
                  value={time}
                  onChange={(event) => change(key, event.target.value.slice(0, 5))}
                />
              )}
            </Field>
            <Button
              variant="ghost"
              className="mt-6 w-control shrink-0 px-0"
              aria-label={t("removeTime", { time: time || String(index + 1) })}
              title={t("removeTime", { time: time || String(index + 1) })}
              onClick={() => setRows(rows.filter((row) => row.key !== key))}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </div>
        ))}
        {rows.length === 0 && <p className="text-muted-foreground text-sm">{t("noneKept")}</p>}
        <Button disabled={rows.length >= MAXIMUM_TIMES} onClick={() => setRows([...rows, rowOf("")])}>
          <Plus aria-hidden="true" />
          {t("addTime")}
        </Button>
        <p className="text-muted-foreground text-xs">{t("atMost", { maximum: MAXIMUM_TIMES })}</p>
      </div>
    </RecordDialog>
  );
}
