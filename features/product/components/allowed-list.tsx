import { useLocale, useTranslations } from "next-intl";
import { formatDuration } from "@/lib/datetime/format";
import { formatNumber } from "@/lib/units/format";
import type { Endurance } from "../product.rules";

const MINUTE_MS = 60_000;

/** What a product allows outside its storage range, in words. */
export function useAllowedTexts(): (product: Endurance) => string[] {
  const t = useTranslations("product.says");
  const locale = useLocale();
  const celsius = (value: number) => formatNumber(value, locale, 0, 2);
  const time = (minutes: number | null) =>
    minutes === null ? t("any") : minutes === 0 ? t("never") : formatDuration(minutes * MINUTE_MS, locale);
  return ({ bands, allowances, isFreezeSensitive, freezeLimit }) => [
    ...bands.map(({ from, to, minutes }) => t("band", { from: celsius(from), to: celsius(to), time: time(minutes) })),
    ...allowances.map(({ side, limit, minutes, mode }) => {
      const text = t(side, { limit: celsius(limit), time: time(minutes) });
      return mode === "single" && minutes > 0 ? t("single", { text }) : text;
    }),
    ...(isFreezeSensitive && freezeLimit !== null ? [t("freeze", { limit: celsius(freezeLimit) })] : []),
  ];
}

/** The same as a list, in two lines at most in a table. */
export function AllowedList({ product }: { product: Endurance }) {
  const t = useTranslations("product.says");
  const texts = useAllowedTexts()(product);
  if (texts.length === 0) return <span className="text-muted-foreground">{t("nothing")}</span>;
  return (
    <ul className="flex flex-col">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
