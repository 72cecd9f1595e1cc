"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Part } from "@/components/layout/part";
import { Skeleton } from "@/components/ui/skeleton";
import { Stamp } from "@/components/value/stamp";
import { StateBadge } from "@/components/value/state-badge";
import type { RecordCheck } from "../record.schema";
import { checkQuery } from "../task.client";
import type { TaskDetailDto } from "../task.schema";

type PartProps = { task: TaskDetailDto; timeZone: string };

/** The hash under which the readings are frozen, and whether they are as they were. */
export function RecordCheckPart({ task, timeZone }: PartProps) {
  const t = useTranslations("verification");
  const { data, isError } = useQuery(checkQuery(task.id));
  return (
    <Part title={t("section.frozen")}>
      <div className="flex flex-col gap-2 text-sm">
        {isError ? <p>{t("check.failed")}</p> : data ? <Outcome check={data} /> : <Skeleton className="h-6 w-40" />}
        {task.frozenAt !== null && (
          <p className="text-muted-foreground text-xs">
            {t("frozenAt")} <Stamp at={new Date(task.frozenAt).toISOString()} timeZone={timeZone} />
          </p>
        )}
        <p className="break-all font-mono text-muted-foreground text-xs">SHA-256 {task.dataSha256}</p>
      </div>
    </Part>
  );
}

function Outcome({ check: { state, frozen, history, deleted } }: { check: RecordCheck }) {
  const t = useTranslations("verification");
  const named = (labels: readonly string[]) => labels.filter(Boolean).join(", ") || "–";
  return (
    <>
      <StateBadge tone={state === "intact" ? "normal" : "critical"} className="self-start">
        {t(`check.${state}`)}
      </StateBadge>
      {frozen.length > 0 && <p className="text-critical">{t("check.frozen", { names: named(frozen) })}</p>}
      {history.length > 0 && <p className="text-critical">{t("check.history", { names: named(history) })}</p>}
      {deleted.length > 0 && <p className="text-muted-foreground">{t("check.deleted", { names: named(deleted) })}</p>}
    </>
  );
}
