"use client";

import { PencilRuler, TableProperties } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ComponentType, ReactNode } from "react";
import { useRefresh } from "@/components/data-table/use-refresh";
import { ButtonLink } from "@/components/layout/button-link";
import { DescriptionList } from "@/components/layout/description-list";
import { Part } from "@/components/layout/part";
import { PageBody } from "@/components/shell/page-body";
import { WindowHead } from "@/components/shell/window-head";
import { Alert } from "@/components/ui/alert";
import { Instant } from "@/components/value/instant";
import { formatDuration } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import { formatReading } from "@/lib/units/format";
import { CustomerUnit, useValueLocale } from "@/lib/units/units-context";
import type { VerifiedMeasure } from "../result.schema";
import { useTaskRefresh } from "../task.client";
import type { TaskDetailDto } from "../task.schema";
import { ActButtons } from "./act-buttons";
import { TaskState, VerdictBadge } from "./badges";
import { Marks } from "./marks";
import { Progress } from "./progress-part";
import { RecordCheckPart } from "./record-check";
import { ResultParts } from "./result-parts";

// The picture draws on a canvas, and comparing asks for another record: both after the figures are there.
const HeatPart = dynamic(() => import("./heat-part").then((module) => module.HeatPart), { ssr: false });
const ComparePart = dynamic(() => import("./compare-part").then((module) => module.ComparePart), { ssr: false });

type DetailProps = {
  task: TaskDetailDto;
  mayReport: boolean;
  now: number;
  timeZone: string;
  /** The button that makes the report, which belongs to a feature that knows of verifications. */
  Report: ComponentType<{ taskId: number }>;
};

/** One verification: how far it is, and once it is recorded, what follows. */
export const TaskDetail = (props: DetailProps) => (
  <CustomerUnit customerId={props.task.customerId}>
    <Detail {...props} />
  </CustomerUnit>
);

function Detail({ task, mayReport, now, timeZone, Report }: DetailProps) {
  const t = useTranslations("verification");
  const refresh = useRefresh();
  useTaskRefresh(refresh, task.id);
  const { result, state, acts } = task;
  const isRecorded = task.recordedFrom !== null;
  return (
    <PageBody>
      <WindowHead
        title={`${task.number} · ${task.name}`}
        note={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <TaskState state={state} />
            {task.verdict && <VerdictBadge verdict={task.verdict} />}
            <span>{t(`kind.${task.kind}`)}</span>
          </span>
        }
      >
        {task.pointCount > 0 && !acts.includes("plan") && (
          <ButtonLink href={`/verificationPlan?id=${task.id}`} prefetch={false}>
            <PencilRuler aria-hidden="true" />
            {t("act.viewPlan")}
          </ButtonLink>
        )}
        {isRecorded && (
          <ButtonLink href={`/sampleData?id=${task.id}`} prefetch={false}>
            <TableProperties aria-hidden="true" />
            {t("act.samples")}
          </ButtonLink>
        )}
        {mayReport && result && <Report taskId={task.id} />}
        {acts.includes("plan") && (
          <ButtonLink href={`/verificationPlan?id=${task.id}`} prefetch={false} variant="primary">
            <PencilRuler aria-hidden="true" />
            {t("act.plan")}
          </ButtonLink>
        )}
        <ActButtons task={task} timeZone={timeZone} now={now} onDone={refresh} />
      </WindowHead>
      {state === "comparing" && (
        <Alert tone="info" title={t("comparing.title")}>
          {t("comparing.hint")}
        </Alert>
      )}
      {result?.isStoppedEarly && (
        <Alert tone="warning" title={t("stoppedEarly", { reason: task.stopReason })}>
          {null}
        </Alert>
      )}
      {(state === "inProgress" || state === "recording") && <Progress {...{ task, now, timeZone }} />}
      {result && <ResultParts {...{ result, task, now, timeZone }} />}
      {isRecorded && task.space && <HeatPart {...{ task, now, timeZone }} />}
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
        <Part title={t("section.facts")}>
          <Facts {...{ task, now, timeZone }} />
        </Part>
        <div className="flex flex-col gap-3">
          {task.tests.length > 0 && state !== "toBeStarted" && <Marks {...{ task, now, timeZone }} onDone={refresh} />}
          {task.dataSha256 && <RecordCheckPart {...{ task, now, timeZone }} />}
          {result && <ComparePart task={task} />}
        </div>
      </div>
    </PageBody>
  );
}

type FactsProps = Pick<DetailProps, "task" | "now" | "timeZone">;

function Facts({ task, now, timeZone }: FactsProps) {
  const t = useTranslations("verification");
  const tUnseen = useTranslations("common.unseen");
  const locale = useValueLocale();
  const { carrier, limits } = task;
  const item = (name: string, value: ReactNode) => ({ term: t(`field.${name}`), value });
  const at = (instant: number | null) => (instant === null ? "–" : <Instant {...{ now, timeZone }} at={instant} />);
  const text = (value: number, measure: VerifiedMeasure) => formatReading(value, measure, locale).text;
  const limit = (measure: VerifiedMeasure) => {
    const own = limits[measure];
    if (!own) return [];
    const set = own.setting === null ? "" : ` · ${t("field.setting")} ${text(own.setting, measure)}`;
    return [
      { term: t(`measure.${measure}`), value: `${text(own.minimum, measure)} … ${text(own.maximum, measure)}${set}` },
    ];
  };
  const duration = (minutes: number) => formatDuration(minutes * 60_000, locale);
  return (
    <DescriptionList
      items={[
        item(
          "carrierId",
          carrier.name === null ? (
            tUnseen("carrier")
          ) : (
            <Link href={carrierPage(carrier.id)} prefetch={false} className="hover:text-primary hover:underline">
              {carrier.name}
            </Link>
          ),
        ),
        ...(task.path.length > 0 ? [item("place", task.path.join(" / "))] : []),
        item("object", `${t(`object.${task.object}`)} · ${t(`load.${task.load}`)}`),
        ...(task.tests.length > 0 ? [item("tests", task.tests.map((one) => t(`test.${one}`)).join(", "))] : []),
        ...limit("temperature"),
        ...limit("humidity"),
        item(
          "samplingSeconds",
          `${formatDuration(task.samplingSeconds * 1000, locale)} · ${t(`mode.${task.samplingMode}`)}`,
        ),
        item("durationMinutes", duration(task.durationMinutes)),
        item("plannedAt", at(task.plannedAt)),
        ...(task.startedAt === null ? [] : [item("startedAt", at(task.startedAt))]),
        ...(task.recordedFrom === null ? [] : [item("recordedFrom", at(task.recordedFrom))]),
        ...(task.recordedTo === null ? [] : [item("recordedTo", at(task.recordedTo))]),
        item("told", task.user?.name ?? task.group?.name ?? t("nobody")),
        ...(task.description
          ? [item("description", <span className="whitespace-pre-line">{task.description}</span>)]
          : []),
        ...(task.stopReason ? [item("stopReason", task.stopReason)] : []),
        ...(task.terminatedAt === null
          ? []
          : [
              item(
                "terminatedAt",
                <span>
                  {at(task.terminatedAt)} {task.terminatedBy}
                </span>,
              ),
            ]),
        ...(task.remark ? [item("remark", <span className="whitespace-pre-line">{task.remark}</span>)] : []),
      ]}
    />
  );
}
