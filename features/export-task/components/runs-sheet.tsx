"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, Mail, Play } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { DescriptionList } from "@/components/layout/description-list";
import { EmptyState } from "@/components/layout/empty-state";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { Instant } from "@/components/value/instant";
import { filePath } from "@/features/file/download.rules";
import { isUnderWay, runsQuery } from "../task.client";
import type { DeliveryDto, RunDto, TaskDto } from "../task.schema";
import { useRunNow } from "./run-now";
import { RunState } from "./run-state";
import { useTaskTexts } from "./schedule-texts";

type RunsSheetProps = { task: TaskDto; now: number; mayRun: boolean; onClose: () => void };

/** A task with its latest runs: what each came to, its file, and what became of its mails. */
export function RunsSheet({ task, now, mayRun, onClose }: RunsSheetProps) {
  const t = useTranslations("exportTask");
  const tFormat = useTranslations("download.format");
  const texts = useTaskTexts();
  const { data, isError, refetch } = useQuery(runsQuery(task.id));
  const run = useRunNow();
  const hidden = task.carriers.filter(({ name }) => name === null).length;
  const names = task.carriers.flatMap(({ name }) => name ?? []);
  const items = [
    { term: t("column.kind"), value: `${texts.kind(task.kind)} · ${tFormat(task.format)}` },
    ...(task.carriers.length > 0
      ? [
          {
            term: t("form.carriers"),
            value: [...names, ...(hidden > 0 ? [t("hiddenCarriers", { count: hidden })] : [])].join(", "),
          },
        ]
      : []),
    { term: t("column.schedule"), value: `${texts.schedule(task)} (${task.timeZone})` },
    { term: t("form.period"), value: texts.period(task) },
    {
      term: t("column.recipients"),
      value: task.recipients.length > 0 ? task.recipients.join(", ") : t("downloadsOnly"),
    },
    {
      term: t("column.nextAt"),
      value: task.nextAt ? (
        <Instant at={Date.parse(task.nextAt)} now={now} timeZone={task.timeZone} />
      ) : (
        t("status.paused")
      ),
    },
    { term: t("column.owner"), value: task.owner },
  ];
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="w-160" aria-describedby={undefined}>
        <SheetHeader title={task.name} />
        <SheetBody className="flex flex-col gap-6 pb-8">
          <DescriptionList items={items} />
          <section className="flex flex-col gap-2">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold text-base">{t("runs.title")}</h3>
              {mayRun && (
                <Button
                  size="sm"
                  disabled={!data || run.isPending || data.runs.some(isUnderWay)}
                  onClick={() => run.start(task, () => void refetch())}
                >
                  <Play aria-hidden="true" />
                  {t("action.run")}
                </Button>
              )}
            </div>
            {isError && <Alert tone="critical">{t("runs.failed")}</Alert>}
            {!data && !isError && <Skeleton className="h-24" />}
            {data?.runs.length === 0 && <EmptyState title={t("runs.empty")} />}
            <ol className="flex flex-col">
              {data?.runs.map((run) => (
                <Run key={run.id} run={run} now={now} timeZone={task.timeZone} />
              ))}
            </ol>
          </section>
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

function Run({ run, now, timeZone }: { run: RunDto; now: number; timeZone: string }) {
  const t = useTranslations("exportTask");
  const format = useFormatter();
  const texts = useTaskTexts();
  const { from, to, rows, size } = run;
  const facts = [
    from && to ? texts.range(from, to, timeZone) : null,
    rows === null ? null : t("runs.rows", { count: rows }),
    size === null
      ? null
      : format.number(size / 1e6, { style: "unit", unit: "megabyte", maximumFractionDigits: size < 1e6 ? 3 : 1 }),
    run.trigger === "manual" ? t("runs.manual", { name: run.startedBy ?? "" }) : null,
  ].filter(Boolean);
  return (
    <li className="flex flex-col gap-1.5 border-t py-3 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Instant at={Date.parse(run.dueAt)} now={now} timeZone={timeZone} className="font-medium tabular-nums" />
        <RunState run={run} />
      </div>
      <p className="text-muted-foreground text-sm tabular-nums">{facts.join(" · ")}</p>
      {run.fileKey && (
        <a
          href={filePath(run.fileKey)}
          download
          className={cn(buttonVariants({ size: "sm", variant: "link" }), "self-start touch:min-h-11")}
        >
          <Download aria-hidden="true" />
          <span className="wrap-anywhere text-left">{run.fileName}</span>
        </a>
      )}
      {run.reportId !== null && (
        <ButtonLink
          href={`/count/dataReport?id=${run.reportId}`}
          prefetch={false}
          size="sm"
          variant="link"
          className="self-start touch:min-h-11"
        >
          {t("runs.report")}
        </ButtonLink>
      )}
      {run.deliveries.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm">
          {run.deliveries.map((one) => (
            <Sent key={one.recipient} delivery={one} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Sent({ delivery: { recipient, state, reason, isLinked, takenCount } }: { delivery: DeliveryDto }) {
  const t = useTranslations("exportTask.delivery");
  const tLog = useTranslations("notice-log.reason");
  const known = /PUBLIC_URL/.test(reason) ? "noLink" : /deleted/.test(reason) ? "fileDeleted" : null;
  const text =
    state === "failed"
      ? t("failed", { reason: known ? tLog(known) : reason })
      : state === "sent" && isLinked
        ? t("linked", { count: takenCount })
        : t(state);
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <Mail aria-hidden="true" className="size-3.5 shrink-0 self-center text-muted-foreground" />
      <span className="wrap-anywhere">{recipient}</span>
      <span className={cn("text-xs", state === "failed" ? "text-critical" : "text-muted-foreground")}>{text}</span>
    </li>
  );
}
