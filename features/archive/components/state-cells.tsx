"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Progress } from "@/components/ui/progress";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import type { ArchiveCheck, ArchiveState } from "@/db/file-enums";
import type { ArchiveDto } from "../archive.schema";

const STATE_TONE: Record<Exclude<ArchiveState, "generating">, Tone> = {
  generated: "normal",
  failed: "critical",
  expired: "offline",
};

/** Whether it is there, how far it is, or why not. */
export function StateCell({ archive }: { archive: Pick<ArchiveDto, "state" | "progress" | "failure"> }) {
  const t = useTranslations("archive");
  const { state, progress, failure } = archive;
  if (state === "generating")
    return (
      <span className="flex min-w-24 flex-col gap-1">
        <span className="text-sm tabular-nums">
          {t("state.generating")} {progress} %
        </span>
        <Progress label={t("state.generating")} value={progress} />
      </span>
    );
  return (
    <span className="flex flex-col gap-0.5">
      <StateBadge plain tone={failure === "cancelled" ? "offline" : STATE_TONE[state]}>
        {t(`state.${state}`)}
      </StateBadge>
      {failure && <span className="text-pretty text-muted-foreground text-xs">{t(`failure.${failure}`)}</span>}
    </span>
  );
}

const CHECK_TONE: Record<Exclude<ArchiveCheck, "none">, Tone> = {
  running: "offline",
  intact: "normal",
  broken: "critical",
  failed: "warning",
};

/** What the last verification found. */
export function CheckCell({ archive }: { archive: Pick<ArchiveDto, "check" | "problem"> }) {
  const t = useTranslations("archive");
  const { check } = archive;
  if (check === "none") return <span className="text-muted-foreground text-sm">{t("check.none")}</span>;
  return (
    <StateBadge plain tone={CHECK_TONE[check]}>
      {t(`check.${check}`)}
    </StateBadge>
  );
}

/** A size in bytes as kilobytes, megabytes or gigabytes. */
export function useSize(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) => {
    const [unit, divisor] =
      bytes < 1e6
        ? (["kilobyte", 1e3] as const)
        : bytes < 1e9
          ? (["megabyte", 1e6] as const)
          : (["gigabyte", 1e9] as const);
    return format.number(bytes / divisor, { style: "unit", unit, maximumFractionDigits: 1 });
  };
}
