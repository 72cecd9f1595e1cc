"use client";

import { useTranslations } from "next-intl";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import type { ExportRunState } from "@/db/file-enums";
import type { LastRunDto } from "../task.schema";

const TONES: Record<ExportRunState, Tone> = {
  waiting: "offline",
  making: "offline",
  sending: "offline",
  done: "normal",
  failed: "critical",
};

/** What a run came to: its state, or why it failed. A file without a row is worth a look. */
export function RunState({ run }: { run: Pick<LastRunDto, "state" | "failure" | "rows"> }) {
  const t = useTranslations("exportTask");
  if (run.state === "failed")
    return (
      <StateBadge
        plain
        tone={run.failure === "missed" ? "warning" : "critical"}
        className="whitespace-normal text-left"
      >
        {t(`failure.${run.failure ?? "error"}`)}
      </StateBadge>
    );
  if (run.state === "done" && run.rows === 0)
    return (
      <StateBadge plain tone="warning">
        {t("noRows")}
      </StateBadge>
    );
  return (
    <StateBadge plain tone={TONES[run.state]}>
      {t(`state.${run.state}`)}
    </StateBadge>
  );
}
