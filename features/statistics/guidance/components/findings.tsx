import { ChartLine, ListFilter } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { evidenceHref } from "../guidance.client";
import { EVIDENCE, type Finding } from "../guidance.rules";

type FindingsProps = { findings: readonly Finding[]; range: { from: number; to: number }; mayOpen: boolean };

/** A Monday, to name weekdays. */
const MONDAY = Date.UTC(2024, 0, 1, 12);
const DAY_MS = 86_400_000;

const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** One card for each explanation: what was found, what to do, why it is said, and the evidence. */
export function Findings({ findings, range, mayOpen }: FindingsProps) {
  const t = useTranslations("guidance");
  const locale = useLocale();
  const format = useFormatter();
  const weekday = (index: number) =>
    new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(MONDAY + index * DAY_MS);
  if (findings.length === 0)
    return (
      <Card>
        <CardBody className="text-muted-foreground">{t("noFindings")}</CardBody>
      </Card>
    );
  return (
    <section aria-label={t("findings")} className="grid gap-3 lg:grid-cols-2">
      {findings.map(({ rule, carrier, probe, figures, ids, count }) => {
        const { from, to, weekday: day, ...rest } = figures;
        const values = {
          ...rest,
          share: format.number((figures.count ?? 0) / Math.max(1, figures.of ?? 0), { style: "percent" }),
          from: from === undefined ? "" : clock(from),
          to: to === undefined ? "" : clock(to),
          weekday: day === undefined ? "" : weekday(day),
        };
        const where = [carrier?.name, probe?.name].filter(Boolean).join(" · ");
        const history =
          probe && carrier
            ? `/historyData?${new URLSearchParams({
                probeIds: String(probe.id),
                carrierIds: String(carrier.id),
                from: new Date(range.from).toISOString(),
                to: new Date(range.to).toISOString(),
              })}`
            : null;
        return (
          <Card key={`${rule} ${carrier?.id} ${probe?.id} ${day}`} className="flex flex-col">
            <CardHeader>
              <CardTitle>
                {t(`rule.${rule}.title`)}
                {where && <span className="block font-normal text-muted-foreground text-sm">{where}</span>}
              </CardTitle>
            </CardHeader>
            <CardBody className="flex grow flex-col gap-2">
              <p>{t(`rule.${rule}.found`, values)}</p>
              <p className="font-medium">{t(`rule.${rule}.advice`)}</p>
              <p className="text-muted-foreground text-xs">
                {t("because", { text: t(`rule.${rule}.because`, thresholdsOf(rule, format)) })}
              </p>
              <div className="mt-auto flex flex-wrap gap-2 pt-1">
                {mayOpen && (
                  <ButtonLink href={evidenceHref(ids)} size="sm" prefetch={false}>
                    <ListFilter aria-hidden="true" />
                    {ids.length < count ? t("evidenceFirst", { shown: ids.length, count }) : t("evidence", { count })}
                  </ButtonLink>
                )}
                {history && (
                  <ButtonLink href={history} size="sm" variant="ghost" prefetch={false}>
                    <ChartLine aria-hidden="true" />
                    {t("readings")}
                  </ButtonLink>
                )}
              </div>
            </CardBody>
          </Card>
        );
      })}
    </section>
  );
}

/** The thresholds of a rule as arguments of its text. */
function thresholdsOf(rule: Finding["rule"], format: ReturnType<typeof useFormatter>): Record<string, string | number> {
  const { share, growth, ...rest } = EVIDENCE[rule] as { least: number; share?: number; growth?: number };
  return {
    ...rest,
    ...(share !== undefined && { share: format.number(share, { style: "percent" }) }),
    ...(growth !== undefined && { growth: format.number(growth - 1, { style: "percent" }) }),
  };
}
