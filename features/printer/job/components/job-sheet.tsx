"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RecordSheet } from "@/components/dialog/record-sheet";
import { DescriptionList } from "@/components/layout/description-list";
import { Instant } from "@/components/value/instant";
import { Paper } from "@/features/print/components/paper";
import { ProblemText } from "@/features/print/components/problem-text";
import { jobQuery, usePrintRefresh } from "../../printer.client";
import type { JobDetailDto } from "../schema";
import { JobActs } from "./job-acts";
import { StateBadge } from "./state-badge";

type JobSheetProps = {
  id: number;
  mayPrint: boolean;
  timeZone: string;
  now: number;
  onClose: () => void;
  onDone: () => void;
};

/** A job with what it prints, and what can be done with it. */
export function JobSheet({ id, mayPrint, timeZone, now, onClose, onDone }: JobSheetProps) {
  const t = useTranslations("print.job");
  const { data, error, refetch } = useQuery(jobQuery(id));
  usePrintRefresh(() => void refetch());
  const instant = (at: number | null) => (at === null ? "–" : <Instant at={at} now={now} timeZone={timeZone} />);
  const facts = (job: JobDetailDto) => [
    { term: t("field.printer"), value: job.printerName },
    { term: t("field.asked"), value: job.userName || (job.groupName ?? t("byGroup")) },
    { term: t("field.createdAt"), value: instant(job.createdAt) },
    { term: t("field.attempts"), value: String(job.attempts) },
    ...(job.nextTryAt === null ? [] : [{ term: t("field.nextTryAt"), value: instant(job.nextTryAt) }]),
    { term: t("field.endedAt"), value: instant(job.endedAt) },
    { term: t("field.copies"), value: String(job.copies) },
  ];
  return (
    <RecordSheet
      query={{ data, error: error as never, refetch }}
      title={(job) => job.title}
      failed={t("failedToLoad")}
      missing={t("missing")}
      onClose={onClose}
    >
      {(job) => (
        <>
          <div className="flex flex-col items-start gap-1">
            <StateBadge state={job.state} />
            {job.problem && <ProblemText problem={job.problem} detail={job.problemDetail} />}
            {job.state === "printed" && job.isConfirmed === false && (
              <span className="text-muted-foreground text-xs">{t("unconfirmed")}</span>
            )}
          </div>
          {mayPrint && job.acts.length > 0 && (
            <div className="flex flex-wrap gap-2">
              <JobActs
                job={job}
                onDone={() => {
                  void refetch();
                  onDone();
                }}
              />
            </div>
          )}
          <DescriptionList items={facts(job)} />
          <Paper preview={job.preview} columns={job.columns} />
        </>
      )}
    </RecordSheet>
  );
}
