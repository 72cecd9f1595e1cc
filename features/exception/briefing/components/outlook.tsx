import { useTranslations } from "next-intl";
import { DescriptionList } from "@/components/layout/description-list";
import { Instant } from "@/components/value/instant";
import type { Measure } from "@/db/enums";
import { formatDifference, formatReading } from "@/lib/units/format";
import { direction } from "@/lib/units/trend";
import type { ValueLocale } from "@/lib/units/value-locale";
import type { BriefingDto, NextNotice } from "../briefing.schema";

type OutlookProps = {
  current: BriefingDto["current"];
  /** Undefined while it is unknown. */
  next: NextNotice | null | undefined;
  measure: Measure | null;
  /** With the unit of the customer. */
  locale: ValueLocale;
  timeZone: string;
  now: number | Date;
  /** Shown before these. */
  facts?: readonly { term: string; value: React.ReactNode }[];
};

/** How it is now and where it goes, and who is notified next unless somebody acknowledges. */
export function Outlook({ current, next, measure, locale, timeZone, now, facts = [] }: OutlookProps) {
  const t = useTranslations("acknowledge.facts");
  const instant = (at: string) => <Instant at={Date.parse(at)} now={now} timeZone={timeZone} />;
  const items = [
    ...(current && measure
      ? [
          {
            term: t("now"),
            value: (
              <>
                <Current current={current} measure={measure} locale={locale} />
                <span className="text-muted-foreground"> · {instant(current.at)}</span>
              </>
            ),
          },
        ]
      : []),
    ...facts,
    {
      term: t("next"),
      value: next === undefined ? "…" : next === null ? t("nobody") : <Recipients at={instant(next.at)} to={next.to} />,
    },
  ];
  return <DescriptionList items={items} />;
}

/** When and whom; or that it will reach nobody, and why. */
function Recipients({ at, to }: { at: React.ReactNode; to: NextNotice["to"] }) {
  const t = useTranslations("acknowledge.facts");
  const named = to.map(({ name, channel, undeliverable }) => {
    const text = t(`to.${channel}`, { name });
    return undeliverable === null ? text : t("undelivered", { to: text, reason: t(`reason.${undeliverable}`) });
  });
  const isLost = to.every(({ undeliverable }) => undeliverable !== null);
  return (
    <>
      {isLost ? <span className="font-medium text-warning">{t("unreached")}</span> : <>{at}:</>} {named.join(", ")}
    </>
  );
}

/** The value, and how fast it changes. */
type CurrentProps = { current: NonNullable<BriefingDto["current"]>; measure: Measure; locale: ValueLocale };

function Current({ current, measure, locale }: CurrentProps) {
  const t = useTranslations("acknowledge.facts");
  const { value, trend } = current;
  const towards = direction(trend, measure);
  const rate = formatDifference(Math.abs(trend ?? 0) * 60, measure, locale, [1, 1]).text;
  return (
    <>
      <strong className="font-semibold tabular-nums">{formatReading(value, measure, locale).text}</strong>
      {towards && `, ${t(towards, { rate })}`}
    </>
  );
}
