import { useTranslations } from "next-intl";
import { BeyondLast } from "@/components/data-table/beyond-last";
import { NoMatch } from "@/components/data-table/no-match";
import { EmptyState } from "@/components/layout/empty-state";
import { Instant } from "@/components/value/instant";
import { ToneIcon } from "@/components/value/tone-icon";

type EmptyListProps = {
  /** `calm`: nothing is pending; `narrowed`: no match; `beyond`: past the last page. */
  why: "calm" | "unmonitored" | "narrowed" | "beyond";
  resetHref: string;
  timeZone: string;
  now: number;
};

/** An empty list: the good news with the time of the query, or a search without results. */
export function EmptyList({ why, resetHref, timeZone, now }: EmptyListProps) {
  const t = useTranslations("exception.empty");
  if (why === "calm") {
    return (
      <EmptyState
        title={t("allWell")}
        icon={<ToneIcon tone="normal" className="size-5 text-normal" />}
        className="min-h-64"
      >
        {t.rich("lastCheck", { time: () => <Instant at={now} now={now} timeZone={timeZone} /> })}
      </EmptyState>
    );
  }
  if (why === "unmonitored") return <EmptyState title={t("unmonitored")}>{t("unmonitoredHint")}</EmptyState>;
  return why === "beyond" ? <BeyondLast firstHref={resetHref} /> : <NoMatch resetHref={resetHref} />;
}
