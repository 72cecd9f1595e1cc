"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useIssueText } from "@/components/form/use-record-form";
import { Part } from "@/components/layout/part";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { ServiceError } from "@/lib/http/call-service";
import { sendAct } from "../task.client";
import type { TaskDetailDto } from "../task.schema";

type MarksProps = { task: TaskDetailDto; now: number; timeZone: string; onDone: () => void };

/** When doors were opened and the power was cut, as somebody noted it. */
export function Marks({ task, now, timeZone, onDone }: MarksProps) {
  const t = useTranslations("verification");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const remove = async (markId: number) => {
    try {
      await sendAct(task.id, "unmark", { markId });
      onDone();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const [issue] = error.issues;
      showToast("critical", issue ? textOf(issue) : tError(error.key), error.requestId);
    }
  };
  return (
    <Part title={t("section.marks")}>
      {task.marks.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t("noMarks")}</p>
      ) : (
        <ul className="flex flex-col divide-y text-sm tabular-nums">
          {task.marks.map(({ id, test, from, to, actorName }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
              <span>
                {t(`test.${test}`)}: <Instant at={from} {...{ now, timeZone }} /> –{" "}
                {to === null ? "…" : <Instant at={to} {...{ now, timeZone }} />}
              </span>
              <span className="flex items-center gap-2 text-muted-foreground">
                {actorName}
                {task.acts.includes("mark") && (
                  <Button
                    variant="destructive-ghost"
                    size="icon-sm"
                    aria-label={t("act.removeMark", { test: t(`test.${test}`) })}
                    onClick={() => void remove(id)}
                  >
                    <Trash2 aria-hidden="true" />
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
