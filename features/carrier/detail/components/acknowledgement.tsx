"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefresh } from "@/components/data-table/use-refresh";
import { Button } from "@/components/ui/button";
import type { ExceptionDto } from "@/features/exception/exception.schema";
import { barOf } from "@/features/exception/handling/rules";

const AcknowledgeDialog = dynamic(
  () =>
    import("@/features/exception/handling/components/acknowledge-dialog").then((module) => module.AcknowledgeDialog),
  { ssr: false },
);

type AcknowledgementProps = { row: ExceptionDto; mayAcknowledge: boolean; timeZone: string; now: number };

/** Who has acknowledged the exception, or a way to do so. */
export function Acknowledgement({ row, mayAcknowledge, timeZone, now }: AcknowledgementProps) {
  const t = useTranslations("exception");
  const refresh = useRefresh();
  const [isAsked, setIsAsked] = useState(false);
  if (row.acknowledgedAt !== null)
    return (
      <span className="text-muted-foreground text-xs">
        {t("state.acknowledgedBy", { name: row.acknowledgedBy ?? "" })}
      </span>
    );
  if (!mayAcknowledge || barOf("acknowledge", row) !== null) return null;
  return (
    <>
      <Button size="sm" onClick={() => setIsAsked(true)}>
        {t("action.acknowledge")}
      </Button>
      {isAsked && (
        <AcknowledgeDialog
          id={row.id}
          timeZone={timeZone}
          now={now}
          onClose={() => setIsAsked(false)}
          onDone={() => {
            setIsAsked(false);
            refresh();
          }}
        />
      )}
    </>
  );
}
