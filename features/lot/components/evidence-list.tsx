import { useTranslations } from "next-intl";
import { DescriptionList } from "@/components/layout/description-list";
import { formatInstant } from "@/lib/datetime/format";
import { useValueLocale } from "@/lib/units/units-context";
import type { LotVerdictDto } from "../lot.schema";
import { freezingText, kineticText, unobservedText } from "../phrase.rules";

type EvidenceProps = { answer: LotVerdictDto; timeZone: string; now: number };

/** Freezing, time not observed and mean kinetic temperature: what else the verdict was made from. */
export function EvidenceList({ answer, timeZone, now }: EvidenceProps) {
  const t = useTranslations("lot.detail");
  const { verdict, product } = answer;
  const locale = useValueLocale();
  const words = t as never;
  const stamp = (at: number) => formatInstant(new Date(at), new Date(now), { locale, timeZone });
  const freezing = freezingText(verdict.freezing, words, locale);
  const unobserved = unobservedText(verdict.unobserved, words, locale);
  const kinetic = kineticText(verdict.kinetic, stamp, words, locale);
  const items = [
    ...(freezing ? [{ term: t("frozen"), value: freezing }] : []),
    { term: t("unobserved"), value: unobserved },
    ...(product.kineticClass === "none" ? [] : [{ term: t("kinetic"), value: kinetic }]),
  ];
  return (
    <div className="flex flex-col gap-3 border-t px-4 py-3">
      <DescriptionList items={items} />
      <p className="text-pretty text-muted-foreground text-xs">
        {t("worst")}
        {product.source && ` ${t("source", { source: product.source })}`}
      </p>
    </div>
  );
}
