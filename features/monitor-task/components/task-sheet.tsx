"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Pause, Play, SearchCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { DescriptionList } from "@/components/layout/description-list";
import { EmptyState } from "@/components/layout/empty-state";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { Link } from "@/lib/i18n/navigation";
import { findingsQuery, runsQuery, runTask, SHOWN_RUNS, switchTask, useTaskRefresh } from "../task.client";
import type { RunDto, TaskDto } from "../task.schema";
import { FoundCarrier, FoundDevice, FoundSequel, FoundState, type Links } from "./finding-parts";
import { RunOutcome } from "./run-outcome";
import { useTaskTexts } from "./task-texts";

type TaskSheetProps = { task: TaskDto; mayEdit: boolean; links: Links; now: number; onClose: () => void };

/** A task with its latest runs, and what each has found. */
export function TaskSheet({ task: asListed, mayEdit, links, now, onClose }: TaskSheetProps) {
  const t = useTranslations("monitorTask");
  const texts = useTaskTexts();
  // The answer of an action, until the list has been loaded again.
  const [answer, setAnswer] = useState<{ to: TaskDto; task: TaskDto } | null>(null);
  const task = answer?.to === asListed ? answer.task : asListed;
  const { data, isError, refetch } = useQuery(runsQuery(task.id));
  const reload = () => void refetch();
  useTaskRefresh(reload, task.id);
  const instant = (at: string) => <Instant at={Date.parse(at)} now={now} timeZone={task.timeZone} />;
  const items = [
    { term: t("field.kind"), value: t(`kind.${task.kind}`) },
    { term: t("field.places"), value: texts.places(task) },
    { term: t("field.schedule"), value: `${texts.schedule(task)} (${task.timeZone})` },
    ...(texts.interval(task) ? [{ term: t("field.interval"), value: texts.interval(task) }] : []),
    { term: t("field.follows"), value: texts.follows(task).join(" · ") || t("follows.none") },
    { term: t("field.nextAt"), value: task.nextAt ? instant(task.nextAt) : t("status.stopped") },
    ...(task.createdBy ? [{ term: t("field.createdBy"), value: task.createdBy }] : []),
  ];
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="w-160" aria-describedby={undefined}>
        <SheetHeader title={task.name} />
        <SheetBody className="flex flex-col gap-6 pb-8">
          <div className="flex flex-col gap-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <StateBadge tone={task.isRunning ? "normal" : "paused"}>
                {t(`status.${task.isRunning ? "running" : "stopped"}`)}
              </StateBadge>
              {mayEdit && (
                <Actions
                  task={task}
                  onDone={(next) => {
                    setAnswer({ to: asListed, task: next });
                    reload();
                  }}
                />
              )}
            </div>
            <DescriptionList items={items} />
          </div>
          <section className="flex flex-col gap-2">
            <div className="flex flex-wrap items-baseline justify-between gap-2">
              <h3 className="font-semibold text-base">{t("runs.title")}</h3>
              <Link
                href={`/arch/taskFinding?taskId=${task.id}`}
                prefetch={false}
                className="text-sm hover:text-primary hover:underline"
              >
                {t("runs.allFindings")}
              </Link>
            </div>
            {isError && <Alert tone="critical">{t("runs.unloaded")}</Alert>}
            {!data && !isError && <Skeleton className="h-24" />}
            {data?.total === 0 && <EmptyState title={t("runs.empty")} />}
            <ol className="flex flex-col">
              {data?.items.map((run, index) => (
                <Run
                  key={run.id}
                  run={run}
                  isOpenFirst={index === 0 && run.found > 0}
                  {...{ links, now, timeZone: task.timeZone }}
                />
              ))}
            </ol>
            {data && data.total > SHOWN_RUNS && (
              <p className="text-muted-foreground text-sm">{t("runs.more", { count: data.total - SHOWN_RUNS })}</p>
            )}
          </section>
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

/** Starts, stops and carries out a task. */
function Actions({ task, onDone }: { task: TaskDto; onDone: (task: TaskDto) => void }) {
  const t = useTranslations("monitorTask.action");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const start = useServiceMutation(switchTask);
  const run = useServiceMutation(runTask);
  const onError = ({ key, issues, requestId }: NonNullable<typeof run.error>) =>
    showToast("warning", issues[0] ? textOf(issues[0]) : tError(key), requestId);
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        size="sm"
        loading={start.isPending}
        onClick={() => start.mutate({ id: task.id, isEnabled: !task.isRunning }, { onSuccess: onDone, onError })}
      >
        {task.isRunning ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        {t(task.isRunning ? "stop" : "start")}
      </Button>
      <Button
        size="sm"
        loading={run.isPending}
        onClick={() =>
          run.mutate(task.id, {
            onError,
            onSuccess: (next) => {
              showToast("normal", t("ran", { name: next.name, count: next.lastRun?.found ?? 0 }));
              onDone(next);
            },
          })
        }
      >
        <SearchCheck aria-hidden="true" />
        {t("run")}
      </Button>
    </span>
  );
}

type Clock = { now: number; timeZone: string };

function Run({ run, isOpenFirst, links, ...clock }: Clock & { run: RunDto; isOpenFirst: boolean; links: Links }) {
  const t = useTranslations("monitorTask");
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  const { state, checked, found, fresh, missed, missedSince, trigger, startedBy } = run;
  const facts = [
    state === "done" ? t("runs.checked", { count: checked }) : null,
    found > 0 ? t("runs.fresh", { count: fresh }) : null,
    trigger === "manual" ? t("runs.manual", { name: startedBy ?? "" }) : null,
  ].filter(Boolean);
  return (
    <li className="flex flex-col gap-1.5 border-t py-3 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Instant at={Date.parse(run.ranAt)} {...clock} className="font-medium tabular-nums" />
        <RunOutcome run={run} />
      </div>
      <p className="text-muted-foreground text-sm tabular-nums">{facts.join(" · ")}</p>
      {missed > 0 && missedSince && (
        <p className="flex flex-wrap items-baseline gap-x-1.5 text-sm text-warning">
          {t("runs.missed", { count: missed })} <Instant at={Date.parse(missedSince)} {...clock} />
        </p>
      )}
      {found > 0 && (
        <>
          <Button
            size="sm"
            variant="link"
            className="self-start touch:min-h-11"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronRight aria-hidden="true" className={cn("transition-transform", isOpen && "rotate-90")} />
            {t("runs.findings", { count: found })}
          </Button>
          {isOpen && <Findings runId={run.id} links={links} {...clock} />}
        </>
      )}
    </li>
  );
}

function Findings({ runId, links, ...clock }: Clock & { runId: number; links: Links }) {
  const t = useTranslations("monitorTask");
  const { data, isError } = useQuery(findingsQuery(runId));
  if (isError) return <Alert tone="critical">{t("runs.unloaded")}</Alert>;
  if (!data) return <Skeleton className="h-16" />;
  return (
    <ul className="flex flex-col divide-y rounded-md border bg-card text-sm">
      {data.items.map((finding) => (
        <li key={finding.id} className="flex flex-col gap-1 px-3 py-2">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <FoundDevice finding={finding} />
            <FoundState finding={finding} />
          </span>
          <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-muted-foreground text-xs">
            {finding.carrier && <FoundCarrier finding={finding} />}
            <span>
              {t("runs.lastSeen")} <Instant at={Date.parse(finding.lastSeenAt)} {...clock} />
            </span>
            <FoundSequel finding={finding} links={links} />
          </span>
        </li>
      ))}
      {data.total > data.items.length && (
        <li className="px-3 py-2 text-muted-foreground text-xs">
          <Link
            href={`/arch/taskFinding?runId=${runId}`}
            prefetch={false}
            className="hover:text-primary hover:underline"
          >
            {t("runs.moreFindings", { count: data.total - data.items.length })}
          </Link>
        </li>
      )}
    </ul>
  );
}
