"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DropArea } from "@/components/form/drop-area";
import { Field } from "@/components/form/field";
import { TimeZoneSelect } from "@/components/form/time-zone-select";
import { useIssueText } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { showToast } from "@/components/ui/toast-store";
import { DATE_ORDERS, type DateOrder } from "@/features/telemetry/logger-clock/rules";
import { MAXIMUM_MEGABYTES, MAXIMUM_ROWS } from "@/features/telemetry/logger-content/rules";
import type { Issue } from "@/lib/errors";
import type { ServiceError } from "@/lib/http/call-service";
import { type Told, useCheck, useKeep } from "../client";
import { ACCEPTED_ENDINGS, sizeIssue } from "../rules";
import { LOGGER_NAME_LENGTH, type LoggerCheckDto, REMARK_LENGTH } from "../schema";
import { LoggerIssues } from "./logger-issues";
import { LoggerSummary } from "./logger-summary";

type LoggerDialogProps = {
  carrierId: number;
  clockZone: string;
  now: number;
  timeZone: string;
  onClose: () => void;
  onDone: () => void;
};

const NOTHING_TOLD = { loggerSerial: "", loggerModel: "", remark: "" };

/** A file is chosen, looked at, shown as what it is, and kept once somebody has said so. */
export function LoggerDialog({ carrierId, clockZone, now, timeZone, onClose, onDone }: LoggerDialogProps) {
  const t = useTranslations("history.logger.dialog");
  const tTab = useTranslations("history.logger.tab");
  const textOf = useFailureText();
  const [file, setFile] = useState<File | null>(null);
  const [issue, setIssue] = useState<Issue | null>(null);
  const [zone, setZone] = useState(clockZone);
  const [dateOrder, setDateOrder] = useState<DateOrder | null>(null);
  const [told, setTold] = useState<Omit<Told, "sha256">>(NOTHING_TOLD);
  const [seen, setSeen] = useState<LoggerCheckDto | null>(null);
  const check = useCheck(carrierId);
  const keep = useKeep(carrierId);
  const change = (work: () => void) => {
    work();
    setSeen(null);
    check.reset();
    keep.reset();
  };
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    change(() => {
      setFile(chosen);
      setIssue(sizeIssue(chosen.size));
    });
  };
  const reading = { timeZone: zone, dateOrder };
  const look = () => file && check.mutate({ file, ...reading }, { onSuccess: setSeen });
  const confirm = () =>
    file &&
    seen &&
    keep.mutate(
      { file, ...reading, told: { ...told, sha256: seen.sha256 } },
      {
        onSuccess: ({ fileName, valueCount }) => {
          showToast("normal", tTab("kept", { name: fileName, count: valueCount }));
          onDone();
        },
      },
    );
  const asksOrder = dateOrder !== null || seen?.issues.some(({ rule }) => rule === "dateOrder");
  const isSound = seen !== null && seen.issueCount === 0 && seen.earlier === null;
  const problem = issue ?? check.error ?? keep.error;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className={cn(seen && "w-[760px]")} aria-describedby={undefined}>
        <DialogHeader title={t("title")} />
        <DialogBody className="space-y-4">
          <div className="space-y-2">
            <DropArea
              words={{ label: t("file"), drop: t("drop"), choose: t("choose"), other: t("other") }}
              accept={ACCEPTED_ENDINGS}
              file={file}
              isBad={problem !== null || (seen !== null && !isSound)}
              isDisabled={check.isPending || keep.isPending}
              onTake={take}
            />
            <p className="text-muted-foreground text-sm">
              {t("limits", { megabytes: MAXIMUM_MEGABYTES, rows: MAXIMUM_ROWS })}
            </p>
          </div>
          <Field label={t("timeZone")} hint={t("timeZoneHint")}>
            {(control) => (
              <TimeZoneSelect
                {...control}
                name="timeZone"
                defaultValue={zone}
                now={now}
                onChange={(event) => change(() => setZone(event.target.value))}
              />
            )}
          </Field>
          {asksOrder && (
            <Field label={t("dateOrder")} required>
              {(control) => (
                <Select
                  {...control}
                  value={dateOrder ?? ""}
                  onChange={(event) => change(() => setDateOrder((event.target.value || null) as DateOrder | null))}
                >
                  <option value="">–</option>
                  {DATE_ORDERS.map((order) => (
                    <option key={order} value={order}>
                      {t(order)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          {problem && <Alert tone="critical">{textOf(problem)}</Alert>}
          {seen && <Outcome seen={seen} now={now} timeZone={timeZone} />}
          {isSound && <ToldFields seen={seen} told={told} onChange={setTold} />}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t("cancel")}</Button>
          {isSound ? (
            <Button variant="primary" loading={keep.isPending} onClick={confirm}>
              {t("confirm", { count: seen.valueCount })}
            </Button>
          ) : (
            <Button variant="primary" disabled={!file || issue !== null} loading={check.isPending} onClick={look}>
              {seen ? t("again") : t("check")}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** What keeps a file from being taken, in words. */
function useFailureText() {
  const tError = useTranslations("error");
  const textOf = useIssueText();
  return (problem: Issue | ServiceError): string => {
    if ("rule" in problem) return textOf(problem);
    const [first] = problem.issues;
    return first ? textOf(first) : tError(problem.key);
  };
}

type OutcomeProps = { seen: LoggerCheckDto; now: number; timeZone: string };

function Outcome({ seen, now, timeZone }: OutcomeProps) {
  return seen.issueCount > 0 ? (
    <LoggerIssues issues={seen.issues} count={seen.issueCount} />
  ) : (
    <LoggerSummary seen={seen} now={now} timeZone={timeZone} />
  );
}

type ToldFieldsProps = {
  seen: LoggerCheckDto;
  told: Omit<Told, "sha256">;
  onChange: (told: Omit<Told, "sha256">) => void;
};

/** What the file does not say itself. */
function ToldFields({ seen, told, onChange }: ToldFieldsProps) {
  const t = useTranslations("history.logger.dialog");
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {seen.loggerSerial === "" && (
        <Field label={t("serial")}>
          {(control) => (
            <Input
              {...control}
              value={told.loggerSerial}
              maxLength={LOGGER_NAME_LENGTH}
              onChange={(event) => onChange({ ...told, loggerSerial: event.target.value })}
            />
          )}
        </Field>
      )}
      {seen.loggerModel === "" && (
        <Field label={t("model")}>
          {(control) => (
            <Input
              {...control}
              value={told.loggerModel}
              maxLength={LOGGER_NAME_LENGTH}
              onChange={(event) => onChange({ ...told, loggerModel: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label={t("remark")} className="sm:col-span-2">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={told.remark}
            maxLength={REMARK_LENGTH}
            onChange={(event) => onChange({ ...told, remark: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
