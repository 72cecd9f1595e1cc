import { useLocale, useTranslations } from "next-intl";
import { DescriptionList } from "@/components/layout/description-list";
import { formatInstant } from "@/lib/datetime/format";
import { formatNumber } from "@/lib/units/format";
import type { LotVerdictDto } from "../lot.schema";
import type { Verdict } from "../verdict.rules";
import { useMinutes } from "./budget-table";

type EvidenceProps = { answer: LotVerdictDto; timeZone: string; now: number };

/** Freezing, time not observed and mean kinetic temperature: what else the verdict was made from. */
export function EvidenceList({ answer, timeZone, now }: EvidenceProps) {
  const t = useTranslations("lot.detail");
  const { verdict, product } = answer;
  const freezing = useFreezing(verdict);
  const unobserved = useUnobserved(verdict);
  const kinetic = useKinetic(verdict, timeZone, now);
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

function useFreezing({ freezing: { limit, events } }: Verdict): string | null {
  const t = useTranslations("lot.detail");
  const locale = useLocale();
  if (limit === null) return null;
  const celsius = (value: number) => formatNumber(value, locale, 0, 2);
  if (events.length === 0) return t("frozenNone", { limit: celsius(limit) });
  const extreme = Math.min(...events.map((event) => event.extreme));
  return t("frozenCount", { count: events.length, limit: celsius(limit), extreme: celsius(extreme) });
}

function useUnobserved({ unobserved }: Verdict): string {
  const t = useTranslations("lot.detail");
  const minutes = useMinutes();
  const { totalMs, longMs, toleranceMs, addedBackMs } = unobserved;
  if (totalMs === 0) return t("unobservedNone");
  const some = t("unobservedSome", { total: minutes(totalMs), long: minutes(longMs), tolerance: minutes(toleranceMs) });
  return addedBackMs > 0 ? `${some} · ${t("addedBack", { time: minutes(addedBackMs) })}` : some;
}

function useKinetic({ kinetic }: Verdict, timeZone: string, now: number): string {
  const t = useTranslations("lot.detail");
  const locale = useLocale();
  if (!kinetic) return t("kineticWithin");
  if (kinetic.state === "refused") {
    if (kinetic.why === "frozen") return t("kineticFrozen");
    return t("kineticIncomplete", { percent: formatNumber((kinetic.completeness ?? 0) * 100, locale, 0, 0) });
  }
  const stamp = (at: number) => formatInstant(new Date(at), new Date(now), { locale, timeZone });
  const value = formatNumber(kinetic.celsius, locale, 2, 2);
  const percent = formatNumber(Math.min(1, kinetic.completeness) * 100, locale, 0, 0);
  const found = t("kineticFound", { value, limit: formatNumber(kinetic.limit, locale, 0, 2) });
  return `${found} (${t("kineticWindow", { from: stamp(kinetic.from), to: stamp(kinetic.to), percent })})`;
}
