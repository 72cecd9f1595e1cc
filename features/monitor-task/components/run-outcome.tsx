import { useTranslations } from "next-intl";
import { StateBadge } from "@/components/value/state-badge";
import type { LastRunDto } from "../task.schema";

/** What a run came to: the number of devices that were off, none, or that it failed. */
export function RunOutcome({ run: { state, found } }: { run: Pick<LastRunDto, "state" | "found"> }) {
  const t = useTranslations("monitorTask.outcome");
  const tone = state === "failed" ? "critical" : found > 0 ? "warning" : "normal";
  return (
    <StateBadge plain tone={tone}>
      {state === "failed" ? t("failed") : found > 0 ? t("found", { count: found }) : t("clear")}
    </StateBadge>
  );
}
