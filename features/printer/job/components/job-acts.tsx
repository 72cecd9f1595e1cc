"use client";

import { Ban, CircleCheck, type LucideIcon, RotateCcw } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { sendAct } from "../../printer.client";
import type { JobAct } from "../rules";
import type { JobDto } from "../schema";

// Loaded when it is first opened.
const ConfirmDialog = dynamic(
  () => import("@/components/dialog/confirm-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

const ICONS: Record<JobAct, LucideIcon> = { retry: RotateCcw, confirm: CircleCheck, cancel: Ban };

type JobActsProps = { job: JobDto; onDone: () => void; isSmall?: boolean };

/** What can be done with a job. Printing an unclear one again is asked about: it may be on paper already. */
export function JobActs({ job, onDone, isSmall = false }: JobActsProps) {
  const t = useTranslations("print.job.act");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [pending, setPending] = useState<JobAct | null>(null);
  const [asking, setAsking] = useState<JobAct | null>(null);
  const run = async (act: JobAct) => {
    setPending(act);
    try {
      await sendAct(job.id, act);
      showToast("normal", t(`${act}.done`, { title: job.title }));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const [issue] = error.issues;
      showToast("critical", issue ? textOf(issue) : tError(error.key), error.requestId);
    } finally {
      setPending(null);
      setAsking(null);
      onDone();
    }
  };
  const isAsked = (act: JobAct) => act === "cancel" || (act === "retry" && job.state === "unclear");
  const keyOf = (act: JobAct) => (act === "retry" && job.state === "unclear" ? "again" : act);
  return (
    <>
      {job.acts.map((act) => {
        const Icon = ICONS[act];
        const label = t(`${keyOf(act)}.action`);
        return (
          <Button
            key={act}
            {...(isSmall && { size: "sm", variant: "ghost", className: "sm:w-control-sm sm:px-0" })}
            aria-label={isSmall ? t("of", { act: label, title: job.title }) : undefined}
            title={isSmall ? label : undefined}
            loading={pending === act}
            onClick={() => (isAsked(act) ? setAsking(act) : void run(act))}
          >
            <Icon aria-hidden="true" />
            <span className={isSmall ? "sm:hidden" : undefined}>{label}</span>
          </Button>
        );
      })}
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && setAsking(null)}
          title={t(`${keyOf(asking)}.title`, { title: job.title })}
          description={t(`${keyOf(asking)}.hint`, { printer: job.printerName })}
          confirmLabel={t(`${keyOf(asking)}.action`)}
          dismissLabel={t("back")}
          destructive={asking === "cancel"}
          pending={pending === asking}
          onConfirm={() => void run(asking)}
        />
      )}
    </>
  );
}
