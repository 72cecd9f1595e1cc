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
import { Select } from "@/components/ui/select";
import { showToast } from "@/components/ui/toast-store";
import { DATE_ORDERS, type DateOrder } from "@/features/telemetry/logger/clock.rules";
import { MAXIMUM_MEGABYTES, MAXIMUM_ROWS } from "@/features/telemetry/logger/content.rules";
import type { Issue } from "@/lib/errors";
import type { ServiceError } from "@/lib/http/call-service";
import { choiceOf, layoutOf, type TableChoice } from "../layout.rules";
import { type Told, useCheck, useForget, useKeep } from "../logger.client";
import { ACCEPTED_ENDINGS, sizeIssue } from "../logger.rules";
import type { LoggerCheckDto } from "../logger.schema";
import { ColumnChoice } from "./column-choice";
import { KeptReading } from "./kept-reading";
import { LoggerIssues } from "./logger-issues";
import { LoggerSummary } from "./logger-summary";
import { ManualFields } from "./manual-fields";

type LoggerDialogProps = {
  carrierId: number;
  clockZone: string;
  now: number;
  timeZone: string;
  onClose: () => void;
  onDone: () => void;
};

const NOTHING_TOLD = { loggerSerial: "", loggerModel: "", remark: "" };

/** Imports a logger file: the user selects it, checks the preview, and confirms the import. */
export function LoggerDialog({ carrierId, clockZone, now, timeZone, onClose, onDone }: LoggerDialogProps) {
  const t = useTranslations("history.logger.dialog");
  const tTab = useTranslations("history.logger.tab");
  const textOf = useFailureText();
  const [file, setFile] = useState<File | null>(null);
  const [issue, setIssue] = useState<Issue | null>(null);
  const [zone, setZone] = useState<string | null>(null);
  const [dateOrder, setDateOrder] = useState<DateOrder | null>(null);
  const [told, setTold] = useState<Omit<Told, "sha256">>(NOTHING_TOLD);
  const [seen, setSeen] = useState<LoggerCheckDto | null>(null);
  // The chosen columns, and the table that they were chosen for.
  const [choice, setChoice] = useState<TableChoice | null>(null);
  const [table, setTable] = useState<LoggerCheckDto["table"]>(null);
  const check = useCheck(carrierId);
  const keep = useKeep(carrierId);
  const forget = useForget(carrierId);
  const change = (work: () => void) => {
    work();
    setSeen(null);
    check.reset();
    keep.reset();
    forget.reset();
  };
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    change(() => {
      setFile(chosen);
      setChoice(null);
      setTable(null);
      setIssue(sizeIssue(chosen.size));
    });
  };
  const said = choiceOf(choice, table);
  const layout = said && layoutOf(said);
  const reading = { timeZone: zone, dateOrder, layout };
  const look = () =>
    file &&
    check.mutate(
      { file, ...reading },
      {
        onSuccess: (found) => {
          setSeen(found);
          setTable(found.table);
          // An accepted guess is submitted with the import.
          setChoice(said);
        },
      },
    );
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
  // A saved reading applies to this file only and can be overridden.
  const sayAgain = () =>
    seen &&
    change(() => {
      setZone(seen.timeZone);
      setDateOrder(seen.dateOrder);
      if (seen.kept?.hasColumns && seen.table) setChoice(seen.table.layout);
    });
  const asksOrder = dateOrder !== null || seen?.issues.some(({ rule }) => rule === "dateOrder");
  const isSound = seen !== null && seen.issueCount === 0 && seen.earlier === null;
  // A file that could not be read has no valid clock either.
  const read = seen?.issueCount === 0 ? seen : null;
  const problem = issue ?? check.error ?? keep.error ?? forget.error;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className={cn((seen || table) && "w-[760px]")} aria-describedby={undefined}>
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
                control={control}
                name="timeZone"
                key={read?.timeZone ?? "own"}
                defaultValue={zone ?? read?.timeZone ?? clockZone}
                now={now}
                onChange={(next) => change(() => setZone(next))}
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
          {seen?.kept && (
            <KeptReading
              kept={seen.kept}
              timeZone={timeZone}
              isPending={forget.isPending || check.isPending}
              onChange={sayAgain}
              onForget={() => seen.kept && forget.mutate(seen.kept.shape, { onSuccess: () => look() })}
            />
          )}
          {seen && !read && <LoggerIssues issues={seen.issues} count={seen.issueCount} />}
          {table && (
            <details open={!read && (table.source === "none" || choice !== null)} className="rounded-md border p-3">
              <summary className="cursor-pointer font-medium touch:py-2">{t(`columns.${table.source}`)}</summary>
              <div className="pt-3">
                <ColumnChoice
                  table={table}
                  choice={choice ?? table.layout}
                  onChange={(wanted) => change(() => setChoice(wanted))}
                />
                {said && !layout && <p className="pt-2 text-sm text-warning">{t("columns.incomplete")}</p>}
              </div>
            </details>
          )}
          {read && <LoggerSummary seen={read} now={now} timeZone={timeZone} />}
          {isSound && <ManualFields seen={seen} told={told} onChange={setTold} />}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t("cancel")}</Button>
          {isSound ? (
            <Button variant="primary" loading={keep.isPending} onClick={confirm}>
              {t("confirm", { count: seen.valueCount })}
            </Button>
          ) : (
            <Button
              variant="primary"
              disabled={!file || issue !== null || (said !== null && !layout)}
              loading={check.isPending}
              onClick={look}
            >
              {seen ? t("again") : t("check")}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** The text for why a file is refused. */
function useFailureText() {
  const tError = useTranslations("error");
  const textOf = useIssueText();
  return (problem: Issue | ServiceError): string => {
    if ("rule" in problem) return textOf(problem);
    const [first] = problem.issues;
    return first ? textOf(first) : tError(problem.key);
  };
}
