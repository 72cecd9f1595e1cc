import { useLocale, useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Instant } from "@/components/value/instant";
import { SignatureList } from "@/features/signature/components/signature-list";
import type { DecisionDto } from "../decision.schema";
import { minutesText } from "../phrase.rules";

type DecisionsProps = {
  decisions: readonly DecisionDto[];
  /** The name of a row of the arithmetic. */
  targetText: (key: string) => string;
  timeZone: string;
  now: number;
};

/** What people decided about the lot, with their signatures, the latest first. */
export function DecisionList({ decisions, targetText, timeZone, now }: DecisionsProps) {
  const t = useTranslations("lot");
  const locale = useLocale();
  if (decisions.length === 0) return <p className="p-4 text-muted-foreground text-sm">{t("detail.decisionsEmpty")}</p>;
  return (
    <div className="flex flex-col gap-4 p-4">
      <ol className="flex flex-col divide-y divide-border">
        {decisions.map((one) => (
          <li key={one.id} className="flex flex-col gap-1 py-2.5 text-sm first:pt-0">
            <span className="flex flex-wrap items-center gap-2">
              <Badge>{t(`decision.${one.decision}`)}</Badge>
              {one.target !== null && one.minutes !== null && (
                <span className="tabular-nums">{`${targetText(one.target)}: ${minutesText(one.minutes * 60_000, locale)}`}</span>
              )}
              <span className="text-muted-foreground text-xs">
                {one.userName} · <Instant at={one.decidedAt} now={now} timeZone={timeZone} />
              </span>
            </span>
            <span className="text-pretty break-words">{one.reason}</span>
            <span className="text-muted-foreground text-xs">
              {t("detail.then", { state: t(`state.${one.verdict}`) })}
            </span>
          </li>
        ))}
      </ol>
      <SignatureList signatures={decisions.flatMap(({ signatures }) => signatures)} timeZone={timeZone} />
    </div>
  );
}
